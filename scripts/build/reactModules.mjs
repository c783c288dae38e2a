// React's packages are CommonJS: bundled as they come they stand in functions, which browsers compile twice while the
// page waits, and nothing of them can be left out. Here their production files become modules: what a file exports
// is a variable of it, and what it requires is imported. A form that they do not have today fails the build.
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const files = new Map([
  ['react', 'react/cjs/react.production.js'],
  ['react/jsx-runtime', 'react/cjs/react-jsx-runtime.production.js'],
  ['react-dom', 'react-dom/cjs/react-dom.production.js'],
  ['react-dom/client', 'react-dom/cjs/react-dom-client.production.js'],
  ['scheduler', 'scheduler/cjs/scheduler.production.js'],
]);

export const reactModules = {
  name: 'react-modules',
  setup(build) {
    const folder = path.join(build.initialOptions.absWorkingDir, 'node_modules');
    build.onResolve({ filter: new RegExp(`^(?:${[...files.keys()].join('|')})$`) }, ({ path: name }) => ({
      path: path.join(folder, files.get(name)),
    }));
    build.onLoad({ filter: /[\\/](?:react|react-dom|scheduler)[\\/]cjs[\\/][\w.-]+$/ }, async ({ path: file }) => ({
      contents: asModule(await readFile(file, 'utf8')),
      loader: 'js',
    }));
  },
};

/** What React asks of its scheduler, which has it in React's own tests only. */
const onlyInTests = /\bScheduler\.(?:log|unstable_setDisableYieldValue)\b/g;

/** The same code as a module. */
function asModule(source) {
  const required = [...source.matchAll(/^(?:var| ) +(\w+) = require\("([\w-]+)"\)[,;]$/gm)];
  const rest = required.reduce((text, [line]) => text.replace(line, ''), source);
  const exported = [...new Set([...rest.matchAll(/\bexports\.(\w+)/g)].map(([, name]) => name))];
  const code = exported
    .reduce(
      // Where it is first set it becomes a variable: all of these places are outside of functions.
      (text, name) => text.replace(new RegExp(`^exports\\.${name} =`, 'm'), `var exported_${name} =`),
      rest,
    )
    .replaceAll(/\bexports\.(\w+)/g, 'exported_$1')
    .replaceAll(onlyInTests, 'undefined');
  if (/\b(?:require\(|module\.exports|exports\b)/.test(code))
    throw new Error('React is written in another way than before');
  const imports = required.map(([, name, from]) => `import * as ${name} from "${from}";`);
  const exports = exported.map((name) => `exported_${name} as ${name}`);
  return `${imports.join('')}${code}export { ${exports} };`;
}
