// `node scripts/build/kit.mjs folder`: bundles the conformance kit into conformance.mjs, which only needs Node, as in
// somebody else's CI.
import './requireNode.mjs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';

const root = path.resolve(import.meta.dirname, '../..');

await esbuild.build({
  absWorkingDir: root,
  stdin: {
    contents: `import { main } from './main.ts'; process.exitCode = await main(process.argv.slice(2));`,
    resolveDir: path.join(root, 'scripts/conformance'),
    loader: 'ts',
  },
  banner: { js: await readFile(path.join(root, 'scripts/build/requireNode.mjs'), 'utf8') },
  outfile: path.resolve(process.argv[2] ?? 'build', 'conformance.mjs'),
  bundle: true,
  platform: 'node',
  target: 'node22.13',
  format: 'esm',
  preserveSymlinks: true,
});
