// Implements `import url from 'worker:./x.worker.ts'`: the worker is bundled separately, and the import is its address
// next to the importing script. esbuild itself does not follow `new Worker(new URL(…))`. The metafile of each worker is
// added to the build's metafile, as `workers`, and its source map to the output files.
import path from 'node:path';
import esbuild from 'esbuild';
import { shortHash } from './hash.mjs';

export function workerPlugin(options) {
  return {
    name: 'worker',
    setup(build) {
      const metafiles = new Map();
      const sourceMaps = new Map();
      build.onResolve({ filter: /^worker:/ }, ({ path: name, resolveDir }) => {
        const source = path.resolve(resolveDir, name.slice('worker:'.length));
        // Esbuild hashes this path, so it must be relative for the build to be the same in every folder.
        const relative = path.relative(options.absWorkingDir, source).replace(/\.tsx?$/, '.js');
        return { path: relative, namespace: 'worker', pluginData: source };
      });
      build.onLoad({ filter: /.*/, namespace: 'worker' }, async ({ path: name, pluginData: source }) => {
        const { outputFiles, metafile } = await esbuild.build({
          ...options,
          entryPoints: [source],
          outdir: 'dist/assets',
          sourcemap: 'external',
          legalComments: 'inline',
        });
        const [map, script] = ['.map', '.js'].map((end) => outputFiles.find((file) => file.path.endsWith(end)));
        const mapName = `${path.basename(name, '.js')}-${shortHash(map.contents)}.js.map`;
        sourceMaps.set(name, {
          path: path.join(options.absWorkingDir, 'dist/assets', mapName),
          contents: map.contents,
        });
        metafiles.set(`worker:${name}`, metafile);
        const files = Object.keys(metafile.inputs);
        return {
          contents: `${script.text}//# sourceMappingURL=${mapName}\n`,
          loader: 'file',
          watchFiles: files.map((file) => path.resolve(options.absWorkingDir, file)),
        };
      });
      build.onEnd(({ metafile, outputFiles }) => {
        if (!metafile) return; // the build failed
        metafile.workers = Object.fromEntries([...metafiles].sort());
        outputFiles.push(...sourceMaps.values());
      });
    },
  };
}
