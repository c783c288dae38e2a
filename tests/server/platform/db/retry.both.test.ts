// A transaction that PostgreSQL ended because of another is retried for a limited time; then the caller is told that
// the server is busy and when to try again. One whose commit got no answer is not retried: it may be stored.

import { connect, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, type Queries, sql } from '../../../../server/platform/db/db.ts';
import { BeginAgain } from '../../../../server/platform/db/errors.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { serveDatabase } from '../../../support/server/server.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await createPostgres();
  url = database.location.databaseUrl ?? '';
});
afterAll(() => database.remove());

/** Fails as PostgreSQL does when it ends a transaction because of another. */
const fail = (queries: Queries, code: '40001' | '40P01') =>
  queries.exec(`do $$ begin raise exception using errcode = '${code}', message = 'ended for another one'; end $$`);

async function withDb(retryForMs: number, work: (db: Db) => Promise<void>): Promise<void> {
  const db = openPostgres(url, { isDirect: true, retryForMs });
  await work(db).finally(() => db.close());
}

test.each(['40001', '40P01'] as const)('a transaction that fails seven times with %s succeeds', (code) =>
  withDb(60_000, async (db) => {
    let tries = 0;
    const result = await db.tx(async (queries) => {
      if (++tries <= 7) await fail(queries, code);
      return 'stored';
    });
    expect([result, tries]).toEqual(['stored', 8]);
  }),
);

test('a transaction that asks to begin again does', () =>
  withDb(60_000, async (db) => {
    let tries = 0;
    await db.tx(async () => {
      if (++tries < 3) throw new BeginAgain();
    });
    expect(tries).toBe(3);
  }));

test('a statement by itself that is ended for another one is tried again', () =>
  withDb(60_000, async (db) => {
    await db.exec('create sequence tries');
    await db.exec(`create function flaky() returns bigint language plpgsql as $$
      declare try bigint := nextval('tries');
      begin
        if try <= 3 then raise exception using errcode = '40P01', message = 'ended for another one'; end if;
        return try;
      end $$`);
    expect(await db.all(sql`select flaky() as try`)).toEqual([{ try: 4 }]);
  }));

test('a transaction whose statement was prepared before a column was added begins again', () =>
  withDb(60_000, async (db) => {
    await db.exec('create table things (id bigint); insert into things values (1)');
    const read = () => db.tx((queries) => queries.all(sql`select * from things`));
    expect(await read()).toEqual([{ id: 1 }]);
    await withDb(0, (newer) => newer.exec('alter table things add column name text'));
    expect(await read()).toEqual([{ id: 1, name: null }]);
  }));

test('after its time it gives up, and says when to come again', () =>
  withDb(2_000, async (db) => {
    let tries = 0;
    const failing = db.tx((queries) => {
      tries++;
      return fail(queries, '40P01');
    });
    await expect(failing).rejects.toMatchObject({ reason: 'unavailable', details: { retryAfterSeconds: 2 } });
    expect(tries).toBeGreaterThan(1);
  }));

test('another failure is not tried again', () =>
  withDb(60_000, async (db) => {
    let tries = 0;
    const failing = db.tx(async () => {
      tries++;
      throw new Error('broken');
    });
    await expect(failing).rejects.toThrow('broken');
    expect(tries).toBe(1);
  }));

test('a transaction whose commit was made and not answered is said to be in doubt', async () => {
  await withDb(0, (db) => db.exec('create table kept (id bigint)'));
  const { hostname, port } = new URL(url);
  const proxy = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.on('error', () => {}).on('close', () => upstream.destroy());
    upstream.on('error', () => {}).on('close', () => client.destroy());
    let isCommitted = false;
    upstream.on('data', (answer: Buffer) => (isCommitted ? client.destroy() : client.write(answer)));
    client.on('data', (sent: Buffer) => {
      isCommitted ||= sent.includes('commit');
      upstream.write(sent);
    });
  });
  const away = new URL(url);
  away.host = `127.0.0.1:${await listen(proxy)}`;
  const db = openPostgres(away.href);
  const insert = db.tx((queries) => queries.run(sql`insert into kept (id) values (1)`));
  await expect(insert).rejects.toMatchObject({
    reason: 'unavailable',
    message: 'The database went away during the save. Please check whether it was saved before you try again',
  });
  await db.close();
  proxy.close();
  await withDb(0, async (direct) => expect(await direct.all(sql`select id from kept`)).toEqual([{ id: 1 }]));
});

test('the API answers 503 with Retry-After, in words that the console shows', async () => {
  const filled = await openWithPermissions(database.location);
  const passwords = createPasswords(cheapCost);
  const users = await fillWithSample(filled, passwords, new Date(), { employeesPerCompany: 1, days: 1 });
  await filled.close();
  const db = openPostgres(url, { isDirect: true, retryForMs: 100 });
  let isBusy = false;
  const busy: Db = {
    ...db,
    tx: (work) =>
      db.tx(async (queries) => {
        if (isBusy) await fail(queries, '40P01');
        return work(queries);
      }),
  };
  const server = await serveDatabase(busy, { passwords });
  const token = await server.signIn(users?.administrator ?? { email: '', password: '' });
  isBusy = true;
  const { status, headers, json } = await server.ask('POST /companies', { token, body: { name: 'Late' } });
  expect([status, headers.get('retry-after'), json.message]).toEqual([
    503,
    '2',
    'Others are changing the same records. Please try again in a moment',
  ]);
  await server.stop();
});
