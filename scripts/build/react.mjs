// React is published as CommonJS. For each file that imports such a package esbuild makes an object with a getter for
// every export: thousands of functions before the first screen. So all files import React from one module for each of
// its packages, which names what they use.

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
    'useInsertionEffect',
    'useLayoutEffect',
    'useMemo',
    'useRef',
    'useState',
    'useSyncExternalStore',
    // of wouter
    'cloneElement',
    'createElement',
    'forwardRef',
    'isValidElement',
  ],
  'react/jsx-runtime': ['Fragment', 'jsx', 'jsxs'],
  'react-dom': ['createPortal', 'flushSync'],
  'react-dom/client': ['createRoot'],
};

/** wouter's fallback for versions of React before 18. */
const fallback = 'use-sync-external-store/shim/index.js';

export function reactPlugin({ absWorkingDir }) {
  return {
    name: 'react',
    setup(build) {
      build.onResolve({ filter: /^(?:react|react-dom|use-sync-external-store)(?:\/|$)/ }, ({ path: name, kind }) => {
        const wanted = name === fallback ? 'react' : name;
        return kind === 'import-statement' && wanted in used
          ? { path: wanted, namespace: 'react', sideEffects: false }
          : null;
      });
      build.onLoad({ filter: /.*/, namespace: 'react' }, ({ path: name }) => ({
        contents: `export const { ${used[name].join(', ')} } = require('${name}');`,
        resolveDir: absWorkingDir,
      }));
    },
  };
}
