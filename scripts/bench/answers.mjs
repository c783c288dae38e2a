// `node scripts/bench/answers.mjs [records]`: how many answers a second one core gives, for lists that consoles ask for,
// beside the bare query. Counted by the server's processor time, so that other programs do not matter much.
import { withBundle } from '../withBundle.mjs';

const records = Number(process.argv[2] ?? 100_000);
await withBundle('scripts/bench/answers/measure.ts', ({ measureAnswers }) => measureAnswers(records));
