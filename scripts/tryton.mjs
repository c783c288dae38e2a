// `npm run tryton -- --company 'Ashdown & Vale Logistics'`: starts a real Tryton with a company's employees, for trying
// the HR sync. `--help` lists the options.
import { withBundle } from './withBundle.mjs';

process.exitCode = await withBundle('scripts/tryton/main.ts', ({ main }) => main(process.argv.slice(2)));
