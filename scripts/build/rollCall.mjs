// Service worker for the roll call, which serves what the page has stored if the network fails. Everything else is left
// to the browser. While the network works, all files come from there, so that no old version stays. Its name never
// changes, and its address is above the screen, which is its scope, see src/features/presence/rollCall/useRollCall.ts.

const cacheName = 'roll-call';
/** A request that takes longer is as good as lost to somebody standing in the yard. */
const patienceMs = 5_000;

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('fetch', (event) => {
  if (event.request.method === 'GET') event.respondWith(answer(event.request));
});

async function answer(request) {
  const kept = await caches.match(request, { cacheName, ignoreVary: true });
  if (kept === undefined) return fetch(request);
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error('No answer in time')), patienceMs);
  });
  try {
    return await Promise.race([fetch(request), late]);
  } catch {
    return kept;
  } finally {
    clearTimeout(timer);
  }
}
