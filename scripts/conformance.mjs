// `npm run conformance -- --api URL --email … --password …`: checks any server against the contract, with the console's
// own client and decoders. See docs/backends.md.
import { withBundle } from './withBundle.mjs';

process.exitCode = await withBundle('scripts/conformance/main.ts', ({ main }) => main(process.argv.slice(2)));
