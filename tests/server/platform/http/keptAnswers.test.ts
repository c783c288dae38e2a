// The server repeats lists while nothing in the database has changed, and reads them again after any change by anyone.

import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { databaseState } from '../../../../server/platform/db/databaseState.ts';
import { type Db, one } from '../../../../server/platform/db/db.ts';
import { openExisting } from '../../../../server/platform/db/open.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { plusMinutes } from '../../../../server/platform/time/instants.ts';
import { addApiToken } from '../../../support/people/users.ts';
import { startCluster } from '../../../support/server/cluster.ts';
import { createSqlite, type TestDatabase } from '../../../support/server/testDatabase.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

/** Those that name companies. */
const ofCompanies = ['/attendance?per_page=20', '/companies', '/companies/all', '/employees', '/access-controllers'];
const lists = [...ofCompanies, '/users', '/roles', '/employee-codes', '/unknown-codes', '/roll-calls'];

/**
 * With a cluster of its own, which does nothing by itself: what is written to another database of a cluster looks like a
 * change, and so do its own statistics.
 */
async function createPostgres(): Promise<TestDatabase> {
  const { url, stop } = await startCluster();
  const connection = postgres(url, { max: 1 });
  await connection.unsafe('alter system set autovacuum = off');
  await connection.unsafe('select pg_reload_conf()');
  await connection.end();
  return { location: { dataDir: '', databaseUrl: url }, remove: stop };
}

describe.each([
  ['SQLite', createSqlite],
  ['PostgreSQL', createPostgres],
])('on %s', (_, create) => {
  let server: TestServer;
  /** Another process on the same database. */
  let elsewhere: Db;
  let token: string;
  let now = new Date();

  beforeAll(async () => {
    const database = await create();
    server = await startServer({ clock: () => now, createDatabase: async () => database });
    elsewhere = await openExisting(database.location);
  });
  afterAll(async () => {
    await elsewhere.close();
    await server.stop();
  });
  beforeEach(async () => {
    now = new Date();
    token = await server.signIn(server.users.administrator);
    await server.settled();
    // On PostgreSQL the first reading of the first page notes where it ended.
    for (const list of lists) await read(list);
  });

  /** The answer, and how many statements it took. */
  async function read(list: string, reader = token) {
    const statements = vi.spyOn(server.db, 'all');
    const { status, json } = await server.ask(`GET ${list}`, { token: reader });
    const taken = statements.mock.calls.length;
    statements.mockRestore();
    return { status, data: json.data, statements: taken };
  }

  test.each(lists)('%s takes one statement, which checks the session, as long as nothing changes', async (list) => {
    await server.db.run(sql`update companies set name = name || '.'`);
    const first = await read(list);
    const again = await read(list);
    expect(first.statements).toBeGreaterThan(1);
    expect(again).toEqual({ ...first, statements: 1 });
  });

  test('another question, another session and another call at the same address get answers of their own', async () => {
    await read('/companies');
    expect((await read('/companies?per_page=50')).statements).toBeGreaterThan(1);
    const another = await server.signIn(server.users.administrator);
    expect((await read('/companies', another)).statements).toBeGreaterThan(1);
    const refused = await server.ask('POST /companies', { token, body: { name: '' } });
    expect(refused.status).toBe(422);
  });

  test.each(['here', 'elsewhere'])('a change that is made %s is seen at once', async (where) => {
    const db = where === 'here' ? server.db : elsewhere;
    for (const sign of ['!', '?', '#']) {
      await db.run(sql`update companies set name = name || ${sign}`);
      for (const list of ofCompanies) expect(JSON.stringify((await read(list)).data)).toContain(`${sign}"`);
    }
  });

  test('a right that is taken away, and a session that is ended, end the answers', async () => {
    await read('/companies');
    await server.db.run(sql`update permissions set name = 'companies.former' where name = 'companies.view'`);
    expect((await read('/companies')).status).toBe(403);
    await server.db.run(sql`update permissions set name = 'companies.view' where name = 'companies.former'`);
    expect((await read('/companies')).status).toBe(200);
    await elsewhere.run(sql`delete from sessions`);
    expect((await read('/companies')).status).toBe(401);
  });

  test('a session ends by time alone, and so does a kept answer after a minute', async () => {
    expect((await read('/companies')).statements).toBe(1);
    now = plusMinutes(now, 1);
    expect((await read('/companies')).statements).toBeGreaterThan(1); // and notes that the session is in use
    await read('/companies');
    expect((await read('/companies')).statements).toBe(1);
    now = plusMinutes(now, 12 * 60 + 1);
    expect((await read('/companies')).status).toBe(401);
  });

  test('an API token gets kept answers, until it is revoked', async () => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select id from users where email = ${server.users.administrator.email}`,
    );
    const machine = await addApiToken(server.db, {
      userId: id,
      name: 'Payroll',
      permissions: ['companies.view', 'companies.all'],
      companies: null,
    });
    await read('/companies', machine); // notes its use
    const { statements } = await read('/companies', machine);
    expect((await read('/companies', machine)).statements).toBeLessThan(statements);
    await elsewhere.run(sql`update api_tokens set revoked_at = created_at where name = 'Payroll'`);
    expect((await read('/companies', machine)).status).toBe(401);
  });

  describe('the state of the database', () => {
    const state = async () => (await one<{ state: string }>(server.db, sql`select ${databaseState} as state`)).state;

    test('stays the same while others read, and while a transaction of theirs is not finished', async () => {
      const before = await state();
      await elsewhere.all(sql`select * from companies`);
      expect(await state()).toBe(before);
      await elsewhere.tx(async (queries) => {
        await queries.run(sql`update companies set name = name || '!'`);
        expect(await state()).toBe(before);
      });
      expect(await state()).not.toBe(before);
    });

    test.each(['here', 'elsewhere'])('differs after rows are added, changed and all removed %s', async (where) => {
      const db = where === 'here' ? server.db : elsewhere;
      const states = [await state()];
      for (const statement of [
        sql`insert into saved_views (user_id, place, name, path, query)
          select id, 1, 'Today', '/attendance', '' from users`,
        sql`update saved_views set name = 'Now' where place = 1`,
        sql`delete from saved_views`,
      ]) {
        await db.run(statement);
        states.push(await state());
      }
      expect(new Set(states).size).toBe(states.length);
    });
  });
});
