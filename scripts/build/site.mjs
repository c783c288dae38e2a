// Makes the site's files out of what esbuild built: one stylesheet, a page for every route, the page for
// unknown addresses, compressed siblings.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { inlineIcon, linkPage, routeFolders } from './pages.mjs';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** From files' names ('dist/…') to contents. `live`: pages reload by themselves, nothing is compressed. */
export async function siteFiles(root, { outputFiles, metafile }, live) {
  const files = new Map(outputFiles.map((file) => [path.relative(root, file.path), file.contents]));
  for (const copy of copiedStyles(metafile)) {
    files.delete(copy);
    files.delete(`${copy}.map`);
  }
  const index = await inlineIcon(root, await readFile(path.join(root, 'index.html'), 'utf8'));
  const page = live ? index.replace('</head>', `${reloadScript}\n</head>`) : index;
  files.set('dist/index.html', linkPage(page, metafile, ['./']));
  for (const folder of await routeFolders(root)) {
    files.set(`dist/${folder}/index.html`, linkPage(page, metafile, ['../']));
  }
  const unknown = await readFile(path.join(root, 'scripts/build/404.html'), 'utf8');
  files.set('dist/404.html', linkPage(unknown, metafile, everyDepth));
  if (live) return files;

  // Not the pages: whoever installs the site may edit them, and a compressed sibling would still say the old.
  const compressible = [...files].filter(([name]) => /\.(?:js|css)$/.test(name));
  await Promise.all(compressible.map(async ([name, contents]) => {
    files.set(`${name}.br`, await brotli(contents));
    files.set(`${name}.gz`, await gzip(contents, { level: 9 }));
  }));
  return files;
}

const reloadScript = '<script type="module" src="scripts/build/reload.mjs"></script>';

/** How a page names the site's base when it does not know how deep it stands. */
const everyDepth = ['./', ...[1, 2, 3, 4, 5, 6, 7].map((depth) => '../'.repeat(depth))];

/** All styles are in the entry's stylesheet; those that esbuild writes beside lazy screens are never loaded. */
function copiedStyles({ outputs }) {
  const styles = Object.keys(outputs).filter((name) => name.endsWith('.css'));
  const { cssBundle: whole } = Object.values(outputs).find((output) => output.entryPoint === 'src/main.tsx');
  const copies = styles.filter((name) => name !== whole);
  const missing = copies.flatMap((name) => Object.keys(outputs[name].inputs))
    .filter((input) => !(input in outputs[whole].inputs));
  if (missing.length > 0) throw new Error(`Not in the one stylesheet: ${missing.join(', ')}`);
  return copies;
}
