// `npm run device -- --kind zkteco --serial ESY4241100079 --people 50 --days 30 --faults all`: simulates a device at a
// door, with the faults of real ones, against a running server. `--help` lists the options.
import { withBundle } from './withBundle.mjs';

process.exitCode = await withBundle('scripts/device/main.ts', ({ main }) => main(process.argv.slice(2)));
