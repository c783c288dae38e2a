// A package from npm that is not a dependency of the project, such as another version of a program, for tests.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

interface PublishedPackage {
  readonly name: string;
  readonly version: string;
  /** The SHA-512 of its tarball, in base64. */
  readonly sha512: string;
}

/** Unpacks the package's files, or only those listed, into the folder and returns the path of `package/` there. */
export function unpackPublished(
  { name, version, sha512 }: PublishedPackage,
  folder: string,
  files: readonly string[] = [],
): string {
  // Outside the project, npm does not change its lock file. npm's cache keeps the tarball for next time.
  execFileSync('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--silent'], { cwd: folder });
  const tarball = path.join(folder, `${name.replace('@', '').replace('/', '-')}-${version}.tgz`);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== sha512) throw new Error(`The tarball of ${name}@${version} has the SHA-512 ${hash}, not ${sha512}`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, ...files]);
  return path.join(folder, 'package');
}
