// The commit that the server was built from.

import { readFileSync } from 'node:fs';

/** Read from a file of its own, because the bytes of the built server must not depend on the commit. */
export const commit = commitBesideServer();

function commitBesideServer(): string | undefined {
  try {
    return readFileSync(new URL('./commit.txt', import.meta.url), 'utf8').trim();
  } catch {
    return undefined; // Built outside a repository, or run from its sources.
  }
}
