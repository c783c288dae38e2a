// The hashes of each release, from the table in SECURITY.md.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../esbuild.config.mjs';

const row = /^\| (\d+\.\d+\.\d+) \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$/gm;

/** The hashes of dist/ and of build/server.mjs in a release, or undefined if the version is not a release. */
export async function releaseOf(version) {
  const text = await readFile(path.join(root, 'SECURITY.md'), 'utf8');
  const releases = [...text.matchAll(row)].map(([, name, dist, server]) => ({ name, dist, server }));
  return releases.find(({ name }) => name === version);
}
