// Which version is installed and running: on the command line, in the log, in health checks and for Prometheus.

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, install } from '../../../support/server/installation.ts';

const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
const commit = 'c0ffee0123456789abcdefc0ffee0123456789ab';

let installed: Installation;
beforeAll(async () => {
  installed = await install();
  writeFileSync(path.join(installed.folder, 'build/commit.txt'), `${commit}\n`);
});
afterAll(() => installed.remove());

test('the command line says it, whatever the configuration is like', async () => {
  const { code, text } = await installed.start(['--version'], { PORT: 'none' }).ended;
  const said = `Rollcall ${version}, built from ${commit}, on Node ${process.versions.node}\n`;
  expect({ code, text }).toEqual({ code: 0, text: said });
});

test('--help lists every command with what it does', async () => {
  const { code, text } = await installed.start(['--help'], { PORT: 'none' }).ended;
  for (const words of [['-h'], ['help'], ['seed', '-h']])
    expect(await installed.start(words, {}).ended).toEqual({ code, text });
  const unknown = await installed.start(['dance'], {}).ended;
  const names = /Commands: (.*)/.exec(unknown.text)?.[1]?.split(', ') ?? [];
  expect(code).toBe(0);
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) expect(text).toMatch(new RegExp(`^  ${name}(?: \\S+)*  +\\w.+`, 'm'));
});

test('a word too many is refused before anything is done', async () => {
  for (const [words, usage] of [
    [['seed', 'many'], 'seed'],
    [['serve', '--port', '8080'], 'serve'],
    [['reset-password', 'a@rollcall.example', 'b@rollcall.example'], 'reset-password <e-mail>'],
    [['schedule', 'noon', '12:00', 'on'], 'schedule [<slot> <time>|on|off]'],
  ] as const) {
    const { code, text } = await installed.start([...words], { DATA_DIR: 'untouched' }).ended;
    const surplus = words[usage.split(' ').length];
    expect({ code, text }).toEqual({ code: 1, text: `'${surplus}' has no meaning there. Usage: ${usage}\n` });
  }
  expect(existsSync(path.join(installed.folder, 'untouched'))).toBe(false);
});

test('a running server says it in its log, to health checks and to Prometheus', async () => {
  const run = installed.start([], { DATA_DIR: 'running', LOG_LEVEL: 'info', METRICS_PORT: '0' });
  const metricsUrl = await run.found(/Metrics are at (\S+)/);
  const url = await run.url();
  const text = await run.printed(/"message":"started".*\n/);
  const started = JSON.parse(/.*"message":"started".*/.exec(text)?.[0] ?? '');
  expect(started).toMatchObject({ version, commit, node: process.versions.node });
  for (const page of ['/healthz', '/livez'])
    expect(await (await fetch(url + page)).json()).toEqual({ status: 'ok', version });
  const metrics = await (await fetch(metricsUrl)).text();
  expect(metrics).toContain(`rollcall_build_info{version="${version}",commit="${commit}"} 1\n`);
  await run.kill('SIGTERM');
});
