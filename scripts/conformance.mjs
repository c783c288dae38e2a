// `npm run conformance -- --api URL --email … --password …`: checks any server against the contract, with
// the console's own client and decoders. docs/backends.md says what it asks.
import esbuild from 'esbuild';
import path from 'node:path';

const { outputFiles } = await esbuild.build({
  absWorkingDir: path.resolve(import.meta.dirname, '..'),
  entryPoints: ['scripts/conformance/main.ts'],
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  write: false,
});
await esbuild.stop();
const { main } = await import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`);
process.exitCode = await main(process.argv.slice(2));
