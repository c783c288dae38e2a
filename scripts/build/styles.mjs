// Each style file becomes a script that exports its class names. The kit's styles, src/platform/ui, go into their own
// layer, so that a screen's styles override them. The rules go into stylesheets: one per page, with what its screen
// needs, and a complete one, which the page loads before it shows anything else. Names of classes and of our properties
// are readable in development and short in the product, where they would otherwise make up a fifth of a stylesheet.
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import esbuild from 'esbuild';
import { closure, first, main, screensInShell, shell } from './chunks.mjs';
import { shortHash } from './hash.mjs';
import { importText } from './importBundled.mjs';

/** Adds `styles` to the build's result: each file with its rules. */
export function stylesPlugin({ absWorkingDir, target, minify }) {
  return {
    name: 'styles',
    async setup(build) {
      const styles = new Map();
      const codes = await codesOf(absWorkingDir);
      build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
        const address = JSON.stringify(file);
        const isModule = file.endsWith('.module.css');
        const { outputFiles } = await esbuild.build({
          absWorkingDir,
          target,
          minifyWhitespace: minify,
          minifySyntax: minify,
          stdin: {
            contents: isModule ? `import names from ${address}; export default names` : `import ${address}`,
            resolveDir: path.dirname(file),
          },
          bundle: true,
          format: 'esm',
          outdir: 'styles',
          write: false,
        });
        const made = (ending) => outputFiles.find((output) => output.path.endsWith(ending))?.text ?? '';
        const source = path.relative(absWorkingDir, file).replaceAll('\\', '/');
        const names = isModule ? await namesIn(made('.js')) : [];
        const classes = names.map(([name, full], index) => ({
          name,
          full,
          short: minify ? codes.get(source) + index.toString(36) : full,
        }));
        const rules = classes.reduce(renamed, made('.css').trim());
        styles.set(source, isModule && source.startsWith('src/platform/ui/') ? `@layer ui{${rules}}` : rules);
        return { contents: classes.map(namedExport).join('\n'), loader: 'js' };
      });
      build.onEnd((result) => {
        const properties = minify ? shortProperties(styles) : new Map();
        const shortened = (rules) => rules.replaceAll(/--[a-z][\w-]*/g, (name) => properties.get(name) ?? name);
        result.styles = new Map([...styles].map(([file, rules]) => [file, shortened(rules)]));
      });
    },
  };
}

async function namesIn(script) {
  const { default: names } = await importText(script);
  return Object.entries(names);
}

/** Returns a short prefix for each file: '_a' to '_z', then '_aa'. Ad blockers would hide a bare 'ad1'. */
async function codesOf(root) {
  const files = await readdir(path.join(root, 'src'), { recursive: true });
  const modules = files
    .filter((file) => file.endsWith('.module.css'))
    .map((file) => `src/${file.replaceAll('\\', '/')}`);
  const letter = (index) => String.fromCharCode(97 + (index % 26));
  return new Map(
    modules
      .sort()
      .map((file, index) => [file, `_${index < 26 ? '' : letter(Math.floor(index / 26) - 1)}${letter(index)}`]),
  );
}

/** Returns short names for our properties, which no script sets: '--0', '--1'. */
function shortProperties(styles) {
  const names = [...new Set([...styles.values()].flatMap((rules) => rules.match(/--[a-z][\w-]*/g) ?? []))];
  return new Map(names.sort().map((name, index) => [name, `--${index.toString(36)}`]));
}

const renamed = (rules, { full, short }) => rules.replaceAll(new RegExp(`\\.${full}(?![\\w-])`, 'g'), `.${short}`);

/** Returns an export for a class, so that a mistyped one is an error. */
const namedExport = ({ name, short }) => `export const ${name} = ${JSON.stringify(short)};`;

/** Returns the `whole` stylesheet and the one `of` each route, with what it covers. `screens` has sources by route. */
export function stylesheets({ styles, graph }, screens) {
  const inShell = screensInShell(graph);
  const needs = (...files) => files.flatMap((file) => [...closure(graph, file)]).filter((file) => styles.has(file));
  const inOrder = [...new Set([...needs(main, ...first), ...[...styles.keys()].sort()])];
  const sheet = (name, files) =>
    stylesheet(
      name,
      inOrder.filter((file) => files.includes(file)),
      styles,
    );
  const of = new Map(
    [...screens].map(([route, screen]) => {
      const files = needs(main, screen, ...(inShell.has(screen) ? [shell] : []));
      const isCovered = ([, other]) => needs(other).every((file) => files.includes(file));
      const covers = [['shell', shell], ...screens].filter(isCovered).map(([name]) => name);
      return [route, { ...sheet(path.basename(screen, '.tsx'), files), covers }];
    }),
  );
  return { whole: sheet('all', inOrder), of };
}

function stylesheet(name, files, styles) {
  const contents = files.map((file) => `${styles.get(file)}\n`).join('');
  return { name: `dist/assets/${name}-${shortHash(contents)}.css`, contents: Buffer.from(contents) };
}
