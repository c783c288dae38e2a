// `npm run bench [-- <name> [number …]]`: measures speed, compared with a hand-written page and with the bare queries for
// the same rows, on SQLite and on a temporary PostgreSQL. Without a name, it measures everything. The numbers below are
// the usual ones. docs/benchmarks.md has results.
//
//   console 7           runs of the built console in a browser and of scripts/bench/floor, a page with the same content
//   daily               work in the browser, on the server with its sample data
//   attendance 1000000  records for the attendance calls; a second number is for PostgreSQL, where they cover five years,
//                       and a hundred million take 50 GB and half an hour to store
//   lists 100000        audit entries and device events for every other list
//   answers 100000      records for the answers per second of processor time, with which other programs hardly interfere
//   search 200000       employees, among whom each key of a search is measured beside a plain page of the same list
//   timesheets 2000     people with 31 days of timesheets, and how long other requests waited for them
//   devices 30          seconds of 1,000 devices that poll and send 100 events a second, beside bare node:http
//   exports 1000        rows of both files, usually of 10,000 and 100,000 as well, with the longest task of the page and
//                       the memory of the browser
import { execFileSync } from 'node:child_process';
import { readOptions } from './readOptions.mjs';
import { withBundle } from './withBundle.mjs';

const measures = {
  console: async (runs = 7) => (await import('./bench/console.mjs')).measureConsole(runs),
  daily: async () => (await import('./bench/daily.mjs')).measureDaily(),
  attendance: (sqlite = 1_000_000, postgres = sqlite) => onServer('attendance', { sqlite, postgres }),
  lists: (entries = 100_000) => onServer('lists', entries),
  answers: (records = 100_000) => onServer('answers', records),
  search: (employees = 200_000) => onServer('search', employees),
  timesheets: (people = 2_000) => onServer('timesheets', people),
  devices: (seconds = 30) => onServer('devices', seconds),
  exports: async (...rows) => {
    const { launchChromium } = await import('./chromium.mjs');
    await onServer('exports', launchChromium, rows.length > 0 ? rows : [1_000, 10_000, 100_000]);
  },
};

const { positionals } = readOptions(import.meta.filename, { allowPositionals: true });
const [name, ...numbers] = positionals;
const wrong = numbers.find((number) => !/^[1-9]\d*$/.test(number));
if (name === undefined) {
  for (const each of Object.keys(measures))
    execFileSync(process.execPath, [import.meta.filename, each], { stdio: 'inherit' });
} else if (!Object.hasOwn(measures, name)) {
  refuse(`Unknown measurement '${name}': use ${Object.keys(measures).join(', ')}`);
} else if (wrong !== undefined) {
  refuse(`'${wrong}' must be a whole number of at least 1`);
} else {
  await measures[name](...numbers.map(Number));
}

function onServer(folder, ...given) {
  return withBundle(`scripts/bench/${folder}/measure.ts`, ({ measureAll }) => measureAll(...given));
}

function refuse(message) {
  console.error(message);
  process.exit(2);
}
