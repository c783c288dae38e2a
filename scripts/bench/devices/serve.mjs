// Runs the server of the measurement in a process of its own: `node scripts/bench/devices/serve.mjs <kind> <location>`.
import { withBundle } from '../../withBundle.mjs';

const [kind, location] = process.argv.slice(2);
await withBundle('scripts/bench/devices/serve.ts', ({ serve }) => serve(kind, location));
