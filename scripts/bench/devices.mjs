// `node scripts/bench/devices.mjs [seconds]`: what 1,000 devices cost that poll every 10 s beside 100 events a second, in
// CPU time and compared with bare node:http, and how long a device takes that sends all it holds again. On SQLite and on a
// temporary PostgreSQL. The servers are processes of their own, so that their CPU time is not that of who calls them.
import { withBundle } from '../withBundle.mjs';

const [, , first, ...more] = process.argv;
if (first === 'serve') await withBundle('scripts/bench/devices/serve.ts', ({ serve }) => serve(...more));
else await withBundle('scripts/bench/devices/measure.ts', ({ measureAll }) => measureAll(Number(first ?? 30)));
