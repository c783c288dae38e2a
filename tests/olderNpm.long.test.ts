// The npm in Debian 12 and 13 reads the lock file. It could not when package.json replaced packages by others.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from './support/house/sources.ts';
import { unpackPublished } from './support/server/npmPackage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-older-npm-'));
afterAll(() => rmSync(folder, { recursive: true }));

const npm9 = {
  name: 'npm',
  version: '9.2.0',
  sha512: 'oypVdaWGHDuV79RXLvp+B9gh6gDyAmoHKrQ0/JBYTWWx5D8/+AAxFdZC84fSIiyDdyW4qfrSyYGKhekxDOaMXQ==',
};

test('npm 9.2 takes the lock file, and would install each of its packages', () => {
  const npm = path.join(unpackPublished(npm9, folder), 'bin/npm-cli.js');
  const project = path.join(folder, 'project');
  mkdirSync(path.join(project, 'server'), { recursive: true });
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'server/package.json'])
    cpSync(path.join(root, file), path.join(project, file));
  const dryRun = spawnSync(process.execPath, [npm, 'ci', '--dry-run', '--offline'], { cwd: project });
  expect({ code: dryRun.status, said: String(dryRun.stderr) }).toMatchObject({ code: 0 });
  expect(Number(/added (\d+) packages/.exec(String(dryRun.stdout))?.[1])).toBeGreaterThan(200);
});
