// Builds page.ts the way the product is built: `node buildPage.mjs <folder>` makes a site in the folder.

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { fonts, root, siteOptions } from '../../../esbuild.config.mjs';

const [, , folder] = process.argv;
const page = 'tests/support/exports/page.ts';
const { outputFiles, metafile } = await esbuild.build({ ...siteOptions(), entryPoints: [page] });
const save = async (name, contents) => {
  const file = path.join(folder, path.relative('dist', name));
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, contents);
};
for (const file of outputFiles) await save(path.relative(root, file.path), file.contents);
await mkdir(path.join(folder, 'fonts'));
for (const [name, source] of Object.entries(fonts)) {
  await copyFile(path.join(root, source), path.join(folder, path.relative('dist', name)));
}
const [script] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === page) ?? [];
const head = '<!doctype html><html lang="en"><title>Exports</title><link rel="icon" href="data:,">';
await save('dist/index.html', `${head}<script type="module" src="assets/${path.basename(script)}"></script>`);
