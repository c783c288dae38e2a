// The counts that the database keeps equal actual counting, whatever happens to records: added, marked, sent to HR,
// changed and deleted at random, by two connections, partly rolled back; in every zone, and wherever a period ends.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import type { Filters } from '../../../../server/features/attendance/attendanceFilters.ts';
import { countAttendance, totalsOf } from '../../../../server/features/attendance/counts.ts';
import { foldBatch, foldCounts } from '../../../../server/features/attendance/foldCounts.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { type Db, join, one, type Queries, sql } from '../../../../server/platform/db/db.ts';
import { openDatabase } from '../../../../server/platform/db/open.ts';
import { clockIn, daysAfter, instantOf } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { createOlder } from '../../../support/server/olderDatabases.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const companies = [1, 2, 3] as const;
const common = { name: '', email: '', session: '', address: '' };
const everyone: Caller = { ...common, id: 1, permissions: new Set(['companies.all']) };
const ofTwo: Caller = { ...common, id: 2, permissions: new Set() };

const start = Date.parse('2029-12-30T00:00:00Z');
const seconds = 64 * 86_400;
/** A random instant, sometimes the first or last second of an hour. */
const randomInstant = (chance: Chance) => {
  const time = start + chance.whole(0, seconds) * 1_000;
  return instantOf(new Date(chance.percent(20) ? Math.floor(time / 3_600_000) * 3_600_000 - chance.whole(0, 1) : time));
};

const zones = [
  'UTC',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
] as const;
const times = zones.map((zone) => clockIn(zone));

async function fillCompanies(db: Db): Promise<void> {
  const at = '2029-01-01 00:00:00';
  for (const id of companies) {
    await db.run(sql`insert into companies (name, unique_identifier, created_at) values ('C', ${`C-${id}`}, ${at})`);
    await db.run(sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${id}, 'Door', ${`D-${id}`}, ${at})`);
  }
  for (const number of [1, 2])
    await db.run(sql`insert into users (name, email, password_hash, created_at)
      values ('U', ${`${number}@example.com`}, '', ${at})`);
  await db.run(sql`insert into user_companies (user_id, company_id) values (2, 1), (2, 3)`);
}

/** Makes random changes. A connection changes only records that it added, so two do not wait for each other. */
async function change(queries: Queries, chance: Chance, connection: number): Promise<void> {
  const some = sql`select id from attendance where event_id is not null and employee_code = ${`by ${connection}`}
    and id % 5 = ${chance.whole(0, 4)}`;
  const state = chance.pick(['waiting', 'accepted', 'failed']);
  const changes = [
    () => addSome(queries, chance, connection),
    () => addSome(queries, chance, connection),
    () => queries.run(sql`update attendance set is_processed = ${chance.percent(80)} where id in (${some})`),
    () =>
      queries.run(sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        select id, company_id, '2030-01-01', ${state}, '2030-01-01 00:00:00' from attendance
        where id in (${some}) and id not in (select attendance_id from hr_deliveries)`),
    () => queries.run(sql`update hr_deliveries set state = ${state} where attendance_id in (${some})`),
    () =>
      queries.run(sql`update attendance set occurred_at = ${randomInstant(chance)}, event_type = 'check-out'
      where id = (select max(id) from (${some}) mine)`),
    () => queries.run(sql`update attendance set employee_id = null where id in (${some})`),
    async () => {
      const going = sql`select id from (${some} and id % 3 = 0) going`;
      await queries.run(sql`delete from hr_deliveries where attendance_id in (${going})`);
      await queries.run(sql`delete from attendance where id in (${going})`);
    },
  ] as const;
  await chance.pick(changes)();
}

let events = 0;
async function addSome(queries: Queries, chance: Chance, connection: number): Promise<void> {
  const rows = Array.from({ length: chance.pick([1, 1, 2, 40]) }, () => {
    const company = chance.pick(companies);
    // Some events are repeats.
    const event = chance.percent(10) ? `${connection} ${events}` : `${connection} ${++events}`;
    return sql`(${company}, ${`by ${connection}`}, ${company}, ${event}, ${chance.pick(['check-in', 'check-out'])},
      ${randomInstant(chance)}, ${chance.percent(10)}, '2030-01-01 00:00:00')`;
  });
  await queries.run(sql`insert into attendance (company_id, employee_code, access_controller_id, event_id, event_type,
    occurred_at, is_processed, created_at) values ${join(rows, ', ')} on conflict do nothing`);
}

/** One transaction, which may be rolled back. */
async function transact(db: Db, chance: Chance, connection: number): Promise<void> {
  const wanted = new Error('rolled back');
  await db
    .tx(async (queries) => {
      for (let left = chance.whole(1, 6); left > 0; left--) await change(queries, chance, connection);
      if (chance.percent(20)) throw wanted;
      if (chance.percent(10)) await foldBatch(queries);
    })
    .catch((error: unknown) => {
      if (error !== wanted) throw error;
    });
}

async function plainCount(db: Queries, caller: Caller, filters: Filters): Promise<number> {
  const { company_id, event_type, is_processed, hr_state, from, until } = filters;
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from attendance
      where (${company_id ?? 0} = 0 or company_id = ${company_id ?? 0})
        and (${caller === everyone} or company_id in (1, 3))
        and (${event_type ?? ''} = '' or event_type = ${event_type ?? ''})
        and (${is_processed === undefined} or is_processed = ${is_processed ?? false})
        and (${hr_state ?? ''} = '' or hr_state = ${hr_state ?? ''})
        and occurred_at >= ${from ?? '2000-01-01 00:00:00'} and occurred_at < ${until ?? '2100-01-01 00:00:00'}`,
  );
  return total;
}

function randomFilters(chance: Chance): Filters {
  const time = chance.pick([times[0] ?? clockIn('UTC'), ...times.slice(1)]);
  const day = daysAfter('2029-12-29', chance.whole(0, 66));
  const lastDay = daysAfter(day, chance.pick([0, 0, 1, 7, 31, 40]));
  return {
    ...(chance.percent(75) && { from: chance.percent(80) ? time.startOf(day) : randomInstant(chance) }),
    ...(chance.percent(75) && { until: chance.percent(80) ? time.endOf(lastDay) : '2030-03-04 17:21:09' }),
    ...(chance.percent(30) && { company_id: chance.pick(companies) }),
    ...(chance.percent(30) && { event_type: chance.pick(['check-in', 'check-out']) }),
    ...(chance.percent(30) && { is_processed: chance.percent(50) }),
    ...(chance.percent(30) && { hr_state: chance.pick(['sent', 'waiting', 'failed', 'not_queued']) }),
  };
}

async function expectTrueCounts(db: Queries, chance: Chance, times: number): Promise<void> {
  for (let left = times; left > 0; left--) {
    const filters = randomFilters(chance);
    const caller = chance.pick([everyone, ofTwo]);
    const counted = await countAttendance(db, caller, filters);
    expect({ filters, counted }).toEqual({ filters, counted: await plainCount(db, caller, filters) });
  }
}

describe.each(databases)('on $name', ({ create }) => {
  let database: TestDatabase;
  let db: Db;
  let other: Db;
  const chance = createChance(26);

  beforeAll(async () => {
    database = await create();
    const older = await createOlder(database.location, 24);
    await fillCompanies(older);
    for (let left = 20; left > 0; left--) await older.tx((queries) => change(queries, chance, 1));
    await older.close();
    db = await openDatabase(database.location);
    other = await openDatabase(database.location);
  });
  afterAll(async () => {
    await other.close();
    await db.close();
    await database.remove();
  });

  test('records from before the counts existed are counted', () => expectTrueCounts(db, chance, 60));

  test('whatever changes, each count is that of the records', async () => {
    for (let round = 0; round < 60; round++) {
      const first = transact(db, chance, 1);
      // SQLite allows only one writer at a time.
      if (db.dialect === 'sqlite') await first;
      await Promise.all([first, transact(other, chance, 2)]);
      await expectTrueCounts(chance.pick([db, other]), chance, 4);
    }
    await foldCounts(db);
    await expectTrueCounts(db, chance, 60);
  });

  test('a transaction sees its own changes in the counts, and others see them when it is over', async () => {
    const before = await countAttendance(db, everyone, {});
    await other.tx(async (queries) => {
      const added = await queries.run(sql`insert into attendance (company_id, employee_code, access_controller_id,
          event_id, event_type, occurred_at, created_at)
        values (1, 'by 2', 1, 'mine', 'check-in', '2030-01-31 23:59:59', '2030-01-01 00:00:00')`);
      expect(await countAttendance(queries, everyone, {})).toBe(before + added);
      expect(await countAttendance(db, everyone, {})).toBe(before);
    });
    expect(await countAttendance(db, everyone, {})).toBe(before + 1);
  });

  test('a write leaves the sums alone, and folding brings all of it into them', async () => {
    await foldCounts(db);
    const sums = () =>
      db.all(sql`select start, event_type, is_processed, hr_state, records from attendance_count_sums
        where company_id = 2 and span = 'hour' order by 1, 2, 3, 4`);
    const before = await sums();
    await db.tx(async (queries) => {
      // Adds more than are folded at a time.
      for (let left = 300; left > 0; left--) await addSome(queries, chance, 1);
      await queries.run(sql`update attendance set is_processed = not is_processed`);
    });
    expect(await sums()).toEqual(before);
    const counted = await countAttendance(db, everyone, {});
    await foldCounts(db);
    expect(await sums()).not.toEqual(before);
    expect(await db.all(sql`select * from attendance_count_changes`)).toEqual([]);
    expect(await countAttendance(db, everyone, {})).toBe(counted);
    await expectTrueCounts(db, chance, 30);
  });

  test('a company that does not exist has no records', async () => {
    for (const company_id of [0, 99]) {
      expect(await countAttendance(db, everyone, { company_id })).toBe(0);
      const [totals] = await totalsOf(db, everyone, { company_id }, [{}]);
      expect(totals).toEqual({ total: 0, check_ins: 0, processed: 0 });
    }
  });

  test('the totals of many periods are those of each', async () => {
    const time = clockIn('Asia/Kathmandu');
    const days = Array.from({ length: 66 }, (_, index) => daysAfter('2029-12-29', index));
    const periods = days.map((day) => ({ from: time.startOf(day), until: time.endOf(day) }));
    const totals = await totalsOf(db, ofTwo, { hr_state: 'not_queued' }, periods);
    for (const [index, period] of periods.entries()) {
      const counts = (filters: Filters) => plainCount(db, ofTwo, { hr_state: 'not_queued', ...period, ...filters });
      expect(totals[index]).toEqual({
        total: await counts({}),
        check_ins: await counts({ event_type: 'check-in' }),
        processed: await counts({ is_processed: true }),
      });
    }
  });

  test('a month that is removed is counted no more', async () => {
    await db.tx(async (queries) => {
      const january = sql`occurred_at >= '2030-01-01 00:00:00' and occurred_at < '2030-02-01 00:00:00'`;
      await queries.run(sql`delete from hr_deliveries`);
      await queries.run(sql`delete from attendance where ${january}`);
    });
    await expectTrueCounts(db, chance, 60);
    expect(await countAttendance(db, everyone, {})).toBeGreaterThan(0);
  });

  test('nothing is left of records that are gone', async () => {
    await db.run(sql`delete from attendance`);
    await foldCounts(db);
    expect(await db.all(sql`select * from attendance_count_sums`)).toEqual([]);
  });
});
