// Packages in the lock file, and their installed metadata.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../esbuild.config.mjs';

export const readJson = async (...parts) => JSON.parse(await readFile(path.join(root, ...parts), 'utf8'));

/** Reads the lock file's entries by folder name in node_modules, without our own two packages. */
export async function lockedPackages() {
  const { packages } = await readJson('package-lock.json');
  const entries = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
  return new Map(entries.map(([place, locked]) => [place.replace(/^.*node_modules\//, ''), locked]));
}

/** Reads metadata from the installed package itself. */
export async function installed(name) {
  const {
    version,
    license = 'NOASSERTION',
    description = '',
    dependencies = {},
    author,
    repository,
  } = await readJson('node_modules', name, 'package.json');
  const supplier = nameOf(author) ?? ownerOf(repository) ?? 'unknown';
  return { name, version, license, description, dependencies: Object.keys(dependencies), supplier };
}

/** Returns an author's name without e-mail and address. */
const nameOf = (author) => (typeof author === 'object' ? author.name : author?.replace(/\s*[<(].*/, ''));

/** Returns the `owner` of `https://host/owner/name.git` or `owner/name`. */
const ownerOf = (repository) => (repository?.url ?? repository)?.split('/').at(-2);

/** Returns the chain of dependencies from a direct one down to each package. */
export function chainsTo(locked, direct) {
  const chains = new Map(direct.map((name) => [name, [name]]));
  const queue = [...direct];
  for (const name of queue) {
    const { dependencies, optionalDependencies, peerDependencies } = locked.get(name) ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      if (chains.has(needed) || !locked.has(needed)) continue;
      chains.set(needed, [...(chains.get(name) ?? []), needed]);
      queue.push(needed);
    }
  }
  return chains;
}
