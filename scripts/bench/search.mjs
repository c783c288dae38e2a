// `node scripts/bench/search.mjs [employees]`: measures each keystroke of a search among 200,000 employees, on SQLite
// and on a temporary PostgreSQL, compared with a plain page of the same list in the same run.
import { withBundle } from '../withBundle.mjs';

const employees = Number(process.argv[2] ?? 200_000);
await withBundle('scripts/bench/search/measure.ts', ({ measureAll }) => measureAll(employees));
