// Moves a database to the other kind and back: every row, the audit's chain, sessions and the last ids; in several
// runs, while the server writes, and after an interruption.

import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { verifyAudit } from '../../../../server/platform/audit/verifyAudit.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { move } from '../../../../server/platform/db/move.ts';
import { openDatabase, openExisting } from '../../../../server/platform/db/open.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { type Installation, install } from '../../../support/server/installation.ts';
import { startServer, type TestAnswer, type TestServer } from '../../../support/server/server.ts';
import { createSqlite, type TestDatabase } from '../../../support/server/testDatabase.ts';

const quiet = () => {};

let installed: Installation;
let file: TestDatabase;
let cluster: TestDatabase;
let server: TestServer;
let token: string;
let source: Db;
let target: Db;
beforeAll(async () => {
  installed = await install();
  file = await createSqlite();
  server = await startServer({ createDatabase: async () => file, sample: { employeesPerCompany: 4, days: 10 } });
  token = await server.signIn(server.users.administrator);
  source = await openExisting(file.location);
  cluster = await createPostgres();
  target = await openDatabase(cluster.location);
});
afterAll(async () => {
  await source.close();
  await server.stop();
  await target.close();
  await cluster.remove();
  installed.remove();
});

const count = async (db: Db, rows: ReturnType<typeof sql>) =>
  (await one<{ n: number }>(db, sql`select count(*) as n from ${rows}`)).n;
const ofTable = (moved: Awaited<ReturnType<typeof move>>, name: string) => moved.find(({ table }) => table === name);
const writtenIn = (moved: Awaited<ReturnType<typeof move>>) => moved.reduce((sum, { written }) => sum + written, 0);

test('a break costs nothing: the next run goes on, and the one after it has nothing to do', async () => {
  const transact = target.tx;
  let left = 12;
  vi.spyOn(target, 'tx').mockImplementation((work) => (left-- > 0 ? transact(work) : Promise.reject(new Error('cut'))));
  await expect(move(source, target, quiet)).rejects.toThrow('cut');
  vi.restoreAllMocks();
  expect(await count(target, sql`companies`)).toBeGreaterThan(0);

  const rest = await move(source, target, quiet);
  expect(ofTable(rest, 'companies')?.written).toBe(0);
  expect(ofTable(rest, 'attendance')?.rows).toBe(await count(source, sql`attendance`));
  expect(await verifyAudit(target)).toEqual(await verifyAudit(source));
  expect(writtenIn(await move(source, target, quiet))).toBe(0);
});

test('rows written while it runs are moved by the next run', async () => {
  const writes: Promise<TestAnswer>[] = [];
  await server.ask('PUT /companies/1', { token, body: { name: 'Renamed' } });
  const during = await move(source, target, (table) => {
    writes.push(server.ask('POST /companies', { token, body: { name: `While ${table} is copied` } }));
  });
  expect(writes.length).toBeGreaterThan(0);
  const answers = await Promise.all(writes);
  expect(answers.every(({ status }) => status === 201)).toBe(true);
  expect(ofTable(during, 'companies')).toMatchObject({ written: 1 });
  await server.db.run(sql`delete from role_permissions where role_id = (select max(id) from roles)`);

  const after = await move(source, target, quiet);
  expect(ofTable(after, 'companies')?.written).toBe(answers.length);
  expect(await count(target, sql`companies`)).toBe(await count(source, sql`companies`));
  expect(await count(target, sql`role_permissions where role_id = (select max(id) from roles)`)).toBe(0);
});

test('by the command; then people stay signed in, ids go on, and the chain continues', async () => {
  const { databaseUrl: DATABASE_URL = '' } = cluster.location;
  // The last company was deleted, and its id must not be reused.
  const { json } = await server.ask('POST /companies', { token, body: { name: 'Short-lived' } });
  const { id } = json.data as { id: number };
  const place = { DATA_DIR: file.location.dataDir, SECRETS_KEY: 'a key that is long enough for the tests' };
  const { code, text } = await installed.start(['move', '--to', DATABASE_URL], place).ended;
  expect([code, text]).toEqual([0, expect.stringMatching(/rows are the same at both ends/)]);

  const isAnalyzed = sql`pg_stat_user_tables where relname = 'attendance' and last_analyze is not null`;
  await expect.poll(() => count(target, isAnalyzed)).toBe(1);

  const started = installed.start([], { ...place, DATABASE_URL });
  const answer = await fetch(`${await started.url()}/web/api/v1/companies`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ name: 'After the move' }),
  });
  expect([answer.status, await answer.json()]).toMatchObject([201, { data: { id: id + 1 } }]);
  await started.kill('SIGTERM');
  expect((await verifyAudit(target)).fault).toBeUndefined();
});

test('and back again, into an empty SQLite file', async () => {
  const database = await createSqlite();
  const back = await openDatabase(database.location);
  await move(target, back, quiet);
  expect(await verifyAudit(back)).toEqual(await verifyAudit(target));
  expect(await count(back, sql`attendance`)).toBe(await count(target, sql`attendance`));
  await back.close();
  await database.remove();
});

test('refuses a database with data of its own, one of the same kind, and no place', async () => {
  // The target has been used since the move.
  await expect(move(source, target, quiet)).rejects.toThrow('has data of its own');
  await expect(move(source, source, quiet)).rejects.toThrow('of the same kind');
  const command = (...words: string[]) =>
    installed.start(['move', ...words], { DATA_DIR: file.location.dataDir }).ended;
  expect(await command()).toEqual({ code: 1, text: expect.stringContaining('Where to? Use: move --to') });
  const same = await command('--to', 'elsewhere');
  expect(same).toEqual({ code: 1, text: 'Both databases are of the same kind: use its own tools\n' });
  expect(existsSync(path.join(installed.folder, 'elsewhere'))).toBe(false);
});
