// README's first commands when something is in their way.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { copySources, root } from './support/house/sources.ts';
import { childRun, install } from './support/server/installation.ts';

const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-start-'));
const folder = path.join(scratch, 'sources');
beforeAll(() => copySources(folder));
afterAll(() => rmSync(scratch, { recursive: true }));

const start = (environment: NodeJS.ProcessEnv) => {
  const { PORT: _, DEVICES_PORT: __, ...inherited } = process.env;
  const env = { ...inherited, DATA_DIR: path.join(scratch, 'data'), SAMPLE_DATA: 'no', ...environment };
  const run = childRun(spawn(process.execPath, ['scripts/start.mjs'], { cwd: folder, env }));
  onTestFinished(() => run.kill('SIGKILL'));
  return run;
};

/** Occupies the port with another program, unless one is there already. */
async function occupy(port: number): Promise<number> {
  const other = createServer();
  onTestFinished(() => void other.close());
  const listening = once(other, 'listening');
  other.on('error', () => {}).listen(port, '127.0.0.1');
  await Promise.race([listening, once(other, 'error')]);
  const address = other.address();
  return typeof address === 'object' && address ? address.port : port;
}

test('npm start names a port that it was given and that is taken, before it builds', async () => {
  const port = await occupy(0);
  const { code, text } = await start({ PORT: String(port) }).ended;
  expect({ code, text }).toEqual({
    code: 1,
    text: `PORT ${port} is in use: set PORT to another number, or to 0 for any that is free\n`,
  });
});

test('npm start takes the next port where its own is taken, and says so', async () => {
  const built = await install();
  onTestFinished(() => built.remove());
  for (const part of ['build', 'dist'])
    cpSync(path.join(built.folder, part), path.join(folder, part), { recursive: true });
  writeFileSync(path.join(folder, 'build/meta.json'), '');
  await occupy(4000);
  const text = await start({}).printed(/Rollcall is at http/);
  const taken = /PORT 4000 is in use: taking (\d+)/.exec(text)?.[1];
  expect(text).toContain(`Rollcall is at http://127.0.0.1:${taken}\n`);
});

test('npm test says in one sentence that npm left a package out', () => {
  const env = { ...process.env, NAPI_RS_NATIVE_LIBRARY_PATH: path.join(scratch, 'left-out.node') };
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/requireTools.mjs'], { cwd: root, env });
  expect({ status, text: `${stdout}${stderr}` }).toEqual({
    status: 1,
    text: expect.stringMatching(/^The tests lack a package that npm left out: run `npm ci` with Node [^\n]*\n$/),
  });
});
