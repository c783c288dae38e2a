// Leads our own files to ./react.mjs where they import React; a name that is missing there fails the build.
import path from 'node:path';

export const namedReact = {
  name: 'named-react',
  setup(build) {
    build.onResolve({ filter: /^react(?:\/jsx-runtime)?$/ }, ({ importer }) => {
      const isOurs = /^src[\\/]/.test(path.relative(build.initialOptions.absWorkingDir, importer));
      return isOurs ? { path: path.join(import.meta.dirname, 'react.mjs') } : undefined;
    });
  },
};
