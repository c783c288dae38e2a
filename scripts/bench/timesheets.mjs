// `node scripts/bench/timesheets.mjs [people]`: measures the timesheets of 2,000 people and 31 days, on SQLite and on a
// temporary PostgreSQL, and how long other requests had to wait for them.
import { withBundle } from '../withBundle.mjs';

const people = Number(process.argv[2] ?? 2_000);
await withBundle('scripts/bench/timesheets/measure.ts', ({ measureAll }) => measureAll(people));
