// `node scripts/bench/attendance.mjs [records]`: measures the attendance calls with a million records, on SQLite and on a
// temporary PostgreSQL. Each call over HTTP is compared with the bare query that finds the same rows.
import { withBundle } from '../withBundle.mjs';

const records = Number(process.argv[2] ?? 1_000_000);
await withBundle('scripts/bench/attendance/measure.ts', ({ measureAll }) => measureAll(records));
