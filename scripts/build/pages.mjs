// Writes hashed names into pages that name sources. The names are relative, so that the site works under any
// path.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { closure } from './chunks.mjs';

const outputOf = (outputs, source) => Object.keys(outputs).find((name) => outputs[name].entryPoint === source);

/** The built file of the screen that a route's page shows first: HrSyncScreen.tsx for /hr-sync. */
function screenOf(outputs, folder) {
  const name = (folder || 'dashboard').replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
  const sources = new RegExp(`/${name}Screen\\.tsx$`);
  return Object.keys(outputs).find((name) => sources.test(outputs[name].entryPoint ?? ''));
}

const isBehindSignIn = (graph, screen) => closure(graph, screen).has('src/app/signedIn.ts');

/**
 * A route's page: its stylesheet, and its screen, which so loads beside the rest. Where the stylesheet is not the
 * whole, the page names that, and the route whose screen needs nothing else.
 */
export function routePage(page, { metafile, graph }, { own, whole }, folder) {
  const prefix = folder ? '../' : './';
  const screen = screenOf(metafile.outputs, folder);
  const sheet = own(metafile.outputs[screen].entryPoint);
  const tags = [`<link rel="stylesheet" href="${prefix}${path.posix.relative('dist', sheet.name)}">`];
  if (sheet !== whole) {
    const route = isBehindSignIn(graph, metafile.outputs[screen].entryPoint) ? ` data-route="/${folder}"` : '';
    tags.push(`<meta name="whole-css"${route} content="${path.posix.basename(whole.name)}">`);
  }
  return linkPage(
    page.replace('<script', () => `${tags.join('\n  ')}\n  <script`),
    metafile,
    [prefix],
    screen,
  );
}

/**
 * The page with each `<script type="module" src="source">` turned into what the source became, and the files that
 * they and the screen import before the last of them; once for every prefix under which the site's base may be.
 */
export function linkPage(page, { outputs }, prefixes, screen) {
  const pattern = /^( *)<script type="module" src="([^"]+)"><\/script>$/gm;
  const scripts = [...page.matchAll(pattern)].map(([, , source]) => outputOf(outputs, source));
  const wanted = screen ? [...scripts, screen] : scripts;
  const ahead = new Set([
    ...wanted.flatMap((script) => staticImports(outputs, script)),
    ...wanted.slice(scripts.length),
  ]);
  const links = [...ahead].filter((name) => !scripts.includes(name));
  const address = (prefix, name) => prefix + path.posix.relative('dist', name);

  return page.replace(pattern, (_, indent, source) => {
    const script = outputOf(outputs, source);
    const tags = prefixes.flatMap((prefix) => [
      ...(script === scripts.at(-1) ? links : []).map(
        (name) => `<link rel="modulepreload" href="${address(prefix, name)}">`,
      ),
      `<script type="module" src="${address(prefix, script)}"></script>`,
    ]);
    return tags.map((tag) => indent + tag).join('\n');
  });
}

/**
 * The page with its icon written into it. Browsers ask for an icon late, relative to the address of that
 * moment, which the console may have changed by then. A bitmap: they draw an SVG anew at every change of the address.
 */
export async function inlineIcon(root, page) {
  const [link, source] = /href="([^"]+\.png)"/.exec(page);
  const icon = await readFile(path.join(root, source), 'base64');
  return page.replace(link, `href="data:image/png;base64,${icon}"`);
}

function staticImports(outputs, script, found = new Set()) {
  for (const { path: name, kind } of outputs[script].imports) {
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    staticImports(outputs, name, found);
  }
  return [...found];
}

/** The folders of the routes, which src/boot/paths.ts names. */
export async function routeFolders(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/boot/paths.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const { paths } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return Object.values(paths)
    .map((route) => route.slice(1))
    .filter((folder) => folder !== '');
}
