// `npm run tryton -- --company 'Ashdown & Vale Logistics'`: starts a real Tryton with the employees of a company, to try
// the HR sync with. `--help` lists the options.
import { withBundle } from './withBundle.mjs';

process.exitCode = await withBundle('scripts/tryton/main.ts', ({ main }) => main(process.argv.slice(2)));
