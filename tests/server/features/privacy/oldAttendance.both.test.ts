// Old attendance on both databases: what goes, what stays and what is reported must be the same, including rows that
// refer to a record or have a different time.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { foldCounts } from '../../../../server/features/attendance/foldCounts.ts';
import { previewRetention } from '../../../../server/features/privacy/privacyHandlers.ts';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { type Db, one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2027-06-15T12:00:00Z');
const terms = { attendance: 12, audit_values: null, mails: null, sign_ins: null, device_notes: null };

const opened: Db[] = [];
beforeAll(async () => {
  for (const { create } of databases) opened.push(await openFresh(create));
});
afterAll(async () => {
  for (const db of opened) await db.close();
});

const idOf = async (db: Db, rows: Sql) => (await one<{ id: number }>(db, sql`insert into ${rows} returning id`)).id;
const countOf = async (db: Db, rows: Sql) => (await one<{ n: number }>(db, sql`select count(*) as n from ${rows}`)).n;

interface Given {
  readonly at: string;
  /** When it was received. */
  readonly came?: string;
  readonly employee?: number;
  /** The day of its delivery. */
  readonly day?: string;
  readonly pairStart?: number;
}

/** Adds a record with its event and its delivery. */
async function record(db: Db, { at, came = at, employee = 1, day = at.slice(0, 10), pairStart }: Given) {
  const id = await idOf(
    db,
    sql`attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      values (1, ${employee}, ${`E-${employee}`}, 1, 'check-in', ${at}, ${came})`,
  );
  await event(db, { at, came, record: id });
  await db.run(
    sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, pair_start_id)
      values (${id}, 1, ${day}, 'accepted', ${at}, ${pairStart ?? null})`,
  );
  return id;
}

interface GivenEvent {
  readonly at: string;
  readonly came?: string;
  readonly record?: number;
  readonly code?: string;
}

const event = (db: Db, { at, came = at, record: id, code = 'nobody' }: GivenEvent) =>
  db.run(
    sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind,
        direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
      values (1, ${JSON.stringify([at, came, code, id === undefined])}, 1, ${code}, ${at}, '', ${at}, 'punch', '', '',
        '', 'yes', ${came}, '', 'key', 0, 'attendance', ${id ?? null})`,
  );

async function correct(db: Db, id: number, at: string): Promise<void> {
  const correction = await idOf(
    db,
    sql`corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, attendance_id, reason,
        state, author, created_at)
      values (1, 1, 'E-1', ${at.slice(0, 10)}, 'set_aside', 'check-in', ${at}, ${id}, '', 'applied', 'Ada', ${at})`,
  );
  await db.run(sql`update attendance set set_aside_by = ${correction} where id = ${id}`);
}

async function fill(db: Db): Promise<void> {
  await db.exec(`
    insert into companies (id, name, unique_identifier, created_at) values (1, 'One', 'CMP-1', '2025-01-01 00:00:00');
    insert into access_controllers (id, company_id, name, unique_identifier, created_at)
      values (1, 1, 'Door', 'ACU-1', '2025-01-01 00:00:00');
    insert into employees (id, company_id, employee_id, name, created_at)
      values (1, 1, 'E-1', 'Ann', '2025-01-01 00:00:00'), (2, 1, 'E-2', 'Bob', '2025-01-01 00:00:00');
    insert into legal_holds (kind, subject_id, reason, author, created_at)
      values ('employees', 2, 'Lawsuit', 'Ada', '2027-01-01 00:00:00');
    insert into retention_rules (data_class, keep_months) values ('attendance', 12);`);
  for (let day = 10; day < 20; day++) await record(db, { at: `2026-01-${day} 08:00:00` });
  const repeated = await record(db, { at: '2026-01-31 23:59:00' });
  await record(db, { at: '2026-01-31 23:30:00', day: '2026-02-01' });
  const start = await record(db, { at: '2026-01-31 22:00:00' });
  // Received before midnight from a clock that is ahead, on a working day that began before midnight.
  await record(db, { at: '2026-02-01 00:00:05', came: '2026-01-31 23:59:59', day: '2026-01-31' });
  await record(db, { at: '2026-02-01 06:00:00', pairStart: start });
  await event(db, { at: '2026-02-01 00:00:10', record: repeated });
  await correct(db, await record(db, { at: '2026-01-20 09:00:00' }), '2026-01-20 09:00:00');
  await record(db, { at: '2026-03-03 08:00:00', employee: 2 });
  await record(db, { at: '2026-03-04 08:00:00' });
  // A device that was offline for long, and events of nobody: one has a held person's code, one a wrong clock.
  await record(db, { at: '2026-01-05 08:00:00', came: '2026-03-04 09:00:00' });
  await event(db, { at: '2026-01-06 08:00:00' });
  await event(db, { at: '2026-01-07 08:00:00', code: 'E-2' });
  await event(db, { at: '2099-01-01 00:00:00', came: '2026-01-08 08:00:00' });
  await record(db, { at: '2026-06-10 08:00:00' });
  const stays = await record(db, { at: '2026-06-20 08:00:00', pairStart: start });
  await correct(db, stays, '2026-06-20 08:00:00');
}

const left = async (db: Db) => ({
  records: await db.all(sql`select occurred_at, employee_code, hr_state from attendance order by occurred_at`),
  events: await db.all(sql`select fact_key from device_events order by fact_key`),
  deliveries: await db.all(
    sql`select day, case when pair_start_id is null then 'single' else 'pair' end as form, occurred_at
      from hr_deliveries join attendance on attendance.id = attendance_id order by day, occurred_at`,
  ),
  corrections: await db.all(sql`select day, state from corrections order by day`),
});

test('the same goes, stays and is told', async () => {
  const [sqlite, postgres] = opened;
  if (!sqlite || !postgres) throw new Error('Two databases are needed');
  const told = [];
  for (const db of [sqlite, postgres]) {
    await fill(db);
    const { classes } = await previewRetention(db, terms, now);
    const promised = classes.find(({ data_class }) => data_class === 'attendance');
    await removeOld({ db, clock: () => now, log: createLog('info', () => {}) }, 'one');
    const { removed } = await one<{ removed: string }>(db, sql`select removed from retention_runs`);
    const rows: Record<string, number> = JSON.parse(removed);
    const counts = Object.entries(rows).map(([what, number]) => ({ what, rows: number }));
    expect(new Set(counts)).toEqual(new Set(promised?.goes));
    told.push(promised);
    const dangling = (id: Sql) => sql`${id} is not null and ${id} not in (select id from attendance)`;
    expect(await countOf(db, sql`device_events where ${dangling(sql`attendance_id`)}`)).toBe(0);
    expect(await countOf(db, sql`hr_deliveries where ${dangling(sql`attendance_id`)}`)).toBe(0);
    expect(await countOf(db, sql`hr_deliveries where ${dangling(sql`pair_start_id`)}`)).toBe(0);
    expect(await countOf(db, sql`corrections where ${dangling(sql`attendance_id`)}`)).toBe(0);
    await foldCounts(db);
    const counted = await one<{ of_each: number; of_all: number }>(
      db,
      sql`select sum(case when company_id > 0 then records end) as of_each,
          sum(case when company_id = 0 then records end) as of_all
        from attendance_count_sums where span = 'hour'`,
    );
    expect(counted).toEqual({ of_each: 2, of_all: 2 });
  }
  expect(told[1]).toEqual(told[0]);
  // The revision changes, so whoever is reading pages notices.
  for (const db of [sqlite, postgres])
    expect(await countOf(db, sql`attendance_revisions where day = '2026-01-10 00:00:00'`)).toBeGreaterThan(0);
  expect(await left(postgres)).toEqual(await left(sqlite));
  expect((await left(sqlite)).records).toHaveLength(2);
});
