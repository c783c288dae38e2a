// The commit that a build is made from.
import { execFileSync } from 'node:child_process';

const git = (folder, ...args) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' }).trim();

/** Seconds since 1970. Outside a repository, SOURCE_DATE_EPOCH says it, or nothing does. */
export function timeOfCommit(folder) {
  const given = process.env.SOURCE_DATE_EPOCH;
  if (given) return Number(given);
  try {
    return Number(git(folder, 'log', '-1', '--format=%ct'));
  } catch {
    return undefined;
  }
}

/** Undefined outside a repository. */
export function commitOf(folder) {
  try {
    return { id: git(folder, 'rev-parse', 'HEAD'), changes: git(folder, 'status', '--porcelain') };
  } catch {
    return undefined;
  }
}
