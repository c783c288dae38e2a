// Bundles a TypeScript entry point and passes its exports to `use`.
import './closedOutput.mjs';
import './build/requireNode.mjs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { root } from '../esbuild.config.mjs';

export async function withBundle(entryPoint, use) {
  // In node_modules, so that external packages resolve.
  const folder = await mkdtemp(path.join(root, 'node_modules/.bundle-'));
  try {
    const outfile = path.join(folder, 'bundle.mjs');
    await esbuild.build({
      absWorkingDir: root,
      entryPoints: [entryPoint],
      outfile,
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
    });
    await esbuild.stop();
    return await use(await import(outfile));
  } finally {
    await rm(folder, { recursive: true });
  }
}
