// docs/failover.md and its files, as far as they need no machines: `npm run failover` runs them on some.

import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { variables } from '../scripts/failover/configuration.ts';
import { readConfig } from '../server/app/config.ts';
import { codeBlock } from './support/documents.ts';
import { readSources } from './support/house/sources.ts';

const files = readdirSync('docs/failover');
const script = readSources()
  .filter(({ file }) => file.startsWith('scripts/failover/'))
  .map(({ text }) => text)
  .join('\n');

const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-failover-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
cpSync('docs/failover', path.join(folder, 'failover'), { recursive: true });

describe.each(files)('%s', (file) => {
  test('is what npm run failover tries', () => {
    expect(script).toContain(`'${file}'`);
  });

  test('is complete after the documented commands', () => {
    execFileSync('sh', ['-ec', codeBlock('docs/failover.md', 'install -m 600')], { cwd: folder });
    const filled = execFileSync('sed', ['-f', 'passwords.sed', `failover/${file}`], { cwd: folder, encoding: 'utf8' });
    expect(filled.match(/\b(?:[A-Z]+_PASSWORD|THIS_MACHINE|THE_SAME\w+)\b/g)).toBeNull();
  });
});

test.each(['rollcall.env', 'rollcall-pgbouncer.env'])('the server accepts %s', (file) => {
  const { host, databaseUrl, proxies } = readConfig(variables(file, 'app1'));
  expect({ host, proxies }).toEqual({ host: 'app1', proxies: 1 });
  expect(databaseUrl).toMatch(/^postgres:\/\/rollcall:/);
});

test('nginx passes requests on as docs/tls.md says', () => {
  const location = /location \/ \{[^}]*\}/;
  const lines = (text: string) => (location.exec(text)?.[0] ?? '').split('\n').map((line) => line.trim());
  const documented = lines(readFileSync('docs/tls.md', 'utf8'));
  expect(documented.length).toBeGreaterThan(5);
  expect(lines(readFileSync('docs/failover/nginx.conf', 'utf8'))).toEqual(expect.arrayContaining(documented));
});

test.each([['burned'], ['life', 'frozen']])('npm run failover refuses %s %s', (...args) => {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/failover.mjs', ...args], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining(`Unknown round '${args[0]}'`)]);
});
