// Writes hashed names into pages that name sources. The names are relative, so that the site works under any
// path.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { stylesheets } from './styles.mjs';

const outputOf = (outputs, source) => Object.keys(outputs).find((name) => outputs[name].entryPoint === source);

/** An entry that lazy files import too is empty but for one import: that is the script. */
function withoutDetour(outputs, entry) {
  const { inputs, imports } = outputs[entry];
  const only = imports.filter(({ kind }) => kind === 'import-statement');
  return Object.keys(inputs).length === 0 && only.length === 1 ? only[0].path : entry;
}

/** The built file of the screen that a route's page shows first: src/screens/companies/… for /companies. */
function screenOf(outputs, folder) {
  const sources = new RegExp(`^src/screens/${folder || 'dashboard'}/\\w+Screen\\.tsx$`);
  return Object.keys(outputs).find((name) => sources.test(outputs[name].entryPoint ?? ''));
}

const withImports = (outputs, script) => [script, ...staticImports(outputs, script)];

/**
 * A route's page: its stylesheet, and its screen, which so loads beside the rest. Where the stylesheet is not the
 * whole, the page names that.
 */
export function routePage(page, result, folder) {
  const prefix = folder ? '../' : './';
  const { metafile } = result;
  const screen = screenOf(metafile.outputs, folder);
  const { own, whole } = stylesheets(result);
  const sheet = own(metafile.outputs[screen].entryPoint);
  const tags = [`<link rel="stylesheet" href="${prefix}${path.posix.relative('dist', sheet.name)}">`];
  if (sheet !== whole) tags.push(`<meta name="whole-css" data-route="/${folder}" content="${path.posix.basename(whole.name)}">`);
  return linkPage(page.replace('<script', `${tags.join('\n  ')}\n  <script`), metafile, [prefix], screen);
}

/**
 * The page with its `<script type="module" src="source">` turned into what the source became: scripts that it
 * imports, script; once for every prefix under which the site's base may be.
 */
export function linkPage(page, { outputs }, prefixes, screen) {
  function tags(source, prefix) {
    const entry = outputOf(outputs, source);
    const script = withoutDetour(outputs, entry);
    const ahead = new Set([...staticImports(outputs, script), ...(screen ? withImports(outputs, screen) : [])]);
    const address = (name) => prefix + path.posix.relative('dist', name);
    return [
      ...[...ahead].filter((name) => name !== script && name !== entry)
        .map((name) => `<link rel="modulepreload" href="${address(name)}">`),
      `<script type="module" src="${address(script)}"></script>`,
    ];
  }
  return page.replace(/^( *)<script type="module" src="([^"]+)"><\/script>$/gm, (_, indent, source) =>
    prefixes.flatMap((prefix) => tags(source, prefix)).map((tag) => indent + tag).join('\n'));
}

/**
 * The page with its icon written into it. Browsers ask for an icon late, relative to the address of that
 * moment, which the console may have changed by then.
 */
export async function inlineIcon(root, page) {
  const [link, source] = /href="([^"]+\.svg)"/.exec(page);
  const icon = (await readFile(path.join(root, source), 'utf8')).replace(/>\s+</g, '><').trim();
  return page.replace(link, `href="data:image/svg+xml,${icon.replaceAll('"', "'").replaceAll('#', '%23')}"`);
}

function staticImports(outputs, script, found = new Set()) {
  for (const { path: name, kind } of outputs[script].imports) {
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    staticImports(outputs, name, found);
  }
  return [...found];
}

/** The folders of the routes, which src/paths.ts names. */
export async function routeFolders(root) {
  const { outputFiles } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['src/paths.ts'],
    bundle: true,
    format: 'esm',
    write: false,
  });
  const { paths } = await import(`data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`);
  return Object.values(paths).map((route) => route.slice(1)).filter((folder) => folder !== '');
}
