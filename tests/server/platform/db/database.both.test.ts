// What the server relies on a database to do, tested on SQLite and PostgreSQL.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openWithPermissions } from '../../../../server/app/commands/openWithPermissions.ts';
import { insertEvents } from '../../../../server/features/devices/webhook/storeBatch.ts';
import { ConstraintError, type Db, join, one, type Queries, scalar, sql } from '../../../../server/platform/db/db.ts';
import { UnreachableError, UnusableError } from '../../../../server/platform/db/errors.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { createPostgres, databases } from '../../../support/server/databases.ts';
import { createSqlite, openFresh, type TestDatabase } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await create();
    db = await openWithPermissions(database.location);
    await db.exec(`create table things (id integer primary key, name text unique, is_good boolean, at timestamp(0))`);
  });

  afterAll(async () => {
    await db.close();
    await database.remove();
  });

  const countOf = async (name: string) =>
    (await one<{ total: number }>(db, sql`select count(*) as total from things where name = ${name}`)).total;

  test('reads text, flags, instants and null as they were written', async () => {
    const rows = [
      [1, "Robert'); drop table things; --", true, '2026-03-29 01:30:00'],
      [2, 'Σοφία ليلى 😀', false, null],
    ] as const;
    const values = rows.map(([id, name, isGood, at]) => sql`(${id}, ${name}, ${isGood}, ${at})`);
    const stored = await db.run(sql`insert into things (id, name, is_good, at) values ${join(values, ', ')}`);
    expect(stored).toBe(2);
    const read = sql`select id, name, is_good, at from things where id in (${[1, 2]}) order by id`;
    expect(await db.all<{ is_good: boolean }>(read, ['is_good'])).toEqual(
      rows.map(([id, name, is_good, at]) => ({ id, name, is_good, at })),
    );
  });

  test('matches nothing with an empty list', async () => {
    expect(await db.all(sql`select id from things where id in (${[]})`)).toEqual([]);
  });

  test('rolls back a failed transaction', async () => {
    const failing = db.tx(async (queries) => {
      await queries.run(sql`insert into things (id, name) values (10, 'undone')`);
      throw new Error('cancelled');
    });
    await expect(failing).rejects.toThrow('cancelled');
    expect(await countOf('undone')).toBe(0);
  });

  test('throws ConstraintError for a violated key, and works again afterwards', async () => {
    const insert = (id: number, name: string) => db.run(sql`insert into things (id, name) values (${id}, ${name})`);
    await insert(20, 'taken');
    await expect(insert(21, 'taken')).rejects.toBeInstanceOf(ConstraintError);
    await expect(insert(22, 'free')).resolves.toBe(1);
    const orphan = db.run(sql`insert into user_roles (user_id, role_id) values (999, 999)`);
    await expect(orphan).rejects.toMatchObject({ kind: 'foreignKey' });
  });

  test('keeps statements from outside out of a running transaction', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const failing = db.tx(async (queries) => {
      await queries.run(sql`insert into things (id, name) values (30, 'inside')`);
      await held;
      throw new Error('rolled back');
    });
    const outside = db.run(sql`insert into things (id, name) values (31, 'outside')`);
    release();
    await expect(failing).rejects.toThrow('rolled back');
    await outside;
    expect(await countOf('inside')).toBe(0);
    expect(await countOf('outside')).toBe(1);
  });

  test('runs concurrent transactions one after another', async () => {
    await db.run(sql`insert into things (id, name) values (40, '0')`);
    const addOne = () =>
      db.tx(async (queries) => {
        const lock = sql`update things set name = name where id = 40 returning name`;
        const { name } = await one<{ name: string }>(queries, lock);
        await queries.run(sql`update things set name = ${String(Number(name) + 1)} where id = 40`);
      });
    await Promise.all(Array.from({ length: 20 }, addOne));
    expect(await one(db, sql`select name from things where id = 40`)).toEqual({ name: '20' });
  });

  test('completes transactions that wait for each other', async () => {
    await db.run(sql`insert into things (id, name) values (45, 'a'), (46, 'b')`);
    let proceed = () => {};
    const bothHold = new Promise<void>((resolve) => (proceed = resolve));
    let holding = 0;
    const mark = (queries: Queries, id: number) =>
      queries.run(sql`update things set name = name || '+' where id = ${id}`);
    const markBoth = (one: number, other: number) =>
      db.tx(async (queries) => {
        await mark(queries, one);
        // On SQLite the second transaction has not started yet.
        if (++holding === 2 || db.dialect === 'sqlite') proceed();
        await bothHold;
        await mark(queries, other);
      });
    await Promise.all([markBoth(45, 46), markBoth(46, 45)]);
    const names = await db.all(sql`select name from things where id in (${[45, 46]}) order by id`);
    expect(names).toEqual([{ name: 'a++' }, { name: 'b++' }]);
  });

  test('refuses changes to the audit', async () => {
    await db.run(
      sql`insert into audit (id, at, request_id, action, subject, entry, previous_hash, hash)
        values (1000, '2026-01-01 00:00:00', '', 'test', 'things', '', '', '')`,
    );
    await db.run(sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      values (1000, '', 0, '2026-01-01 00:00:00', '[]')`);
    await expect(db.run(sql`update audit set action = 'forged'`)).rejects.toThrow('append-only');
    await expect(db.run(sql`update audit_values set salted = 'forged'`)).rejects.toThrow('append-only');
    await expect(db.run(sql`delete from audit`)).rejects.toThrow('append-only');
  });

  test('stores an event once: by its event id, or by controller, code, type and second', async () => {
    await db.exec(`
      insert into companies (id, name, unique_identifier, created_at)
        values (1, 'One', 'CMP-1', '2026-01-01 00:00:00');
      insert into access_controllers (id, company_id, name, unique_identifier, created_at)
        values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00');
    `);
    const sender = { id: 1, company_id: 1, webhook_secret: '', is_active: true };
    const store = async (eventId: string | null, occurredAt: string) => {
      const when = { occurredAt, localTime: occurredAt, zone: '+00:00' };
      const event = { eventId, employeeCode: '00123', type: 'check-in', ...when } as const;
      return (await insertEvents(db, sender, [event], new Date())).size;
    };
    expect(await store('a', '2026-01-02 08:00:00')).toBe(1);
    expect(await store('a', '2026-01-02 09:00:00')).toBe(0);
    expect(await store('a', '2025-12-31 08:00:00')).toBe(0);
    expect(await store('b', '2026-01-02 08:00:00')).toBe(1);
    expect(await store(null, '2026-01-02 08:00:00')).toBe(1);
    expect(await store(null, '2026-01-02 08:00:00')).toBe(0);
    expect(await store(null, '2026-01-02 08:00:01')).toBe(1);
  });

  test('keeps tables, permissions and data when opened again', async () => {
    await db.run(sql`insert into things (id, name) values (50, 'kept')`);
    await db.close();
    db = await openWithPermissions(database.location);
    expect(await countOf('kept')).toBe(1);
    const { total } = await one<{ total: number }>(db, sql`select count(*) as total from permissions`);
    expect(total).toBeGreaterThan(25);
  });

  test('keeps permissions that a newer server added', async () => {
    await db.exec(`
      insert into permissions (name, display_name, module) values ('reports.view', 'View reports', 'reports');
      insert into roles (id, name, display_name, description, is_system) values (70, 'reader', 'Reader', '', false);
      insert into role_permissions (role_id, permission_id)
        select 70, id from permissions where name = 'reports.view';
    `);
    await db.close();
    db = await openWithPermissions(database.location);
    const held = await db.all(
      sql`select role_id from role_permissions join permissions on permissions.id = permission_id
        where permissions.name = 'reports.view' and role_id = 70`,
    );
    expect(held).toEqual([{ role_id: 70 }]);
  });

  test('does not hang when a transaction uses the database directly', async () => {
    const nested = db.tx(async (queries) => {
      await queries.run(sql`insert into things (id, name) values (60, 'nested')`);
      await db.all(sql`select 1`);
    });
    // SQLite has one connection and throws; PostgreSQL uses another connection.
    if (db.dialect === 'sqlite') await expect(nested).rejects.toThrow('use the queries that it was given');
    else await nested;
  });

  test('refuses a database of a newer version', async () => {
    const newer = await create();
    const opened = await openWithPermissions(newer.location);
    await opened.run(sql`update schema_version set version = 999`);
    await opened.close();
    await expect(openWithPermissions(newer.location)).rejects.toThrow(
      `it has version 999, and this server knows versions up to ${steps.length}. Start the newer server, or restore`,
    );
    await newer.remove();
  });
});

test('PostgreSQL that has room for two connections serves any number of statements', async () => {
  const database = await createPostgres();
  const url = new URL(database.location.databaseUrl ?? '');
  const owner = openPostgres(url.href);
  const role = `narrow_${url.pathname.slice(1)}`;
  await owner.exec(`create role "${role}" login connection limit 2`);
  url.username = role;
  const db = openPostgres(url.href);
  for (let time = 0; time < 2; time++) {
    const asked = Array.from({ length: 30 }, (_, index) =>
      scalar(db, sql`select ${index}::bigint from pg_sleep(0.01)`),
    );
    expect(await Promise.all(asked)).toEqual([...asked.keys()]);
    expect(db.connections?.().open).toBe(2);
  }
  await db.close();
  await owner.exec(`drop role "${role}"`);
  await owner.close();
  await database.remove();
});

test('reports a full disk on SQLite and rolls back', async () => {
  const db = await openFresh(createSqlite);
  await db.exec('create table notes (note text)');
  const { page_count } = await one<{ page_count: number }>(db, sql`pragma page_count`);
  await db.exec(`pragma max_page_count = ${page_count + 20}`);
  const filling = db.tx(async (queries) => {
    for (;;) await queries.run(sql`insert into notes (note) values (${'long '.repeat(20_000)})`);
  });
  await expect(filling).rejects.toThrow('full');
  await db.tx((queries) => queries.run(sql`insert into notes (note) values ('short')`));
  expect(await db.all(sql`select note from notes`)).toEqual([{ note: 'short' }]);
  await db.close();
});

test('a user of PostgreSQL who may not create tables is told so in a sentence', async () => {
  const database = await createPostgres();
  const url = new URL(database.location.databaseUrl ?? '');
  const owner = openPostgres(url.href);
  const role = `guest_${url.pathname.slice(1)}`;
  await owner.exec(`create role "${role}" login`);
  url.username = role;
  const opening = openDatabase({ dataDir: '', databaseUrl: url.href });
  await expect(opening).rejects.toThrow(UnusableError);
  await expect(opening).rejects.toThrow(
    'The user of DATABASE_URL must own the database and its tables: permission denied for schema public',
  );
  await owner.exec(`drop role "${role}"`);
  await owner.close();
  await database.remove();
});

test('does not wait for a PostgreSQL that refuses a parameter of its address', async () => {
  const database = await createPostgres();
  const databaseUrl = `${database.location.databaseUrl}?channel_binding=require`;
  const refusal = await openDatabase({ dataDir: '', databaseUrl }).catch((error: unknown) => error);
  expect(refusal).toEqual(
    new UnusableError('Cannot connect to DATABASE_URL: unrecognized configuration parameter "channel_binding"'),
  );
  expect(refusal).not.toBeInstanceOf(UnreachableError);
  await database.remove();
});

test.each(['LATIN1', 'SQL_ASCII'])('refuses a PostgreSQL database with the encoding %s', async (encoding) => {
  const database = await createPostgres();
  const db = await openDatabase(database.location);
  const name = `encoded_${encoding.toLowerCase()}`;
  await db.exec(`create database ${name} encoding '${encoding}' locale 'C' template template0`);
  const databaseUrl = new URL(name, database.location.databaseUrl).href;
  await expect(openDatabase({ dataDir: '', databaseUrl })).rejects.toThrow(
    `The database has the encoding ${encoding}: create one with createdb --encoding=UTF8 --template=template0`,
  );
  await db.exec(`drop database ${name} with (force)`);
  await db.close();
  await database.remove();
});
