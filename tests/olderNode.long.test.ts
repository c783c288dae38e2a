// On an older Node every command prints one sentence and stops. The older Node is this one with a lower version number,
// minus the features that older ones lack.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const floor = manifest.engines.node.replace('>=', '');

const server = path.join(inject('built'), 'build/server.mjs');

/** Runs a command; the port is invalid, so a server that does start stops after reading its configuration. */
function start(version: string, file: string) {
  const renamed = `{ value: { ...process.versions, node: '${version}' } }`;
  const rename = `data:text/javascript,Object.defineProperty(process, 'versions', ${renamed})`;
  const older = ['--no-experimental-sqlite', '--no-experimental-strip-types', '--import', rename];
  const env = { ...process.env, PORT: 'none' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [...older, file, 'run'], { cwd: root, env });
  return { status, output: `${stdout}${stderr}` };
}

const named = [...JSON.stringify(manifest.scripts).matchAll(/node (\S+\.mjs)/g)];
const commands = named.map(([, file = '']) => file);

test.each([
  { command: 'build/server.mjs', file: server },
  { command: 'npx vitest', file: 'node_modules/vitest/vitest.mjs' },
  ...commands.map((file) => ({ command: file, file })),
])('$command asks for a newer Node', ({ file }) => {
  const sentence = `Rollcall needs Node ${floor} or newer; this is 20.19.0.\n`;
  expect(start('20.19.0', file)).toEqual({ status: 1, output: sentence });
});

test.each([
  ['22.12.0', true],
  [`${floor}.0`, false],
  ['24.0.0', false],
])('Node %s is too old: %s', (version, isTooOld) => {
  expect(start(version, server).output.includes('Rollcall needs')).toBe(isTooOld);
});
