// What is really inside the built files, by package: from the bundler's metafile and the files themselves.
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { fonts } from '../../esbuild.config.mjs';
import { filesIn } from '../build/hash.mjs';

/** The parts that are no package's: our own sources, and what the bundler writes between them. */
export const own = '';

/** Copies of what is there already: compressed siblings, and maps for debuggers. */
const isCopy = (file) => /\.(?:br|gz|map)$/.test(file);

export const packageOf = (file) => /(?:^|\/)node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? own;

/** Every file of dist/ in parts, as { file, source, package, bytes }; their sum is the size of the files. */
export async function contentsOfSite(folder, { outputs, workers }) {
  const files = (await filesIn(path.join(folder, 'dist'))).filter((file) => !isCopy(file));
  const parts = await Promise.all(
    files.map(async (name) => {
      const file = `dist/${name}`;
      const { size } = await stat(path.join(folder, file));
      const inputs = outputs[file] && inputsOf(outputs[file], workers);
      const sources = inputs ?? [[fonts[file] ?? file, size]];
      const joints = size - sources.reduce((sum, [, bytes]) => sum + bytes, 0);
      return [...sources, [file, joints]].map(([source, bytes]) => ({
        file,
        source,
        package: packageOf(source),
        bytes,
      }));
    }),
  );
  return parts.flat().filter(({ bytes }) => bytes !== 0);
}

/** A worker's file has one input, whose own bundle tells the rest; elsewhere that input is only an address. */
function inputsOf({ inputs, bytes }, workers) {
  const [[source, { bytesInOutput }] = ['', {}]] = Object.entries(inputs);
  const inner = bytesInOutput === bytes && workers[source];
  if (inner) return Object.values(inner.outputs).flatMap((output) => inputsOf(output, workers));
  return Object.entries(inputs).map(([name, input]) => [name, input.bytesInOutput]);
}

/** The packages that a file of the server asks for when it runs, as { name, isOptional }. */
export function packagesOfServer({ outputs }) {
  const { imports } = outputs['build/server.mjs'];
  return imports
    .filter(({ external, path: name }) => external && !name.startsWith('node:'))
    .map(({ path: name, kind }) => ({ name, isOptional: kind === 'dynamic-import' }));
}
