// The output of a running server: a log that programs can read, and that does not end the server when nobody reads it.
// A command writes its whole output, or it fails.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, expect, test } from 'vitest';
import { install, type Run } from '../../../support/server/installation.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
afterAll(() => installed.remove());

/** Collects a process's standard output until it ends. */
function outputOf(run: Run): () => string {
  let text = '';
  run.child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  return () => text;
}

test('the server keeps running when the reader of its log goes away', async () => {
  const run = installed.start([], { DATA_DIR: 'unread', LOG_LEVEL: 'debug' });
  const url = await run.url();
  run.child.stdout?.destroy();
  run.child.stderr?.destroy();
  for (let time = 0; time < 5; time++) expect((await fetch(`${url}/web/api/v1/companies`)).status).toBe(401);
  run.child.kill('SIGTERM');
  expect(await once(run.child, 'exit')).toEqual([0, null]);
});

test.skipIf(process.platform !== 'linux')('a command whose output finds no room on the disk fails', async () => {
  const variables = { ...admin, DATA_DIR: 'full' };
  expect((await installed.start(['admin'], variables).ended).code).toBe(0);
  const printTo = (place: string) =>
    new Promise<{ code: number; errors: string }>((resolve) => {
      const script = `"${process.execPath}" build/server.mjs audit --export ${place}`;
      const child = execFile('sh', ['-c', script], { cwd: installed.folder, env: variables }, (_, __, errors) =>
        resolve({ code: child.exitCode ?? -1, errors }),
      );
    });
  const full = await printTo('> /dev/full');
  expect(full.errors).toMatch(/^The output could not be written: ENOSPC.*\n$/);
  expect(full.code).toBe(1);
  expect(await printTo('> written')).toEqual({ code: 0, errors: '' });
  expect(await printTo('| true')).toEqual({ code: 0, errors: '' });
});

test('each line on standard output is one JSON event, from the first start to the stop', async () => {
  const warn = "setImmediate(() => process.emitWarning('of a kind that Node 22 prints', 'ExperimentalWarning'))";
  const run = installed.start([], {
    ...admin,
    DATA_DIR: 'json',
    LOG_LEVEL: 'debug',
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(warn)}`,
  });
  const output = outputOf(run);
  const url = await run.url();
  await fetch(`${url}/web/api/v1/companies`);
  run.child.kill('SIGTERM');
  const { code, text } = await run.ended;
  expect(code).toBe(0);
  expect(text).not.toContain('of a kind that Node 22 prints');
  const events = output()
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).message);
  expect(events).toEqual(['started', 'request', 'stopping', 'stopped']);
});
