// A package of npm that is no dependency of the project: a program of another version, for tests.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** Of its tarball, in base64. */
  readonly sha512: string;
}

/** Unpacks these of its files, or all, into the folder and returns the path of `package/` there. */
export function unpackPublished(
  { name, version, sha512 }: PublishedPackage,
  folder: string,
  files: readonly string[] = [],
): string {
  // In that folder npm neither sees the project nor changes its lock file. Its cache keeps the tarball for next time.
  execFileSync('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--silent'], { cwd: folder });
  const tarball = path.join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== sha512) throw new Error(`The tarball of ${name}@${version} has the SHA-512 ${hash}, not ${sha512}`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, ...files]);
  return path.join(folder, 'package');
}
