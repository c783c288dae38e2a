// Measures a page once, in its own browser context with a slow processor and, for loads, a slow network.
import { instruments } from './instruments.mjs';

/** 1.6 Mbit/s, and 150 ms per request. */
const slowNetwork = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 200_000 };
const slowness = 4;
const login = 'input[type=password]';
/** Skips rows that name a day. */
const nthRow = (n) => `tbody tr:nth-child(${n} of :has(td))`;

/** Measures from navigation to the paint of the password field. */
export const measureLogin = (browser, url) => measureLoad(browser, { url: `${url}/login`, usable: login });

/** Measures from navigation, signed in, to the paint of the hundredth row. */
export const measureAttendance = (browser, url) =>
  measureLoad(browser, { url: `${url}/attendance`, usable: nthRow(100), token: 'a token' });

function measureLoad(browser, { url, usable, token }) {
  return inPage(browser, token, async (page, session) => {
    await session.send('Network.emulateNetworkConditions', slowNetwork);
    await page.addInitScript((selector) => window.instruments.waitFor(selector), usable);
    await page.goto(url, { waitUntil: 'commit' });
    await page.waitForFunction(() => window.instruments.usableAt !== undefined, undefined, { timeout: 60_000 });
    await page.waitForTimeout(1_000);
    const { usableAt: time, blocking, addresses } = await page.evaluate(() => window.instruments);
    return { time, blocking, addresses, heap: await heapOf(session) };
  });
}

/** Measures selecting rows, and switching between two visited screens, as medians of many runs. */
export function measureUse(browser, url) {
  return inPage(browser, 'a token', async (page) => {
    const click = (selector) => page.evaluate((each) => window.instruments.click(each), selector);
    const visit = (...target) => page.evaluate((each) => window.instruments.visit(...each), target);
    await load(page, url, 100);
    const selectAll = await repeat(10, () => click('thead input'));
    const toggle = await repeat(20, (n) => click(`${nthRow(n * 3 + 1)} input`));
    await visit('Companies', 'article');
    const route = await repeat(8, async () => {
      const taken = await visit('Attendance', nthRow(100));
      await visit('Companies', 'article');
      return taken;
    });
    const navigation = await repeat(8, async () => {
      const there = await interaction(page, 'Attendance', nthRow(100));
      return Math.max(there, await interaction(page, 'Companies', 'article'));
    });
    return { selectAll, toggle, route, navigation };
  });
}

/** Clicks a sidebar link with the mouse, and returns the time to the next frame, whatever it shows. */
async function interaction(page, title, target) {
  await page.evaluate(() => window.instruments.interactions.splice(0));
  await page.locator('nav a', { hasText: title }).first().click();
  await page.locator(target).first().waitFor();
  await page.waitForTimeout(500); // the browser reports interactions late
  // Interactions that take less than a frame are not reported.
  return page.evaluate(() => Math.max(16, ...window.instruments.interactions));
}

/** Measures script and layout time for toggling one of a thousand rows. */
export function measureToggle(browser, url) {
  return inPage(browser, 'a token', async (page, session) => {
    await load(page, url, 1_000);
    const toggleOfMany = await repeat(15, async (n) => {
      const before = await workOf(session);
      await page.evaluate((each) => window.instruments.click(each), `${nthRow(n * 2 + 1)} input`);
      return (await workOf(session)) - before;
    });
    return { toggleOfMany };
  });
}

async function inPage(browser, token, measure) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  try {
    const page = await context.newPage();
    if (token) await page.addInitScript((each) => localStorage.setItem('auth_token', each), token);
    await page.addInitScript(instruments);
    const session = await context.newCDPSession(page);
    await session.send('Performance.enable');
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowness });
    return await measure(page, session);
  } finally {
    await context.close();
  }
}

async function load(page, url, rows) {
  await page.goto(`${url}/attendance`);
  await page.locator(nthRow(rows)).waitFor();
  await page.waitForTimeout(1_000);
}

async function repeat(times, measure) {
  const results = [];
  for (let n = 0; n < times; n += 1) results.push(await measure(n));
  return median(results);
}

export const median = (list) => list.toSorted((one, other) => one - other)[Math.floor(list.length / 2)];

async function metricsOf(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
}

async function workOf(session) {
  const { ScriptDuration, LayoutDuration, RecalcStyleDuration } = await metricsOf(session);
  return (ScriptDuration + LayoutDuration + RecalcStyleDuration) * 1000;
}

async function heapOf(session) {
  await session.send('HeapProfiler.collectGarbage');
  return (await metricsOf(session)).JSHeapUsedSize;
}
