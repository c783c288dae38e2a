// Styles: each file becomes a script that exports its class names ('Button_primary'), and its rules go into two
// stylesheets: what the first page needs, for the pages that come before the sign-in, and the whole for all others.
import { createHash } from 'node:crypto';
import esbuild from 'esbuild';
import path from 'node:path';
import { closure } from './chunks.mjs';

/** Adds `styles`, from each file to its rules, to the build's result. */
export function stylesPlugin({ absWorkingDir, target, minify }) {
  return {
    name: 'styles',
    setup(build) {
      const styles = new Map();
      build.onLoad({ filter: /\.css$/ }, async ({ path: file }) => {
        const name = JSON.stringify(file);
        const isModule = file.endsWith('.module.css');
        const { outputFiles } = await esbuild.build({
          absWorkingDir,
          target,
          minifyWhitespace: minify,
          minifySyntax: minify,
          stdin: {
            contents: isModule ? `import names from ${name}; export default names` : `import ${name}`,
            resolveDir: path.dirname(file),
          },
          bundle: true,
          format: 'esm',
          outdir: 'styles',
          write: false,
        });
        const made = (ending) => outputFiles.find((output) => output.path.endsWith(ending))?.text ?? '';
        styles.set(path.relative(absWorkingDir, file).replaceAll('\\', '/'), made('.css').trim());
        return { contents: isModule ? await namedExports(made('.js')) : '', loader: 'js' };
      });
      build.onEnd((result) => {
        result.styles = styles;
      });
    },
  };
}

/** One export for each class, so that a mistyped one is an error. */
async function namedExports(script) {
  const { default: names } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
  return Object.entries(names).map(([name, full]) => `export const ${name} = ${JSON.stringify(full)};`).join('\n');
}

/** The two stylesheets, as { name, contents }. */
export function stylesheets({ styles, metafile: { inputs } }, entry) {
  const first = [...closure(inputs, entry)].filter((file) => styles.has(file));
  const rest = [...styles.keys()].filter((file) => !first.includes(file)).sort();
  return { first: stylesheet('first', first, styles), whole: stylesheet('all', [...first, ...rest], styles) };
}

function stylesheet(name, files, styles) {
  const contents = files.map((file) => `${styles.get(file)}\n`).join('');
  const hash = createHash('sha256').update(contents).digest('hex').slice(0, 8).toUpperCase();
  return { name: `dist/assets/${name}-${hash}.css`, contents: Buffer.from(contents) };
}
