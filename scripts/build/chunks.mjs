// Esbuild makes a chunk for every set of entries that share a module, which would be dozens of small files.
// Here it makes three: what the first page needs; what the screen that people live in shares with others; and what
// only others share. For that each lazy file is told to import all of those that it needs anything of.
import esbuild from 'esbuild';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const main = 'src/main.tsx';
const busiestScreen = 'src/screens/attendance/AttendanceScreen.tsx';

/** For the options of a build with splitting, the plugin that makes its chunks few. */
export async function fewChunks(options) {
  const { metafile } = await esbuild.build({ ...options, minify: false, sourcemap: false });
  const preludes = preludesOf(metafile.inputs);
  return {
    name: 'few-chunks',
    setup(build) {
      const files = [...preludes.keys()].map((file) => file.replaceAll(/[.\\]/g, '\\$&')).join('|');
      build.onLoad({ filter: new RegExp(`(?:${files})$`) }, async ({ path: file }) => {
        const source = await readFile(file, 'utf8');
        const name = path.relative(options.absWorkingDir, file).replaceAll('\\', '/');
        // Relative, for an absolute path would be part of the hashes.
        const imports = (preludes.get(name) ?? []).map((other) => {
          const relative = path.posix.relative(path.posix.dirname(name), other);
          return `import ${JSON.stringify(relative.startsWith('.') ? relative : `./${relative}`)};`;
        });
        return { contents: imports.join('') + source, loader: path.extname(file) === '.tsx' ? 'tsx' : 'ts' };
      });
    },
  };
}

/** From each lazy file to the files that it shall import. */
function preludesOf(inputs) {
  const first = closure(inputs, main);
  const lazy = [...new Set(Object.values(inputs).flatMap(({ imports }) => targets(imports, 'dynamic-import')))];
  const uses = new Map();
  for (const file of lazy.flatMap((entry) => [...closure(inputs, entry)])) uses.set(file, (uses.get(file) ?? 0) + 1);
  const common = [...uses.keys()].filter((file) => uses.get(file) > 1 && !first.has(file) && /\.tsx?$/.test(file));

  const daily = closure(inputs, busiestScreen);
  const near = common.filter((file) => daily.has(file));
  const far = common.filter((file) => !daily.has(file));
  const usesFar = (entry) => [...closure(inputs, entry)].some((file) => far.includes(file));
  return new Map(lazy.map((entry) => [entry, [main, ...near, ...(usesFar(entry) ? far : [])]]));
}

const targets = (imports, kind) =>
  imports.filter((each) => each.kind === kind && !each.external && /^src\//.test(each.path)).map(({ path: file }) => file);

/** The file and everything that it imports, near and far, in the order in which it runs. */
export function closure(inputs, file, found = new Set()) {
  if (found.has(file) || !inputs[file]) return found;
  found.add(file);
  for (const { path: target, kind } of inputs[file].imports) {
    if (kind !== 'dynamic-import') closure(inputs, target, found);
  }
  return found;
}
