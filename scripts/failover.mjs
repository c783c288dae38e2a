// `npm run failover -- [round … | life]`: runs PostgreSQL under Patroni on three machines, two Rollcalls behind nginx,
// and writers that continue while machines die. A life takes one installation from a released version's data on SQLite
// through the move to PostgreSQL, failovers and retention. Machines are network namespaces, so it needs root on Linux,
// and the Debian packages that it names. Exits with 1 if a write was lost or duplicated or a request got a wrong
// answer, and with 2 if it cannot run.
import { readOptions } from './readOptions.mjs';
import { withBundle } from './withBundle.mjs';

const { positionals } = readOptions(import.meta.filename, { allowPositionals: true });
process.exitCode = await withBundle('scripts/failover/main.ts', ({ main }) => main(positionals));
