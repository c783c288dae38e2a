// Writes hashed names into pages that name sources. The names are relative, so that the site works under any
// path.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * The page with its `<script type="module" src="source">` turned into what the source became: stylesheet,
 * scripts that it imports, script; once for every prefix under which the site's base may be.
 */
export function linkPage(page, { outputs }, prefixes) {
  function tags(source, prefix) {
    const script = Object.keys(outputs).find((name) => outputs[name].entryPoint === source);
    const address = (name) => prefix + path.posix.relative('dist', name);
    const styles = outputs[script].cssBundle;
    return [
      ...(styles ? [`<link rel="stylesheet" href="${address(styles)}">`] : []),
      ...staticImports(outputs, script).map((name) => `<link rel="modulepreload" href="${address(name)}">`),
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
  return page.replace(link, `href="data:image/svg+xml,${encodeURIComponent(icon)}"`);
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
