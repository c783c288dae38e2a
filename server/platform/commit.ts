// The commit that the server was built from.

import { readFileSync } from 'node:fs';

/** The build writes it beside the server, whose bytes must not depend on it. */
export const commit = commitBesideServer();

function commitBesideServer(): string | undefined {
  try {
    return readFileSync(new URL('./commit.txt', import.meta.url), 'utf8').trim();
  } catch {
    return undefined; // Built outside a repository, or run from its sources.
  }
}
