// Lists the contents of the built files by package, from the bundler's metafile and the files themselves.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fonts } from '../../esbuild.config.mjs';
import { filesIn } from '../build/hash.mjs';

/** Package name for our own sources and for what the bundler adds. */
export const own = '';

/** Matches compressed copies and source maps. */
const isCopy = (file) => /\.(?:br|gz|map)$/.test(file);

export const packageOf = (file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? own;

/** Returns the files of dist/ as parts { file, source, package, bytes }, which add up to the size of the files. */
export async function contentsOfSite(folder, { outputs, workers }) {
  const files = (await filesIn(path.join(folder, 'dist'))).filter((file) => !isCopy(file));
  const parts = await Promise.all(
    files.map(async (name) => {
      const file = `dist/${name}`;
      const { size } = await stat(path.join(folder, file));
      const inputs = outputs[file] && inputsOf(outputs[file], workers);
      const sources = inputs ?? [[fonts[file] ?? file, size]];
      const added = size - sources.reduce((sum, [, bytes]) => sum + bytes, 0);
      return [...sources, [file, added]].map(([source, bytes]) => ({
        file,
        source,
        package: packageOf(source),
        bytes,
      }));
    }),
  );
  return parts.flat().filter(({ bytes }) => bytes !== 0);
}

/** A worker's file has a single input with its own bundle. In other files, that input is just its URL. */
function inputsOf({ inputs, bytes }, workers) {
  const [[source, { bytesInOutput }] = ['', {}]] = Object.entries(inputs);
  const inner = bytesInOutput === bytes && workers[source];
  if (inner) return Object.values(inner.outputs).flatMap((output) => inputsOf(output, workers));
  return Object.entries(inputs).map(([name, input]) => [name, input.bytesInOutput]);
}

export function contentsOfServer({ outputs }) {
  const file = 'build/server.mjs';
  const { inputs } = outputs[file];
  return Object.entries(inputs).map(([source, { bytesInOutput: bytes }]) => ({
    file,
    source,
    package: packageOf(source),
    bytes,
  }));
}

export function bytesByPackage(parts) {
  const bytes = new Map();
  for (const part of parts) bytes.set(part.package, (bytes.get(part.package) ?? 0) + part.bytes);
  return bytes;
}
