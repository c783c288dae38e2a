// The conformance kit as one file: it runs with Node alone, in a folder outside this repository.

import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy } from '../support/console/proxy.ts';
import { childRun } from '../support/server/installation.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'rollcall-kit-'));
  await promisify(execFile)(process.execPath, ['scripts/build/kit.mjs', folder]);
  server = await startServer({ sample: { employeesPerCompany: 1, days: 2 } });
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

async function run(api: string) {
  const { email, password } = server.users.administrator;
  const args = ['conformance.mjs', '--api', api, '--email', email, '--out', 'report'];
  const env = { CONFORMANCE_PASSWORD: password };
  const { code, text } = await childRun(spawn(process.execPath, args, { cwd: folder, env })).ended;
  return { code, text, junit: await readFile(path.join(folder, 'report/report.xml'), 'utf8') };
}

/** The report's totals, and how many elements of each kind it has. */
function countsOf(junit: string) {
  const [, tests, failures, skipped] =
    /<testsuites [^>]*tests="(\d+)" failures="(\d+)" errors="0" skipped="(\d+)"/.exec(junit) ?? [];
  const elements = (name: string) => junit.match(new RegExp(`<${name}[ >]`, 'g'))?.length ?? 0;
  const stated = { tests: Number(tests), failures: Number(failures), skipped: Number(skipped) };
  const counted = { tests: elements('testcase'), failures: elements('failure'), skipped: elements('skipped') };
  return { stated, counted };
}

test('explains its options', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['conformance.mjs', '--help'], { cwd: folder });
  expect(stdout).toContain('--limited-token');
});

test('conforms to the real server, and writes the report as text, page, JSON and JUnit', async () => {
  expect(await readdir(folder)).toEqual(['conformance.mjs']);
  const { code, text, junit } = await run(server.api);
  expect({ code, text }).toMatchObject({ code: 0, text: expect.stringContaining('Conforms: ') });
  expect((await readdir(path.join(folder, 'report'))).sort()).toEqual(['report.html', 'report.json', 'report.xml']);
  const { counts, findings } = JSON.parse(await readFile(path.join(folder, 'report/report.json'), 'utf8'));
  const { stated, counted } = countsOf(junit);
  expect(stated).toEqual({ tests: findings.length, failures: 0, skipped: counts.skipped });
  expect(counted).toEqual(stated);
});

test('a fault is a failure in JUnit, whatever the server has sent', async () => {
  const message = `<b>"It's" & \u0007</b> 🙂`;
  const proxy = await startProxy(server.api, async ({ key }, ask) =>
    key === 'GET /roles' ? { status: 500, type: 'application/json', text: JSON.stringify({ message }) } : ask(),
  );
  const { code, junit } = await run(proxy.api);
  await proxy.stop();
  expect(code).toBe(1);
  const { stated, counted } = countsOf(junit);
  expect(stated.failures).toBeGreaterThan(0);
  expect(counted).toEqual(stated);
  expect(junit).toContain('<failure message="500: &lt;b&gt;&quot;It&#39;s&quot; &amp; ?&lt;/b&gt; 🙂">');
});
