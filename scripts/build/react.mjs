// React is published as CommonJS. For each file that imports it, esbuild creates an object with a getter for every
// export, which means thousands of functions before the first screen, and 2.6 KiB more for most screens. So all files
// import each of React's packages from a single module with the package's exports.
import { createRequire } from 'node:module';
import path from 'node:path';

/** wouter's fallback for React before 18. */
const fallback = 'use-sync-external-store/shim/index.js';

const exportsOf = (reactPackage) => Object.keys(reactPackage).filter((name) => !name.startsWith('__'));

export function reactPlugin({ absWorkingDir }) {
  const require = createRequire(path.join(absWorkingDir, 'package.json'));
  return {
    name: 'react',
    setup(build) {
      const filter = /^(?:react|react-dom|react-dom\/client|react\/jsx-runtime|use-sync-external-store\/.*)$/;
      build.onResolve({ filter }, ({ path: name, kind }) =>
        kind === 'import-statement'
          ? { path: name === fallback ? 'react' : name, namespace: 'react', sideEffects: false }
          : null,
      );
      build.onLoad({ filter: /.*/, namespace: 'react' }, ({ path: name }) => ({
        contents: [
          `const whole = require('${name}');`,
          ...exportsOf(require(name)).map((each) => `export const ${each} = /* @__PURE__ */ (() => whole.${each})();`),
        ].join('\n'),
        resolveDir: absWorkingDir,
      }));
    },
  };
}
