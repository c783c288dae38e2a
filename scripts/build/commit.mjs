// Finds the commit from which a build is made.
import { execFileSync } from 'node:child_process';

const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Returns seconds since 1970, which SOURCE_DATE_EPOCH overrides. Outside a repository, undefined without it. */
export function timeOfCommit(folder) {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  try {
    return Number(git(folder, 'log', '-1', '--format=%ct'));
  } catch {
    return undefined;
  }
}

/** Returns undefined outside a repository. */
export function commitOf(folder) {
  try {
    return { id: git(folder, 'rev-parse', 'HEAD'), changes: git(folder, 'status', '--porcelain') };
  } catch {
    return undefined;
  }
}
