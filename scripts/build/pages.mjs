// Writes the names of built files into pages that name sources. They are relative, so the site works under any path.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ahead, shell } from './chunks.mjs';

const outputOf = (outputs, source) => Object.keys(outputs).find((name) => outputs[name].entryPoint === source);

/** Finds the file with a source's code. The file of an entry point that others import only imports that one. */
const codeOf = (outputs, source) => Object.keys(outputs).find((name) => outputs[name].inputs[source]);

/** Returns the source of each route's screen, such as HrSyncScreen.tsx for /hr-sync. */
export function screensByRoute({ outputs }, routes) {
  const entries = Object.values(outputs).map(({ entryPoint = '' }) => entryPoint);
  return new Map(
    routes.map((route) => {
      const words = route.slice(1) || 'dashboard';
      const name = words.replace(/(?:^|-)(\w)/g, (_, letter) => letter.toUpperCase());
      return [route, entries.find((entry) => path.basename(entry) === `${name}Screen.tsx`)];
    }),
  );
}

/**
 * Returns a route's page, with its stylesheet, and with links that load its screen in parallel with the rest. Also
 * names the complete stylesheet, and what the page's own covers, see src/platform/boot/stylesheets.ts.
 */
export function routePage(page, { metafile }, { of, whole }, route, screen) {
  const prefix = route === '/' ? './' : '../';
  const sheet = of.get(route);
  const tags = [
    `<link rel="stylesheet" href="${prefix}${path.posix.relative('dist', sheet.name)}">`,
    `<meta name="whole-css" data-covers="${sheet.covers.join(' ')}" content="${path.posix.basename(whole.name)}">`,
  ];
  const lazy = sheet.covers.includes('shell') ? [ahead, shell, screen] : [screen];
  return linkPage(
    page.replace('<script', () => `${tags.join('\n  ')}\n  <script`),
    metafile,
    [prefix],
    lazy.map((source) => outputOf(metafile.outputs, source)),
  );
}

/**
 * Replaces each source in `<script type="module" src="source">` with its built file, and adds preload links for what
 * those and the `lazy` files import. Does so once for each prefix under which the site's base may be.
 */
export function linkPage(page, { outputs }, prefixes, lazy = []) {
  const pattern = /^( *)<script type="module"( blocking="render")? src="([^"]+)"><\/script>$/gm;
  const scripts = [...page.matchAll(pattern)].map(([, , , source]) => codeOf(outputs, source));
  const needed = new Set([...[...scripts, ...lazy].flatMap((script) => staticImports(outputs, script)), ...lazy]);
  const links = [...needed].filter((name) => !scripts.includes(name));
  const address = (prefix, name) => prefix + path.posix.relative('dist', name);

  return page.replace(pattern, (_, indent, blocking = '', source) => {
    const script = codeOf(outputs, source);
    const tags = prefixes.flatMap((prefix) => [
      ...(script === scripts.at(-1) ? links : []).map(
        (name) => `<link rel="modulepreload" href="${address(prefix, name)}">`,
      ),
      `<script type="module"${blocking} src="${address(prefix, script)}"></script>`,
    ]);
    return tags.map((tag) => indent + tag).join('\n');
  });
}

/**
 * Inlines the page's icon. Browsers request an icon late, relative to the current address, which the console may have
 * changed by then. It is a bitmap because browsers redraw an SVG at every change of the address.
 */
export async function inlineIcon(root, page) {
  const [link, source] = /href="([^"]+\.gif)"/.exec(page);
  const icon = await readFile(path.join(root, source), 'base64');
  return page.replace(link, `href="data:image/gif;base64,${icon}"`);
}

function staticImports(outputs, script, found = new Set()) {
  for (const { path: name, kind } of outputs[script].imports) {
    if (kind !== 'import-statement' || found.has(name)) continue;
    found.add(name);
    staticImports(outputs, name, found);
  }
  return [...found];
}
