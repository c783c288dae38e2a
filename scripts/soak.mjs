// `npm run soak -- [console | server] [--rounds N]`: works with the console for a day in a real browser, and
// plagues the server with misbehaving clients; both must end as they began. Ends with 1 where they do not, with 2
// where nobody knows what is asked for.
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root } from '../esbuild.config.mjs';

process.chdir(root);
// Beside node_modules, so that what is external is found.
const folder = await mkdtemp(path.join(root, 'node_modules/.soak-'));
try {
  await build(folder);
  const outfile = path.join(folder, 'soak.mjs');
  await esbuild.build({
    entryPoints: ['scripts/soak/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const { main } = await import(outfile);
  process.exitCode = await main(process.argv.slice(2), path.join(folder, 'dist'));
} finally {
  await rm(folder, { recursive: true });
  await esbuild.stop();
}
