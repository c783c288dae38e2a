// The systemd unit in the archive of a release, which docs/install.md installs.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { need } from '../../../support/tools.ts';

const unit = readFileSync('scripts/release/rollcall@.service', 'utf8');
let folder: string;
let analyze: (...words: string[]) => string;

beforeAll(() => {
  const program = need('systemd');
  folder = mkdtempSync(path.join(tmpdir(), 'rollcall-unit-'));
  // systemd checks that the program exists; here Node is elsewhere.
  writeFileSync(path.join(folder, 'rollcall@.service'), unit.replace('/usr/bin/node', process.execPath));
  analyze = (...words) => {
    const { status, stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
    return `${stdout}${stderr}exit ${status}`;
  };
});
afterAll(() => rmSync(folder, { recursive: true }));

test('systemd accepts the unit for any port', () => {
  expect(analyze('verify', './rollcall@4000.service')).toBe('exit 0');
});

test('systemd rates the unit as safe, and the documentation names the mark', () => {
  const rated = analyze('security', '--offline=true', '--threshold=12', './rollcall@.service');
  expect(rated).toMatch(/exit 0$/);
  const [, mark] = /Overall exposure level for \S+: ([\d.]+)/.exec(rated) ?? [];
  expect(readFileSync('docs/install.md', 'utf8')).toContain(`of Debian 12 gives it ${mark} of 10`);
});

test('the unit starts a server again however often its database is late, and hides its data from others', () => {
  const lines = unit.split('\n');
  expect(lines).toEqual(
    expect.arrayContaining([
      'Restart=always',
      'RestartSec=5',
      'StartLimitIntervalSec=0',
      'After=network-online.target postgresql.service',
      'Wants=network-online.target',
      'After=time-sync.target',
      'StateDirectoryMode=0700',
    ]),
  );
  expect(lines.indexOf('StartLimitIntervalSec=0')).toBeLessThan(lines.indexOf('[Service]'));
});
