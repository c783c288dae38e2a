// `node scripts/bench/attendance.mjs [records on SQLite] [records on PostgreSQL]`: measures the attendance calls over
// HTTP compared with the bare query for the same rows. On PostgreSQL, the records cover five years; a hundred million
// of them take 50 GB and half an hour to store.
import { withBundle } from '../withBundle.mjs';

const [sqlite = 1_000_000, postgres = sqlite] = process.argv.slice(2).map(Number);
await withBundle('scripts/bench/attendance/measure.ts', ({ measureAll }) => measureAll({ sqlite, postgres }));
