// `node scripts/bench/exports.mjs [rows …]`: measures both exports as a whole, over HTTP from a server with revisions,
// with the longest task of the page's main thread and the memory that the browser takes.
import { launchChromium } from '../chromium.mjs';
import { withBundle } from '../withBundle.mjs';

const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [100_000];
await withBundle('scripts/bench/exports/measure.ts', ({ measureAll }) => measureAll(launchChromium, sizes));
