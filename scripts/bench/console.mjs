// Measures the built console in a real browser beside a hand-written page of the same content on react and
// react-dom alone (./floor): `node scripts/bench/console.mjs [runs]`. Both take turns, with a processor slowed
// four times, and loads over a slow network (1.6 Mbit/s, 150 ms a request). Printed are medians, the ratio to
// the floor, and the goal. CHROMIUM names the browser, where it is not the first on the path.
import { launchChromium } from '../chromium.mjs';
import { measureAttendance, measureLogin, measureToggle, measureUse, median } from './console/measure.mjs';
import { consolePage, floorPage } from './console/pages.mjs';
import { serve } from './console/server.mjs';

const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`;
const ms = (milliseconds) => `${milliseconds.toFixed(milliseconds < 10 ? 1 : 0)} ms`;
const times = (ratio) => ratio.toFixed(2);

const rows = [
  { name: 'Login: files, brotli', key: 'loginBrotli', say: kib, most: 70 * 1024 },
  { name: 'Login: files, gzip', key: 'loginGzip', say: kib, most: 82 * 1024 },
  { name: 'Login: requests', key: 'loginRequests', say: String },
  { name: 'Login: field for the password painted', key: 'loginTime', say: ms },
  { name: 'Attendance with a session: files, brotli', key: 'brotli', say: kib, most: 80 * 1024 },
  { name: 'Attendance with a session: files, gzip', key: 'gzip', say: kib, most: 92 * 1024 },
  { name: 'Attendance with a session: answers, brotli', key: 'answers', say: kib },
  { name: 'Attendance with a session: requests', key: 'requests', say: String, most: 7 },
  { name: '100th row painted', key: 'time', say: ms, mostRatio: 1 },
  { name: 'Blocking time of that load', key: 'blocking', say: ms, mostRatio: 1 },
  { name: 'Heap after it', key: 'heap', say: kib, mostRatio: 1.4 },
  { name: 'Select all of 100 rows, to paint', key: 'selectAll', say: ms, mostRatio: 1.1 },
  { name: 'Toggle one of 100 rows, to paint', key: 'toggle', say: ms, mostRatio: 1.1 },
  { name: 'Toggle one of 1,000 rows, script and layout', key: 'toggleOfMany', say: ms, mostRatio: 2 },
  { name: 'Companies to attendance, warm, to paint', key: 'route', say: ms, mostRatio: 1.1 },
];

const runs = Number(process.argv[2] ?? 7);
const contenders = { console: await serve(await consolePage()), floor: await serve(await floorPage()) };
const noted = { console: {}, floor: {} };
const browser = await launchChromium();
try {
  for (let run = 0; run < runs; run += 1) {
    for (const [name, server] of Object.entries(contenders)) await measure(name, server);
  }
} finally {
  await browser.close();
  for (const { stop } of Object.values(contenders)) stop();
}
print();

async function measure(name, server) {
  const note = (figures) => {
    for (const [key, value] of Object.entries(figures)) (noted[name][key] ??= []).push(value);
  };
  server.setRows(100);
  const login = await measureLogin(browser, server.url);
  const { brotli, gzip, requests } = server.weigh(login.addresses);
  note({ loginTime: login.time, loginBrotli: brotli, loginGzip: gzip, loginRequests: requests });
  const { addresses, ...load } = await measureAttendance(browser, server.url);
  note({ ...load, ...server.weigh(addresses) });
  note(await measureUse(browser, server.url));
  server.setRows(1_000);
  note(await measureToggle(browser, server.url));
}

function print() {
  const line = (...cells) =>
    console.log(
      cells[0].padEnd(46) +
        cells
          .slice(1)
          .map((cell) => cell.padStart(11))
          .join(''),
    );
  line(`Medians of ${runs} runs`, 'console', 'floor', 'ratio', 'goal');
  for (const { name, key, say, most, mostRatio } of rows) {
    const [ours, floor] = [median(noted.console[key]), median(noted.floor[key])];
    const isMissed = ours > (most ?? Infinity) || ours / floor > (mostRatio ?? Infinity);
    const goal = most ? say(most) : mostRatio ? times(mostRatio) : '';
    line(name, say(ours), say(floor), times(ours / floor), goal + (isMissed ? ' !' : ''));
  }
}
