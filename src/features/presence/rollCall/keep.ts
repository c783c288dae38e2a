// Keeps the roll call that is open in the browser, so that it opens again without a network: page, files, who is signed
// in, and the people. The service worker in scripts/build/rollCall.mjs hands out the first three. The people are read
// here, so that the screen knows that it shows what was. Signing out removes all, see platform/session/session.tsx.

import { apiBase } from '../../../platform/boot/siteMeta.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { trustedUrl } from '../../../platform/export/worker/startWorker.ts';
import { readToken } from '../../../platform/session/connection.ts';
import { rollCallCache } from '../../../platform/session/session.tsx';
import { calls, type RollCallProtocol } from '../../../shared/contract/presence.ts';
import type { CurrentUser } from '../../../shared/contract/session.ts';

/** No request asks for it. */
const addressOf = (id: number) => `${location.origin}/kept/roll-calls/${id}`;

let kept = { page: '', files: new Set<string>() };

/** `base` is the site's path. Nothing is kept where nothing can be: without HTTPS, or in a private window. */
export async function keep(base: string, user: CurrentUser, protocol: RollCallProtocol): Promise<void> {
  if (!('serviceWorker' in navigator && 'caches' in globalThis)) return;
  try {
    if (protocol.roll_call.ended_at) return void (await caches.delete(rollCallCache));
    const cache = await caches.open(rollCallCache);
    const page = location.href.replace(/#.*/, '');
    const files = [page, ...loadedFiles(`${location.origin}${base}/`)];
    if (kept.page !== page) kept = { page, files: new Set() };
    await cache.addAll(files.filter((file) => !kept.files.has(file)));
    kept.files = new Set(files);
    const answers = { [addressOf(protocol.roll_call.id)]: protocol, [`${apiBase()}/auth/user`]: user };
    for (const [address, data] of Object.entries(answers)) await cache.put(address, answerWith(data));
    // Files of another version, and another roll call.
    for (const { url } of await cache.keys()) if (!kept.files.has(url) && !(url in answers)) await cache.delete(url);
    const scope = `${base}${paths.presence}`;
    if (await navigator.serviceWorker.getRegistration(scope)) return;
    await navigator.serviceWorker.register(trustedUrl(`${location.origin}${base}/roll-call.js`), { scope });
  } catch {
    // It goes on for as long as the page stays open.
  } finally {
    if (readToken() === null) await caches.delete(rollCallCache); // signed out meanwhile
  }
}

const answerWith = (data: object) =>
  new Response(JSON.stringify({ success: true, data }), { headers: { 'Content-Type': 'application/json' } });

/** Scripts and styles that the page has loaded so far. */
const loadedFiles = (site: string) =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(site) && /\.(?:js|css)$/.test(name));

export async function keptProtocol(id: number): Promise<RollCallProtocol | undefined> {
  if (!('caches' in globalThis)) return undefined;
  const answer = await caches.match(addressOf(id), { cacheName: rollCallCache });
  return answer && calls['GET /roll-calls/{id}'].answer(Object(await answer.json()).data);
}
