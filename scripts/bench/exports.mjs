// `node scripts/bench/exports.mjs [rows …]`: measures both exports as a whole, over HTTP from a server with revisions,
// along with the longest task on the page's main thread and the browser's memory.
import { launchChromium } from '../chromium.mjs';
import { withBundle } from '../withBundle.mjs';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000];
await withBundle('scripts/bench/exports/measure.ts', ({ measureAll }) => measureAll(launchChromium, sizes));
