// The benchmark fills PostgreSQL by a shortcut, which must leave exactly what inserts would have left, or its figures
// would mean nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillYears } from '../../../../scripts/bench/attendance/years.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { foldCounts } from '../../../../server/features/attendance/foldCounts.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2026-11-24T10:00:00Z');
const years = { records: 5_000, months: 14, monthsWithEvents: 2, now };

let db: Db;
let indexesBefore: unknown;
const indexes = () => db.all(sql`select indexname, indexdef from pg_indexes order by indexname`);
beforeAll(async () => {
  const postgres = databases.find(({ name }) => name === 'PostgreSQL');
  if (!postgres) throw new Error('PostgreSQL is needed');
  db = await openFresh(postgres.create);
  await fillWithSample(db, createPasswords(cheapCost), now, { employeesPerCompany: 3, days: 0 });
  indexesBefore = await indexes();
  await fillYears(db, years);
});
afterAll(() => db.close());

const kept = async () => {
  await foldCounts(db);
  return {
    counts: await db.all(
      sql`select * from attendance_count_sums order by company_id, span, start, event_type, is_processed, hr_state`,
    ),
    revisions: await db.all(sql`select * from attendance_revision_sums order by company_id, day`),
    next: await one(db, sql`select last_value, is_called from attendance_id_seq`),
  };
};

test('counts, revisions and HR states are those that an insert for each month leaves behind', async () => {
  const filled = await kept();
  expect(filled.counts.length).toBeGreaterThan(5_000);
  await db.exec(`
    create temporary table records as select * from attendance;
    create temporary table deliveries as select * from hr_deliveries;
    delete from hr_deliveries;
    delete from device_events;
    delete from attendance;
    select fold_attendance_counts();
    delete from attendance_revision_changes;
    delete from attendance_revision_sums;`);
  // A count that was missing would be negative now.
  expect((await kept()).counts).toEqual([]);
  const months = await db.all<{ month: string }>(
    sql`select distinct to_char(occurred_at, 'YYYY-MM') as month from records order by month`,
  );
  expect(months).toHaveLength(years.months);
  for (const { month } of months)
    await db.run(sql`insert into attendance overriding system value
      select * from records where to_char(occurred_at, 'YYYY-MM') = ${month} order by id`);
  expect(await kept()).toEqual(filled);

  const states = sql`select id, hr_state from attendance where id in (select attendance_id from deliveries) order by id`;
  const filledStates = await db.all(states);
  await db.run(sql`update attendance set hr_state = 'not_queued' where id in (select attendance_id from deliveries)`);
  await db.run(sql`insert into hr_deliveries select * from deliveries`);
  expect(await db.all(states)).toEqual(filledStates);
  expect(filledStates.length).toBeGreaterThan(700);
});

test('the tables have their indexes again, and refuse what refers to nothing', async () => {
  expect(await indexes()).toEqual(indexesBefore);
  const stray = sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
    select 0, id, '2026-11-24', 'waiting', '2026-11-24 10:00:00' from companies limit 1`;
  await expect(db.run(stray)).rejects.toThrow('foreignKey');
});
