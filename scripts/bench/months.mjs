// `node scripts/bench/months.mjs [records] [months]`: on a temporary PostgreSQL, moves a table of an earlier version into
// months while it is read and written, then removes its oldest month at once, and compares the first page with the bare query.
import { withBundle } from '../withBundle.mjs';

const [records = 1_000_000, months = 4] = process.argv.slice(2).map(Number);
await withBundle('scripts/bench/months/measure.ts', ({ measure }) => measure(records, months));
