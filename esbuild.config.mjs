// Builds dist/ (the static site) and build/server.mjs (the reference server, with its packages), with the same bytes
// whenever and wherever it runs. `node esbuild.config.mjs [folder]` puts dist/ and build/ under that folder.
import './scripts/build/requireNode.mjs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import esbuild from 'esbuild';
import { accessPlugin, withoutSchemas } from './scripts/build/access.mjs';
import { fewChunks, graphOf } from './scripts/build/chunks.mjs';
import { commitOf } from './scripts/build/commit.mjs';
import { hashOf } from './scripts/build/hash.mjs';
import { licencesOf } from './scripts/build/licences.mjs';
import { reactPlugin } from './scripts/build/react.mjs';
import { siteFiles } from './scripts/build/site.mjs';
import { stylesPlugin } from './scripts/build/styles.mjs';
import { workerPlugin } from './scripts/build/worker.mjs';

export const root = import.meta.dirname;

const shared = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  sourcemap: 'linked',
  metafile: true,
  legalComments: 'none', // they are in third-party-licences.txt
  logOverride: { 'import-is-undefined': 'error' }, // a mistyped class of a CSS module
  preserveSymlinks: true, // hashes must not depend on where node_modules really is
  write: false, // output paths are part of the hashes, so everything is built as if for dist/ and build/
};

const browser = {
  ...shared,
  minify: true,
  plugins: [withoutSchemas],
  target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
  define: { 'process.env.NODE_ENV': '"production"' },
  // jspdf needs these only for HTML, SVG and images, which it never gets from us.
  alias: {
    canvg: './scripts/build/absent.mjs',
    html2canvas: './scripts/build/absent.mjs',
    dompurify: './scripts/build/absent.mjs',
    'core-js': './scripts/build/absent.mjs',
    'fast-png': './scripts/build/absent.mjs',
    regexparam: './scripts/build/absent.mjs', // for wouter's path patterns, which the route table does not use
  },
};

/** Options for the console. `live` keeps it readable and adds the script that reloads the page in development. */
export function siteOptions({ live = false } = {}) {
  const options = live ? { ...browser, minify: false, define: { 'process.env.NODE_ENV': '"development"' } } : browser;
  return {
    ...options,
    entryPoints: [
      'src/entry.ts',
      'src/main.tsx',
      'scripts/build/404.mjs',
      ...(live ? ['scripts/build/reload.mjs'] : []),
    ],
    outdir: 'dist/assets',
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    splitting: true,
    plugins: [
      ...options.plugins,
      accessPlugin(options),
      reactPlugin(options),
      workerPlugin(options),
      stylesPlugin(options),
    ],
  };
}

export const serverOptions = {
  ...shared,
  entryPoints: ['server/main.ts'],
  banner: { js: await readFile(path.join(root, 'scripts/build/requireNode.mjs'), 'utf8') },
  outfile: 'build/server.mjs',
  platform: 'node',
  target: 'node22.13',
};

/** Files in the site's folder of fonts for PDF exports, see src/platform/export/pdf/fonts.ts. */
export const fonts = {
  'dist/fonts/fonts.txt': 'src/platform/export/pdf/fonts.txt',
  'dist/fonts/DejaVuSans.ttf': 'node_modules/dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dist/fonts/DejaVuSans-LICENSE.txt': 'node_modules/dejavu-fonts-ttf/LICENSE',
};

/** Writes esbuild's output and the pages around it under `folder`. Replaces dist/. */
export async function write(folder, site, server, { live = false } = {}) {
  const files = await siteFiles(root, { graph: site.metafile.inputs, ...site }, live);
  for (const file of server.outputFiles) files.set(path.relative(root, file.path), file.contents);
  const inputs = { site: site.metafile, server: server.metafile };
  files.set('build/meta.json', JSON.stringify(inputs, null, 2));
  for (const [name, source] of Object.entries(fonts)) files.set(name, await readFile(path.join(root, source)));
  files.set('dist/third-party-licences.txt', await licencesOf(root, site.metafile, ['dejavu-fonts-ttf']));
  files.set('build/third-party-licences.txt', await licencesOf(root, server.metafile));

  await rm(path.join(folder, 'dist'), { recursive: true, force: true });
  for (const [name, contents] of files) {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, contents);
  }
}

export async function build(folder = root) {
  const options = siteOptions();
  const graph = await graphOf(options);
  const site = await esbuild.build({ ...options, plugins: [fewChunks(options, graph), ...options.plugins] });
  await write(folder, { ...site, graph }, await esbuild.build(serverOptions));
  await writeCommit(folder);
}

/** Writes the commit that the server reports, in its own file, as a release's commit contains hashes of the others. */
async function writeCommit(folder) {
  const commit = commitOf(root);
  const file = path.join(folder, 'build/commit.txt');
  if (commit) await writeFile(file, `${commit.id}${commit.changes ? ', changed' : ''}\n`);
  else await rm(file, { force: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = path.resolve(process.argv[2] ?? root);
  await build(folder);
  console.log(`Built dist/; its hash is ${await hashOf(path.join(folder, 'dist'))}`);
}
