// `node scripts/bench/lists.mjs [entries]`: measures every other list call compared with the bare queries for its rows
// and their count, on SQLite and on a temporary PostgreSQL, with 10,000 employees and this many audit entries and
// device events.
import { withBundle } from '../withBundle.mjs';

const entries = Number(process.argv[2] ?? 100_000);
await withBundle('scripts/bench/lists/measure.ts', ({ measureAll }) => measureAll(entries));
