// Whoever starts Rollcall with an older Node reads one sentence, whichever command they use. The older Node is
// this one without what an older one lacks, and under a lower number.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const floor = manifest.engines.node.replace('>=', '');

// In this folder, so that the server finds its packages.
const folder = mkdtempSync(path.join(root, 'node_modules/.older-node-'));
const server = path.join(folder, 'build/server.mjs');
beforeAll(() => void execFileSync(process.execPath, ['esbuild.config.mjs', folder], { cwd: root }));
afterAll(() => rmSync(folder, { recursive: true }));

/** The server's port is a bad one, so that it ends once it has looked at its configuration. */
function start(version: string, file: string) {
  const renamed = `{ value: { ...process.versions, node: '${version}' } }`;
  const rename = `data:text/javascript,Object.defineProperty(process, 'versions', ${renamed})`;
  const older = ['--no-experimental-sqlite', '--no-experimental-strip-types', '--import', rename];
  const env = { ...process.env, PORT: 'none' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...older, file, 'run'], { cwd: root, env });
  return { status, said: `${stdout}${stderr}` };
}

const named = [...JSON.stringify(manifest.scripts).matchAll(/node (\S+\.mjs)/g)];
const commands = named.map(([, file = '']) => file);

test.each([
  { command: 'build/server.mjs', file: server },
  { command: 'npx vitest', file: 'node_modules/vitest/vitest.mjs' },
  ...commands.map((file) => ({ command: file, file })),
])('$command needs a newer Node, and says so', ({ file }) => {
  const sentence = `Rollcall needs Node ${floor} or newer; this is 20.19.0.\n`;
  expect(start('20.19.0', file)).toEqual({ status: 1, said: sentence });
});

test.each([
  ['22.12.0', true],
  [`${floor}.0`, false],
  ['24.0.0', false],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(start(version, server).said.includes('Rollcall needs')).toBe(isTooOld);
});
