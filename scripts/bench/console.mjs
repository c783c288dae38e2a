// Measures the built console in a real browser against ./floor, a hand-written page with the same content on react and
// react-dom alone. The two alternate, on a processor slowed down four times and, for loads, a slow network (1.6 Mbit/s,
// 150 ms per request). Prints medians, the ratio to the floor, and its goal; '!' marks a missed one.
// tests/build.test.ts limits the sizes.
import { launchChromium } from '../chromium.mjs';
import { measureAttendance, measureLogin, measureToggle, measureUse, median } from './console/measure.mjs';
import { consolePage, floorPage } from './console/pages.mjs';
import { serve } from './console/server.mjs';

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
const times = (ratio) => ratio.toFixed(2);

const rows = [
  { name: 'Login: files, brotli', key: 'loginBrotli', format: kib },
  { name: 'Login: files, gzip', key: 'loginGzip', format: kib },
  { name: 'Login: requests', key: 'loginRequests', format: String },
  { name: 'Login: password field painted', key: 'loginTime', format: ms },
  { name: 'Attendance with a session: files, brotli', key: 'brotli', format: kib },
  { name: 'Attendance with a session: files, gzip', key: 'gzip', format: kib },
  { name: 'Attendance with a session: API answers, brotli', key: 'answers', format: kib },
  { name: 'Attendance with a session: requests', key: 'requests', format: String },
  { name: '100th row painted', key: 'time', format: ms, maxRatio: 1 },
  { name: 'Blocking time of that load', key: 'blocking', format: ms, maxRatio: 1 },
  { name: 'Heap after it', key: 'heap', format: kib, maxRatio: 1.4 },
  { name: 'Select all of 100 rows, to paint', key: 'selectAll', format: ms, maxRatio: 1.1 },
  { name: 'Toggle one of 100 rows, to paint', key: 'toggle', format: ms, maxRatio: 1.1 },
  { name: 'Toggle one of 1,000 rows, script and layout', key: 'toggleOfMany', format: ms, maxRatio: 2 },
  { name: 'Companies to attendance, warm, to paint', key: 'route', format: ms, maxRatio: 1.1 },
  { name: 'Click on a sidebar link, to the next frame', key: 'navigation', format: ms, maxRatio: 1.5 },
];

/** Prints the medians of this many runs. */
export async function measureConsole(runs) {
  const contenders = { console: await serve(await consolePage()), floor: await serve(await floorPage()) };
  const results = { console: {}, floor: {} };
  const browser = await launchChromium();
  try {
    for (let run = 0; run < runs; run += 1) {
      for (const [name, server] of Object.entries(contenders)) await measure(browser, server, results[name]);
    }
  } finally {
    await browser.close();
    for (const { stop } of Object.values(contenders)) stop();
  }
  print(results, runs);
}

async function measure(browser, server, results) {
  const record = (figures) => {
    for (const [key, value] of Object.entries(figures)) (results[key] ??= []).push(value);
  };
  server.setRows(100);
  const login = await measureLogin(browser, server.url);
  const { brotli, gzip, requests } = server.weigh(login.addresses);
  record({ loginTime: login.time, loginBrotli: brotli, loginGzip: gzip, loginRequests: requests });
  const { addresses, ...load } = await measureAttendance(browser, server.url);
  record({ ...load, ...server.weigh(addresses) });
  record(await measureUse(browser, server.url));
  server.setRows(1_000);
  record(await measureToggle(browser, server.url));
}

function print(results, runs) {
  const line = (title, ...cells) => console.log(title.padEnd(46) + cells.map((cell) => cell.padStart(11)).join(''));
  line(`Medians of ${runs} runs`, 'console', 'floor', 'ratio', 'goal');
  for (const { name, key, format, maxRatio } of rows) {
    const [ours, floor] = [median(results.console[key]), median(results.floor[key])];
    const ratio = ours / floor;
    const goal = maxRatio === undefined ? '' : `${times(maxRatio)}${ratio > maxRatio ? ' !' : ''}`;
    line(name, format(ours), format(floor), times(ratio), goal);
  }
}
