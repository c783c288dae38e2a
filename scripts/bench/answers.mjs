// `node scripts/bench/answers.mjs [records]`: answers per second and core, for lists that consoles request, compared
// with the bare query. Measured as the server's processor time, so that other programs hardly matter.
import { withBundle } from '../withBundle.mjs';

const records = Number(process.argv[2] ?? 100_000);
await withBundle('scripts/bench/answers/measure.ts', ({ measureAnswers }) => measureAnswers(records));
