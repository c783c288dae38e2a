// Turns esbuild's output into the site's files: stylesheets, a page for every route, the page for unknown addresses,
// and compressed copies.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { importBundled } from './importBundled.mjs';
import { inlineIcon, linkPage, routePage, screensByRoute } from './pages.mjs';
import { stylesheets } from './styles.mjs';

const brotli = promisify(zlib.brotliCompress);
const gzip = promisify(zlib.gzip);

/** Returns file names ('dist/…') with contents. With `live`, pages reload automatically and nothing is compressed. */
export async function siteFiles(root, result, live) {
  const { outputFiles, metafile } = result;
  const files = new Map(outputFiles.map((file) => [path.relative(root, file.path), file.contents]));
  const { paths } = await importBundled(root, 'src/platform/boot/paths.ts');
  const screens = screensByRoute(metafile, Object.values(paths));
  const styles = stylesheets(result, screens);
  for (const { name, contents } of [styles.whole, ...styles.of.values()]) files.set(name, contents);
  const index = await inlineIcon(root, await readFile(path.join(root, 'index.html'), 'utf8'));
  const page = live ? index.replace('</head>', `${reloadScript}\n</head>`) : index;
  for (const [route, screen] of screens) {
    files.set(path.posix.join('dist', route, 'index.html'), routePage(page, result, styles, route, screen));
  }
  const unknown = await readFile(path.join(root, 'scripts/build/404.html'), 'utf8');
  files.set('dist/404.html', linkPage(unknown, metafile, everyDepth));
  files.set('dist/roll-call.js', await readFile(path.join(root, 'scripts/build/rollCall.mjs')));
  if (live) return files;

  // Not the pages, as a deployer may edit them, and a compressed copy would keep the old contents.
  const compressible = [...files].filter(([name]) => /\.(?:js|css)$/.test(name));
  await Promise.all(
    compressible.map(async ([name, contents]) => {
      files.set(`${name}.br`, await brotli(contents));
      files.set(`${name}.gz`, await gzip(contents, { level: 9 }));
    }),
  );
  return files;
}

const reloadScript = '<script type="module" src="scripts/build/reload.mjs"></script>';

/** Possible bases of the site for a page that does not know its own depth. */
const everyDepth = ['./', ...[1, 2, 3, 4, 5, 6, 7].map((depth) => '../'.repeat(depth))];
