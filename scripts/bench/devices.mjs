// `node scripts/bench/devices.mjs [seconds]`: CPU time for 1,000 devices that poll every 10 s and 100 events a second,
// compared with bare node:http, and the time for a device to resend everything it holds. Runs on SQLite and on a
// temporary PostgreSQL. Servers run in their own processes, so that the callers' CPU time does not count.
import { withBundle } from '../withBundle.mjs';

const [, , first, ...more] = process.argv;
if (first === 'serve') await withBundle('scripts/bench/devices/serve.ts', ({ serve }) => serve(...more));
else await withBundle('scripts/bench/devices/measure.ts', ({ measureAll }) => measureAll(Number(first ?? 30)));
