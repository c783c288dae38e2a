// `node scripts/bench/hr.mjs [records]`: sends 10,000 records of a day to an HR system of each kind, on SQLite and on a
// temporary PostgreSQL, compared with the bare HTTP of the same requests in the same run.
import { withBundle } from '../withBundle.mjs';

const records = Number(process.argv[2] ?? 10_000);
await withBundle('scripts/bench/hr/measure.ts', ({ measureAll }) => measureAll(records));
