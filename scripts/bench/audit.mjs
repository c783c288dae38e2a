// `node scripts/bench/audit.mjs [entries]`: measures the pages of the audit on SQLite and on a temporary PostgreSQL,
// and verifies the whole chain as the browser does. With 1000000 entries it takes minutes. Times are ratios to those of
// the first page in the same run.
import { withBundle } from '../withBundle.mjs';

const entries = Number(process.argv[2] ?? 20_000);
await withBundle('scripts/bench/audit/measure.ts', ({ measureAll }) => measureAll(entries));
