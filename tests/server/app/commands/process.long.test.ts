// The server as real processes: killed, stopped under load, two on one database, and copied while running.

import { existsSync, mkdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { startCluster } from '../../../support/server/cluster.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { install, type Run } from '../../../support/server/installation.ts';
import { freePort } from '../../../support/server/ports.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const admin = { ADMIN_EMAIL: 'ada@rollcall.example', ADMIN_PASSWORD: 'correct horse' };

const installed = await install();
afterAll(() => installed.remove());

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({ email: admin.ADMIN_EMAIL, password: admin.ADMIN_PASSWORD });
  const answer = await fetch(`${url}/web/api/v1/auth/login`, { method: 'POST', body });
  const { data } = await answer.json();
  return data.token;
}

/** Returns the status, or undefined if the connection broke. */
async function addCompany(url: string, token: string, name: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${token}` };
  const body = JSON.stringify({ name });
  const sent = fetch(`${url}/web/api/v1/companies`, { method: 'POST', headers, body });
  return sent.then((answer) => answer.text().then(() => answer.status)).catch(() => undefined);
}

async function companyNames(url: string, token: string): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/web/api/v1/companies/all`, { headers });
  const { data } = await answer.json();
  return data.map(({ name }: { name: string }) => name);
}

interface Writer {
  /** Names of companies that answers have confirmed so far. */
  acknowledged: string[];
  ended: Promise<void>;
}

/** Adds companies one after the other until the connection breaks. */
function addUntilCut(url: string, token: string, prefix: string): Writer {
  const acknowledged: string[] = [];
  const add = async () => {
    for (let number = 0; ; number++) {
      const name = `${prefix} ${number}`;
      if ((await addCompany(url, token, name)) !== 201) return;
      acknowledged.push(name);
    }
  };
  return { acknowledged, ended: add() };
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await wait(2);
}

describe('one file', () => {
  test('killed 20 times in the middle of writing, it has lost nothing that it acknowledged', async () => {
    const place = { DATA_DIR: 'killed' };
    const acknowledged: string[] = [];
    let token = '';
    for (let round = 0; round < 20; round++) {
      const run = installed.start([], { ...place, ...admin });
      const url = await run.url();
      token ||= await signIn(url);
      const known = new Set(await companyNames(url, token));
      expect(acknowledged.filter((name) => !known.has(name))).toEqual([]);
      const writers = [1, 2, 3].map((writer) => addUntilCut(url, token, `${round}-${writer}`));
      const some = 1 + (round % 4);
      await until(() => writers.flatMap((writer) => writer.acknowledged).length >= some);
      await wait((round * 7) % 20);
      await run.kill('SIGKILL');
      await Promise.all(writers.map((writer) => writer.ended));
      acknowledged.push(...writers.flatMap((writer) => writer.acknowledged));
    }
    const last = installed.start([], place);
    const known = new Set(await companyNames(await last.url(), token));
    expect(acknowledged.filter((name) => !known.has(name))).toEqual([]);
    await last.kill('SIGTERM');
    expect((await installed.start(['verify-audit'], place).ended).text).toContain('The audit is whole');
  });

  test('SIGTERM under load ends it quickly, and every answer that it began is whole', async () => {
    const run = installed.start([], { DATA_DIR: 'stopped', ...admin });
    const url = await run.url();
    const token = await signIn(url);
    const statuses = new Set<number | undefined>();
    const load = Array.from({ length: 8 }, async (_, writer) => {
      for (let number = 0; ; number++) {
        const status = await addCompany(url, token, `${writer}-${number}`);
        statuses.add(status);
        if (status !== 201) return;
      }
    });
    await wait(300);
    run.child.kill('SIGTERM');
    expect((await run.ended).code).toBe(0);
    await Promise.all(load);
    // Undefined: the request came too late to be accepted.
    expect(statuses).toEqual(new Set([201, undefined]));
  });

  test('a copy made while it runs is whole, and starts as a database of its own', async () => {
    const place = { DATA_DIR: 'copied' };
    const run = installed.start([], { ...place, ...admin });
    const url = await run.url();
    const token = await signIn(url);
    for (const name of ['One', 'Two']) await addCompany(url, token, name);
    const writing = addUntilCut(url, token, 'During');
    const copying = await installed.start(['backup', 'copy.sqlite'], place).ended;
    expect(copying).toEqual({ code: 0, text: expect.stringMatching(/^The copy is in copy\.sqlite\nVersion \d+, /) });
    const again = await installed.start(['backup', 'copy.sqlite'], place).ended;
    expect([again.code, again.text.includes('exists already')]).toEqual([1, true]);
    const astray = await installed.start(['backup', 'no/such/folder/copy.sqlite'], place).ended;
    expect([astray.code, astray.text]).toEqual([1, expect.stringMatching(/^.*copy\.sqlite cannot be written: .*\n$/)]);
    await run.kill('SIGTERM');
    await writing.ended;

    const restored = { DATA_DIR: 'restored' };
    mkdirSync(path.join(installed.folder, restored.DATA_DIR));
    const file = path.join(installed.folder, restored.DATA_DIR, 'rollcall.sqlite');
    renameSync(path.join(installed.folder, 'copy.sqlite'), file);
    expect((await installed.start(['verify-audit'], restored).ended).code).toBe(0);
    const second = installed.start([], restored);
    expect(await companyNames(await second.url(), token)).toEqual(expect.arrayContaining(['One', 'Two']));
    await second.kill('SIGTERM');
  });

  test('is not copied or verified where there is none', async () => {
    for (const command of [['backup', 'no-copy.sqlite'], ['verify-audit']]) {
      const { code, text } = await installed.start(command, { DATA_DIR: 'nowhere' }).ended;
      expect([code, text]).toEqual([1, expect.stringContaining('There is no database at')]);
    }
    expect(existsSync(path.join(installed.folder, 'nowhere'))).toBe(false);
  });
});

describe('two processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let runs: Run[];
  let place: Record<string, string>;

  beforeEach(async () => {
    database = await createPostgres();
    place = { DATABASE_URL: database.location.databaseUrl ?? '', ...admin };
    runs = [installed.start([], place), installed.start([], place)];
  });
  afterEach(async () => {
    await Promise.all(runs.map((run) => run.kill('SIGTERM')));
    await database.remove();
  });

  test('start together, know one sign-in, and keep one audit, also when one of them is killed', async () => {
    const [first = '', second = ''] = await Promise.all(runs.map((run) => run.url()));
    const token = await signIn(first);
    const writing = [first, second].map((url, index) => addUntilCut(url, token, `Writer ${index}`));
    const [atFirst = [], atSecond = []] = writing.map((writer) => writer.acknowledged);
    await until(() => atFirst.length > 5 && atSecond.length > 5);
    await runs[0]?.kill('SIGKILL');
    const before = atSecond.length;
    await until(() => atSecond.length > before + 5);
    expect(await companyNames(second, token)).toEqual(expect.arrayContaining(atFirst));
    runs[1]?.child.kill('SIGTERM');
    await Promise.all(writing.map((writer) => writer.ended));

    const db = await openWithPermissions(database.location);
    const stored = await db.all<{ name: string }>(sql`select name from companies`);
    expect(stored.map(({ name }) => name)).toEqual(expect.arrayContaining([...atFirst, ...atSecond]));
    const { entries, fault } = await verifyAudit(db);
    await db.close();
    expect(fault).toBeUndefined();
    expect(entries).toBeGreaterThanOrEqual(atFirst.length + atSecond.length);
  });
});

test('a database that does not answer ends a command with a sentence', async () => {
  const location = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' };
  const { code, text } = await installed.start(['verify-audit'], location).ended;
  expect([code, text]).toEqual([1, 'Cannot connect to DATABASE_URL: connect ECONNREFUSED 127.0.0.1:1\n']);
});

test('a database that refuses the server ends the start with a sentence', async () => {
  const location = { DATABASE_URL: new URL('no-such-database', inject('postgresUrl')).href };
  const { code, text } = await installed.start([], location).ended;
  expect([code, text]).toEqual([1, 'Cannot connect to DATABASE_URL: database "no-such-database" does not exist\n']);
});

test('a server that starts before its PostgreSQL waits for it', async () => {
  const port = await freePort();
  const location = { DATABASE_URL: `postgres://postgres@127.0.0.1:${port}/postgres` };
  const run = installed.start([], { ...location, ...admin, LOG_LEVEL: 'warn' });
  expect(await run.printed(/waiting/)).toContain(`"error":"Cannot connect to DATABASE_URL: connect ECONNREFUSED`);
  const late = await startCluster({ port });
  expect(await signIn(await run.url())).toBeTruthy();
  await run.kill('SIGTERM');
  await late.stop();
});
