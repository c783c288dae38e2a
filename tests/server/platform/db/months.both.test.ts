// PostgreSQL keeps attendance, deliveries and what devices sent by month: from the first start of a new database on, and in
// an older one with many rows after it has moved them, while people work and whenever it is killed.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Db, one } from '../../../../server/platform/db/db.ts';
import { up as months } from '../../../../server/platform/db/migrations/0027-months.ts';
import { steps } from '../../../../server/platform/db/migrations/migrate.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { besideOf, mirrorOf } from '../../../../server/platform/db/postgres/months/beside.ts';
import { startMonths } from '../../../../server/platform/db/postgres/months/keepMonths.ts';
import { makeMonthsAhead } from '../../../../server/platform/db/postgres/months/makeMonthsAhead.ts';
import {
  attendanceTables,
  auditValues,
  isByMonth,
  type MonthlyTable,
  monthlyTables,
} from '../../../../server/platform/db/postgres/months/monthlyTables.ts';
import { moveLive } from '../../../../server/platform/db/postgres/months/moveLive.ts';
import { monthsOf } from '../../../../server/platform/db/postgres/months/parts.ts';
import { openPostgres } from '../../../../server/platform/db/postgres/postgres.ts';
import { type Sql, sql } from '../../../../server/platform/db/sql.ts';
import { insertFacts } from '../../../../server/features/devices/intake/newFacts.ts';
import { insertEvents, storeBatch } from '../../../../server/features/devices/webhook/storeBatch.ts';
import { enqueue } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { crashable, Crashed } from '../../../support/server/crashable.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { createOlder } from '../../../support/server/olderDatabases.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const now = new Date('2026-11-24T12:00:00Z');
const log = createLog('info', () => {});
const sender = { id: 1, company_id: 1, webhook_secret: '', is_active: true };

let database: TestDatabase;
let db: Db;
let other: Db;
beforeEach(async () => {
  database = await createPostgres();
  other = openPostgres(database.location.databaseUrl ?? '');
});
afterEach(async () => {
  await Promise.all([db.close(), other.close()]);
  await database.remove();
});

const countOf = async (rows: Sql) => (await one<{ n: number }>(db, sql`select count(*) as n from ${rows}`)).n;

const firstRows = `
  insert into companies (id, name, unique_identifier, created_at) values (1, 'One', 'CMP-1', '2026-01-01 00:00:00');
  insert into access_controllers (id, company_id, name, unique_identifier, created_at)
    values (1, 1, 'Door', 'ACU-1', '2026-01-01 00:00:00'), (2, 1, 'Gate', 'ACU-2', '2026-01-01 00:00:00');`;

const eventAt = (occurredAt: string, eventId: string) =>
  ({ eventId, employeeCode: '7', type: 'check-in', occurredAt, localTime: occurredAt, zone: '+00:00' }) as const;

/** What tells the form of the tables: indexes, rules and triggers, by name. */
const formOf = (of: Db) =>
  of.all(
    sql`select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as form from pg_constraint
        where conrelid in (select partrelid from pg_partitioned_table)
      union all select tablename, indexname, indexdef from pg_indexes
        where tablename in (select partrelid::regclass::text from pg_partitioned_table)
      union all select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger
        where tgrelid in (select partrelid from pg_partitioned_table) and not tgisinternal
      union all select partrelid::regclass::text, 'by', pg_get_partkeydef(partrelid) from pg_partitioned_table
      order by 1, 2, 3`,
  );

describe('a new database', () => {
  beforeEach(async () => {
    db = await openDatabase(database.location);
    await db.exec(firstRows);
  });

  test('has its tables by month, made ahead, and none for the rest', async () => {
    for (const { name } of monthlyTables) {
      expect(await isByMonth(db, name)).toBe(true);
      expect((await monthsOf(db, name)).length).toBe(5);
    }
    expect(await makeMonthsAhead(db, new Date('2030-12-31T23:59:59Z'))).toBe(20);
    expect((await monthsOf(db, 'attendance')).slice(-5)).toEqual([
      '2030-10',
      '2030-11',
      '2030-12',
      '2031-01',
      '2031-02',
    ]);
    const defaults = sql`pg_class where relispartition and pg_get_expr(relpartbound, oid) = 'DEFAULT'`;
    expect(await countOf(defaults)).toBe(0);
  });

  test('makes the part of any other month with its first event, from two processes at once', async () => {
    const days = Array.from({ length: 8 }, (_, year) => `201${year}-02-03 08:00:00`);
    await Promise.all(
      [db, other].flatMap((each, index) =>
        days.map((day) =>
          each.tx((queries) => insertEvents(queries, { ...sender, id: index + 1 }, [eventAt(day, day)], now)),
        ),
      ),
    );
    expect(await countOf(sql`attendance`)).toBe(16);
    expect((await monthsOf(db, 'attendance')).filter((month) => month < '2020')).toHaveLength(8);
  });

  test('takes an event of a controller once, whatever its month', async () => {
    const send = async (...times: string[]) => {
      const values = times.map((timestamp) => ({ event_id: 'a', employee_id: '7', event_type: 'check-in', timestamp }));
      return (await storeBatch(db, sender, values, now)).map(({ status }) => status);
    };
    expect(await send('2026-09-30T08:00:00Z', '2026-10-01T08:00:00Z')).toEqual(['stored', 'refused']);
    expect(await send('2026-09-30T08:00:00Z')).toEqual(['duplicate']);
    expect(await send('2026-08-30T08:00:00Z')).toEqual(['refused']);
    expect(await countOf(sql`attendance`)).toBe(1);
    // A refusal is told once, too.
    for (const received_at of ['2026-10-31 23:59:59', '2026-11-01 00:00:00'])
      await insertFacts(db, { controllerId: 1, deviceId: null }, [{ ...fact, received_at }]);
    expect(await countOf(sql`device_events where fact_key = 'once'`)).toBe(1);
  });

  test('has one delivery of a record, also when its day moves to another month', async () => {
    await insertEvents(db, sender, [eventAt('2026-10-31 23:30:00', 'a')], now);
    const { id } = await one<{ id: number }>(db, sql`select id from attendance`);
    for (const day of ['2026-10-31', '2026-11-01', '2026-11-01'])
      await db.tx((queries) => enqueue(queries, 1, day, [{ id, key: 'k' }], now));
    expect(await db.all(sql`select day, state from hr_deliveries`)).toEqual([{ day: '2026-11-01', state: 'waiting' }]);
    expect(await countOf(sql`attendance where hr_state = 'waiting'`)).toBe(1);
    // A record whose time is read anew may change its month as well.
    await db.run(sql`update attendance set occurred_at = '2026-11-01 00:30:00'`);
    expect(await countOf(sql`attendance_2026_11`)).toBe(1);
  });
});

describe('an older database with many rows', () => {
  const rows = 5_200;
  const moving = (of: Db, isStopping = () => false) => ({ db: of, log, isStopping });
  const moveAll = async (of: Db, isStopping?: () => boolean) => {
    for (const table of monthlyTables) await moveLive(moving(of, isStopping), table);
  };

  beforeEach(async () => {
    db = await createOlder(database.location, steps.indexOf(months));
    await db.exec(`${firstRows}
      insert into attendance (company_id, employee_code, access_controller_id, event_id, event_type, occurred_at, created_at)
        select 1, 'E' || n % 50, 1 + n % 2, 'e' || n, 'check-in', at, at
        from (select n, timestamp '2026-03-01' + n * interval '36 minutes' as at from generate_series(1, ${rows}) n) times;
      insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        select id, 1, to_char(occurred_at, 'YYYY-MM-DD'), 'waiting', occurred_at from attendance;
      insert into device_events (controller_id, fact_key, generation, code, local_time, zone, kind, direction, reader,
          verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
        select access_controller_id, event_id, 1, employee_code, '', '', 'punch', '', '', '', 'yes', occurred_at, '',
          'key', 0, 'attendance', id from attendance;
      insert into audit (id, at, request_id, action, subject, entry, previous_hash, hash)
        select id, occurred_at, '', 'test', 'things', '', '', '' from attendance;
      insert into audit_values (entry_id, about_kind, about_id, salted)
        select id, 'users', about, 'kept' from attendance cross join generate_series(1, 2) abouts(about);
      ${attendanceTables.map(wantedTable).join('\n')}`);
    await db.close();
    db = await openDatabase(database.location);
    await db.exec(wantedTable(auditValues));
  });

  const wantedTable = ({ name }: MonthlyTable) => `create table wanted_${name} as select * from ${name};`;

  /** Changes rows of all tables, and what is wanted of them in the same transaction, until told to stop. */
  async function work(isOver: () => boolean): Promise<number> {
    let done = 0;
    for (; !isOver() || done < 30; done++) {
      const id = 1 + ((done * 7_919) % rows);
      const time = `2026-0${1 + (done % 9)}-15 12:00:00`;
      await other.tx(async (queries) => {
        const both = async (table: string, change: (name: Sql) => Sql) => {
          for (const name of [table, `wanted_${table}`]) await queries.run(change({ pieces: [name], values: [] }));
        };
        await both(
          'hr_deliveries',
          (name) => sql`update ${name} set attempts = attempts + 1 where attendance_id = ${id}`,
        );
        await both('device_events', (name) => sql`delete from ${name} where id = ${id}`);
        // As an erasure does.
        await both('audit_values', (name) => sql`delete from ${name} where entry_id = ${id} and about_id > 1`);
        await both(
          'audit_values',
          (name) => sql`insert into ${name} (entry_id, about_kind, about_id, at, salted)
            select id, 'users', 3, at, 'replaced' from audit where id = ${id}`,
        );
        await both('attendance', (name) => sql`update ${name} set occurred_at = ${time} where id = ${id}`);
        await both('attendance', (name) => sql`delete from ${name} where id = ${id + 1}`);
        await both(
          'attendance',
          (name) => sql`insert into ${name} (id, company_id, employee_code, access_controller_id, event_id, event_type,
              occurred_at, created_at, is_processed, hr_state)
            values (${100_000 + done}, 1, 'new', 1, ${`new ${done}`}, 'check-in', ${time}, ${time}, false, 'not_queued')`,
        );
      });
    }
    return done;
  }

  const expectWanted = async () => {
    for (const { name } of monthlyTables) {
      const [table, wanted] = [name, `wanted_${name}`].map((each): Sql => ({ pieces: [each], values: [] }));
      if (!table || !wanted) continue;
      // The table may have got more columns since.
      const named = await db.all<{ name: string }>(
        sql`select quote_ident(column_name) as name from information_schema.columns
          where table_name = ${`wanted_${name}`}`,
      );
      const columns: Sql = { pieces: [named.map((column) => column.name).join(', ')], values: [] };
      const others = sql`((select ${columns} from ${table} except all select ${columns} from ${wanted})
        union all (select ${columns} from ${wanted} except all select ${columns} from ${table})) others`;
      expect([name, await countOf(others)]).toEqual([name, 0]);
    }
  };

  test('is moved while a writer works, killed again and again, by two processes at once', async () => {
    for (const { name } of monthlyTables) expect(await isByMonth(db, name)).toBe(false);
    let isOver = false;
    const written = work(() => isOver);
    for (let statements = 5; statements < 120; statements += 23) {
      let left = statements;
      const dying = crashable(db, () => --left < 0);
      await expect(moveAll(dying)).rejects.toThrow(Crashed);
    }
    await Promise.all([moveAll(db), moveAll(other)]);
    isOver = true;
    expect(await written).toBeGreaterThan(0);
    for (const { name } of monthlyTables) expect(await isByMonth(db, name)).toBe(true);
    await expectWanted();

    const fresh = await createPostgres();
    const made = await openDatabase(fresh.location);
    expect(await formOf(db)).toEqual(await formOf(made));
    await made.close();
    await fresh.remove();
    // Ids go on, triggers work, and nothing is left over.
    const added = await insertEvents(db, sender, [eventAt('2026-10-31 23:30:00', 'last')], now);
    const [{ id } = { id: 0 }] = [...added.values()];
    expect(id).toBeGreaterThan(rows);
    expect(id).toBeLessThan(100_000);
    const oneLeft = sql`(select min(id) from attendance where id in (select attendance_id from hr_deliveries))`;
    await db.run(sql`update hr_deliveries set state = 'failed' where attendance_id = ${oneLeft}`);
    expect(await countOf(sql`attendance where hr_state = 'failed'`)).toBe(1);
    expect(await countOf(sql`pg_class where relname in (${monthlyTables.map(besideOf)})`)).toBe(0);
    expect(await countOf(sql`pg_proc where proname in (${monthlyTables.map(mirrorOf)})`)).toBe(0);
    expect(await countOf(sql`moves_to_months`)).toBe(0);
  });

  test('begins again with the next start when the copy differs, and the other tables are moved', async () => {
    let parts = 0;
    await moveAll(db, () => ++parts > 2);
    await db.run(sql`delete from attendance_by_month where id = 7`);
    const errors: string[] = [];
    const start = () =>
      startMonths({ db, log: createLog('error', (line) => errors.push(line)), clock: () => new Date(now) });
    const first = start();
    await expect.poll(() => isByMonth(db, 'device_events')).toBe(true);
    await first.stop();
    expect(errors.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({
        message: 'a copy by month differed and was dropped: the next start copies the table again',
        table: 'attendance',
      }),
    ]);
    expect(await isByMonth(db, 'attendance')).toBe(false);
    expect(await countOf(sql`pg_class where relname = 'attendance_by_month'`)).toBe(0);
    // Nothing stands in the way of writes.
    await work(() => true);
    const second = start();
    await expect.poll(() => isByMonth(db, 'attendance')).toBe(true);
    await second.stop();
    expect(errors).toHaveLength(1);
    await expectWanted();
  });

  test('begins again when the table has another column since', async () => {
    let parts = 0;
    await moveAll(db, () => ++parts > 4);
    await db.exec(`alter table attendance add column note text not null default 'x';
      alter table wanted_attendance add column note text not null default 'x'`);
    await moveAll(db);
    await expectWanted();
    expect(await countOf(sql`attendance where note = 'x'`)).toBe(rows);
  });
});

const fact = {
  fact_key: 'once',
  generation: 1,
  number: null,
  code: '7',
  local_time: '',
  zone: '',
  occurred_at: null,
  is_ambiguous: false,
  kind: 'webhook',
  direction: '',
  meaning: '',
  reader: '',
  verify: '',
  passed: 'unknown',
  is_replay: false,
  raw: '',
  direction_rule: 'key',
  ruled_direction: '',
  repeat_seconds: 0,
  outcome: 'refused',
  reason: '',
  attendance_id: null,
} as const;
