// Hashes of contents: of a file, and of a folder, to compare it with another.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

export const sha256 = (contents) => createHash('sha256').update(contents).digest('hex');

/** Returns a hash like the ones esbuild puts into file names. */
export const shortHash = (contents) => sha256(contents).slice(0, 8).toUpperCase();

export async function filesIn(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}

/**
 * Returns the hash of a folder, the same as printed by
 *   find . -type f ! -name '*.br' ! -name '*.gz' ! -name '*.map' | LC_ALL=C sort | xargs sha256sum | sha256sum
 * without compressed files, whose bytes depend on the version of Node, and without source maps, which no release has.
 */
export async function hashOf(folder) {
  const files = (await filesIn(folder)).filter((file) => !/\.(?:br|gz|map)$/.test(file));
  const lines = files.map(async (file) => `${sha256(await readFile(path.join(folder, file)))}  ./${file}\n`);
  return sha256((await Promise.all(lines)).join(''));
}
