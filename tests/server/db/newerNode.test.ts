// The same tests once more under a Node that has its own SQLite: what they prove of the embedded database
// holds for both drivers.

import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { newerNode } from '../../support/newerNode.ts';

const node = newerNode();

test.skipIf(node === process.execPath)(
  'with node:sqlite everything passes as well',
  async () => {
    const others = ['--exclude', 'tests/server/db/newerNode.test.ts', '--testNamePattern', 'on .?SQLite'];
    const command = ['node_modules/vitest/vitest.mjs', 'run', '--project', 'server', '--reporter', 'json', ...others];
    const child = spawn(node, command, { stdio: ['ignore', 'pipe', 'inherit'] });
    const { numPassedTests, testResults } = JSON.parse(await text(child.stdout));
    expect(failuresIn(testResults)).toEqual([]);
    expect(numPassedTests).toBeGreaterThan(100);
  },
  240_000,
);

interface FileResult {
  name: string;
  status: string;
  message: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

function failuresIn(files: readonly FileResult[]): string[] {
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((result) => result.status === 'failed');
    if (failed.length > 0) return failed.map((each) => [each.fullName, ...each.failureMessages].join('\n'));
    return status === 'failed' ? [`${name}\n${message}`] : [];
  });
}
