// React is published as CommonJS. For each file that imports such a package esbuild makes an object with a getter for
// every export: thousands of functions before the first screen. The console's files import React from one module
// instead, which names what they use.
import path from 'node:path';

const used = {
  react: [
    'Component',
    'Fragment',
    'Suspense',
    'createContext',
    'memo',
    'startTransition',
    'use',
    'useCallback',
    'useContext',
    'useDeferredValue',
    'useEffect',
    'useEffectEvent',
    'useId',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
  ],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
};

export function reactPlugin({ absWorkingDir }) {
  const sources = path.join(absWorkingDir, 'src') + path.sep;
  return {
    name: 'react',
    setup(build) {
      build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ path: name, importer }) =>
        importer.startsWith(sources) ? { path: name, namespace: 'react', sideEffects: false } : undefined,
      );
      build.onLoad({ filter: /.*/, namespace: 'react' }, ({ path: name }) => ({
        contents: `export const { ${used[name].join(', ')} } = require('${name}');`,
        resolveDir: absWorkingDir,
      }));
    },
  };
}
