// On SQLite, databases before version 10 reused the id of a deleted row. The upgrade copies their tables.

import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { alignPermissions } from '../../../../server/features/people/roleQueries.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { sha256 } from '../../../../server/platform/crypto/hashes.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { openSqlite } from '../../../../server/platform/db/sqlite.ts';
import { createSqlite, type TestDatabase } from '../../../support/server/testDatabase.ts';

let database: TestDatabase;
let db: Db;
/** The contents before and after that upgrade step. */
let before: Record<string, unknown>;
let after: Record<string, unknown>;

/** Tables, with everything in and about them. */
async function contentsOf(queries: Db): Promise<Record<string, unknown>> {
  const masters = await queries.all<{ type: string; name: string; sql: string }>(
    sql`select type, name, sql from sqlite_master where name not like 'sqlite_%' order by type, name`,
  );
  const contents: Record<string, unknown> = {
    definitions: masters.map(({ name, sql: text }) => [name, plain(text)]),
  };
  for (const { type, name } of masters) {
    if (type !== 'table' || name === 'schema_version') continue;
    const all = { pieces: [`select * from ${name} order by rowid`], values: [] };
    const references = { pieces: [`pragma foreign_key_list(${name})`], values: [] };
    contents[name] = { rows: await queries.all(all), references: await queries.all(references) };
  }
  return contents;
}

const plain = (definition: string) =>
  definition.replace(/ autoincrement/i, '').replace(/^create table "(\w+)"\s*/i, 'CREATE TABLE $1 ');

beforeAll(async () => {
  database = await createSqlite();
  const old = await openSqlite(path.join(database.location.dataDir, 'rollcall.sqlite'));
  for (const step of steps.slice(0, 9)) await old.exec(await step('sqlite', old));
  await old.exec(`create table schema_version (id integer primary key check (id = 1), version integer not null);
    insert into schema_version (id, version) values (1, 9)`);
  await old.tx(alignPermissions);
  const entry = ['', 1, '2026-01-01 00:00:00', null, '', '', 'delete', 'roles', 8000, null, null];
  const hash = sha256(JSON.stringify(entry));
  // Without days: what is sent to HR systems depends on tables that the old database does not have.
  await fillWithSample(old, createPasswords(cheapCost), new Date(), { employeesPerCompany: 5, days: 0 });
  await old.exec(`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
        occurred_at, created_at)
      select company_id, id, employee_id, (select min(id) from access_controllers), 'check-in',
        '2026-01-05 08:00:00', '2026-01-05 08:00:01' from employees;
    insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
      select id, company_id, '2026-01-05', 'waiting', '2026-01-05 18:00:00' from attendance;
    insert into users (id, name, email, password_hash, created_at) values
      (7000, 'Last', 'last@example.com', '', '2026-01-01 00:00:00');
    insert into user_companies (user_id, company_id) select 7000, min(id) from companies;
    insert into audit (id, at, user_email, request_id, action, subject, subject_id, previous_hash, hash)
      values (1, '2026-01-01 00:00:00', '', '', 'delete', 'roles', 8000, '', '${hash}');
    update audit_head set last_id = 1, hash = '${hash}'`);
  before = await contentsOf(old);
  await old.exec('pragma foreign_keys = off');
  for (const step of steps.slice(9, 10)) await old.exec(await step('sqlite', old));
  await old.exec('update schema_version set version = 10');
  after = await contentsOf(old);
  await old.close();
  db = await openDatabase(database.location);
});
afterAll(async () => {
  await db.close();
  await database.remove();
});

test('every row, index, trigger and reference is kept', async () => {
  for (const name of Object.keys(before)) expect([name, after[name]]).toEqual([name, before[name]]);
  expect(await db.all(sql`pragma integrity_check`)).toEqual([{ integrity_check: 'ok' }]);
  expect(await db.all(sql`pragma foreign_key_check`)).toEqual([]);
});

test('every table that numbers its rows counts on', async () => {
  const plainTables = sql`select name from sqlite_master where type = 'table'
    and sql like '%id integer primary key%' and sql not like '%autoincrement%' and sql not like '%check (id = 1)%'`;
  expect(await db.all(plainTables)).toEqual([]);
});

test('the id of a deleted user, and of a role that only the audit knows, is not given out again', async () => {
  await db.run(sql`delete from users where id = 7000`);
  expect(await db.all(sql`select 1 from user_companies where user_id = 7000`)).toEqual([]);
  const user = await one<{ id: number }>(
    db,
    sql`insert into users (name, email, password_hash, created_at)
      values ('Next', 'next@example.com', '', '2026-01-01 00:00:00') returning id`,
  );
  expect(user.id).toBe(7001);
  const role = sql`insert into roles (name, display_name, description, is_system)
    values ('next', 'Next', '', false) returning id`;
  expect(await one(db, role)).toEqual({ id: 8001 });
});

test('references still hold', async () => {
  await expect(db.run(sql`insert into user_roles (user_id, role_id) values (12345, 1)`)).rejects.toMatchObject({
    kind: 'foreignKey',
  });
});
