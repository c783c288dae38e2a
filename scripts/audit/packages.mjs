// The packages of the lock file, and what is installed of them.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../esbuild.config.mjs';

export const readJson = async (...parts) => JSON.parse(await readFile(path.join(root, ...parts), 'utf8'));

/** From the names of folders under node_modules to what the lock file says. Our own two are left out. */
export async function lockedPackages() {
  const { packages } = await readJson('package-lock.json');
  const entries = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);
  return new Map(entries.map(([place, locked]) => [place.replace(/^.*node_modules\//, ''), locked]));
}

/** Name, version, licence and dependencies, as the installed package itself says. */
export async function installed(name) {
  const {
    version,
    license = 'NOASSERTION',
    description = '',
    dependencies = {},
  } = await readJson('node_modules', name, 'package.json');
  return { name, version, license, description, dependencies: Object.keys(dependencies) };
}

/** Who asks for it, from a package that we ask for ourselves down to it. */
export function chainsTo(locked, direct) {
  const chains = new Map(direct.map((name) => [name, [name]]));
  const waiting = [...direct];
  for (const name of waiting) {
    const { dependencies, optionalDependencies, peerDependencies } = locked.get(name) ?? {};
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      if (chains.has(needed) || !locked.has(needed)) continue;
      chains.set(needed, [...(chains.get(name) ?? []), needed]);
      waiting.push(needed);
    }
  }
  return chains;
}
