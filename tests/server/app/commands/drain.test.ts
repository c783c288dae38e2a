// A proxy that polls /healthz learns of the stop before the port closes.

import { afterAll, expect, test } from 'vitest';
import { install } from '../../../support/server/installation.ts';

const installed = await install();
afterAll(() => installed.remove());

const statusOf = async (address: string) => (await fetch(address)).status;

test('with DRAIN_SECONDS, SIGTERM makes it unready at once, and it goes on serving for that time', async () => {
  const run = installed.start([], { DATA_DIR: 'drained', DRAIN_SECONDS: '600', LOG_LEVEL: 'info' });
  const url = await run.url();
  expect(await statusOf(`${url}/healthz`)).toBe(200);
  run.child.kill('SIGTERM');
  await run.printed(/"message":"stopping"/);
  expect(await statusOf(`${url}/healthz`)).toBe(503);
  expect(await statusOf(`${url}/livez`)).toBe(200);
  expect(await statusOf(`${url}/`)).toBe(200);
  await run.kill('SIGKILL');
  expect((await run.ended).text).not.toContain('"level":"error"');
});

test('it ends by itself after that time, and without it or in a terminal nobody waits', async () => {
  for (const [seconds, signal] of [
    ['1', 'SIGTERM'],
    ['0', 'SIGTERM'],
    ['600', 'SIGINT'],
  ] as const) {
    const run = installed.start([], { DATA_DIR: 'ended', DRAIN_SECONDS: seconds });
    await run.url();
    run.child.kill(signal);
    expect((await run.ended).code).toBe(0);
  }
});
