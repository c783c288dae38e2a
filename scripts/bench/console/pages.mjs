// The two pages to compare, built with the same options, as maps from URL paths to contents.

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import esbuild from 'esbuild';
import { build, root, siteOptions } from '../../../esbuild.config.mjs';

export async function consolePage() {
  const folder = await mkdtemp(path.join(tmpdir(), 'rollcall-bench-'));
  try {
    await build(folder);
    const dist = path.join(folder, 'dist');
    const names = await readdir(dist, { recursive: true });
    const wanted = names.filter((name) => /\.(?:html|js|css)$/.test(name));
    const read = async (name) => [`/${name.replaceAll(path.sep, '/')}`, await readFile(path.join(dist, name))];
    return new Map(await Promise.all(wanted.map(read)));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function floorPage() {
  const floor = path.join(root, 'scripts/bench/floor');
  const { outputFiles } = await esbuild.build({
    ...siteOptions(),
    entryPoints: ['scripts/bench/floor/floor.tsx', 'scripts/bench/floor/floor.css'],
    entryNames: '[name]',
    sourcemap: false,
    splitting: false,
    plugins: [],
  });
  const files = new Map([['/index.html', await readFile(path.join(floor, 'index.html'))]]);
  for (const { path: file, contents } of outputFiles) {
    if (/\.(?:js|css)$/.test(file)) files.set(`/assets/${path.basename(file)}`, Buffer.from(contents));
  }
  return files;
}
