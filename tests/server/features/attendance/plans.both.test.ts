// The cost of reading a few visible records among many, judged by query plans instead of time.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRecords } from '../../../../scripts/bench/attendance/records.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { listAttendance, type PageStart } from '../../../../server/features/attendance/attendanceQueries.ts';
import { countAttendance, totalsOf } from '../../../../server/features/attendance/counts.ts';
import { foldCounts } from '../../../../server/features/attendance/foldCounts.ts';
import {
  problemsByCompany,
  requeueFailed,
  waitingDays,
  waitingDeliveries,
} from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { partsOf } from '../../../../server/features/privacy/retention/parts.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { clocksIn, daysAfter, instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let quiet: number;
  let caller: Caller;

  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 3, days: 0 });
    await addRecords(db, 20_000);
    quiet = await added(sql`companies (name, unique_identifier, created_at)
      values ('Quiet', 'CMP-QUIET', '2001-01-01 00:00:00')`);
    const door = await added(sql`access_controllers (company_id, name, unique_identifier, created_at)
      values (${quiet}, 'Door', 'ACU-QUIET', '2001-01-01 00:00:00')`);
    for (const second of ['01', '02', '03'])
      await added(sql`attendance
          (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
        values (${quiet}, '1', ${door}, 'check-in', ${`${quietDay} 08:00:${second}`}, ${`${quietDay} 09:00:00`})`);
    const { id } = await one<{ id: number }>(db, sql`select max(id) as id from users`);
    await db.run(sql`insert into user_companies (user_id, company_id) values (${id}, ${quiet})`);
    caller = { id, name: '', email: '', permissions: new Set(['attendance.view']), session: '', address: '' };
    await foldCounts(db);
    // PostgreSQL would do this by itself later.
    if (db.dialect === 'postgres') await db.exec('vacuum analyze');
  });
  afterAll(() => db.close());

  const added = async (rows: Sql) => (await one<{ id: number }>(db, sql`insert into ${rows} returning id`)).id;

  const throughEverybodys = /attendance_by_time|(?<!subquery )scan (on )?attendance\b(?!.*\()/i;
  const throughCountsIndex = /search attendance_count_sums using primary key|index.* attendance_count_sums_pkey/i;
  const throughRecordsOrAllCounts = /attendance_by_|(seq scan on|scan) attendance(_count_sums)?\b/i;
  const clock = clocksIn('UTC');
  const daysAgo = (days: number) => instantOf(plusMinutes(new Date(), -days * 24 * 60));
  /** A day in a month in which other companies have records too, long before the newest. */
  const quietDay = daysAgo(200).slice(0, 10);
  const month = { from: daysAgo(130), until: daysAgo(100) };
  const fullHours = { from: `${month.from.slice(0, 13)}:00:00`, until: `${month.until.slice(0, 13)}:00:00` };
  const asked = (by: Caller) => ({ caller: by, clocks: clock, limit: 2 });
  /** A filter that the kept counts cannot answer. */
  const notCounted = { up_to_id: 1_000_000_000 };

  describe('the attendance of one quiet company among busy ones', () => {
    test.each([
      ['all', {}],
      ['of a month', month],
      ['of a kind', { event_type: 'check-in', is_processed: false }],
      ['of their company', {}],
    ] as const)('counts theirs alone where it has to count: %s', async (name, given) => {
      const filters = { ...(name === 'of their company' ? { company_id: quiet } : given), ...notCounted };
      const plan = await planOf(db, (queries) => countAttendance(queries, caller, filters));
      expect(plan).toContain('attendance_by_company');
      expect(plan).not.toMatch(throughEverybodys);
    });

    test.each([
      ['all', {}],
      ['of a month', fullHours],
      ['of a kind', { event_type: 'check-in', is_processed: false }],
      ['of an HR state', { hr_state: 'not_queued' }],
    ] as const)('reads no record to know how many there are, and no counts of others: %s', async (_name, filters) => {
      const plan = await planOf(db, (queries) => countAttendance(queries, caller, filters));
      expect(plan).toMatch(throughCountsIndex);
      expect(plan).not.toMatch(throughRecordsOrAllCounts);
    });

    test('is counted day by day for a year in one statement, without reading a record or the counts of others', async () => {
      const firstDay = daysAgo(365).slice(0, 10);
      const days = Array.from({ length: 365 }, (_, index) => daysAfter(firstDay, index));
      const periods = days.map((day) => ({
        from: clock.ofInstallation.startOf(day),
        until: clock.ofInstallation.endOf(day),
      }));
      let statements = 0;
      const plan = await planOf(db, (queries) =>
        totalsOf(
          {
            ...queries,
            all(...asked) {
              statements += 1;
              return queries.all(...asked);
            },
          },
          caller,
          {},
          periods,
        ),
      );
      // With two statements, counts folded in between would be missed or counted twice.
      expect(statements).toBe(1);
      expect(plan).toMatch(throughCountsIndex);
      expect(plan).not.toMatch(throughRecordsOrAllCounts);
    });

    test('is paged without reading the others', async () => {
      const read = async (start: PageStart) => {
        let ids: number[] = [];
        const plan = await planOf(db, async (queries) => {
          const found = await listAttendance(queries, { ...asked(caller), filters: {}, start });
          ids = found.map(({ cursor }) => cursor.id);
        });
        expect(plan).toContain('attendance_by_company');
        expect(plan).not.toMatch(throughEverybodys);
        return ids;
      };
      const [first = 0, second = 0, third = 0] = [...(await read({ skip: 0 })), ...(await read({ skip: 2 }))];
      expect(first > second && second > third).toBe(true);
      expect(await read({ after: { occurredAt: `${quietDay} 08:00:02`, id: second }, skip: 0 })).toEqual([third]);
    });

    test('is paged by HR state without reading the others, and without those of other states', async () => {
      const plan = await planOf(db, (queries) =>
        listAttendance(queries, { ...asked(caller), filters: { hr_state: 'failed' }, start: { skip: 0 } }),
      );
      expect(plan).toContain('attendance_by_company_hr_state');
      expect(plan).not.toMatch(/attendance_by_(time|company|hr_state)\b|scan (on )?attendance\b(?!.*\()/i);
    });

    test('is counted by month without reading the others', async () => {
      const plan = await planOf(db, (queries) => totalsOf(queries, caller, notCounted, [month]));
      expect(plan).toContain('attendance_by_company');
      expect(plan).not.toMatch(throughEverybodys);
    });
  });

  test('removes an old correction without reading the records that it does not name', async () => {
    await added(sql`corrections (company_id, employee_code, day, kind, event_type, occurred_at, reason, state, author, created_at)
      values (${quiet}, '1', '2001-01-01', 'add', 'check-in', '2001-01-01 08:00:00', '', 'refused', 'Ada', '2001-01-01 09:00:00')`);
    const old = '2001-02-01 00:00:00';
    const part = partsOf.attendance(old, old).find(({ what }) => what === 'Corrections');
    const plan = await planOf(db, async (queries) => {
      expect(await part?.removeSome(queries)).toEqual({ Corrections: 1 });
    });
    expect(plan).toContain('attendance_by_adding');
    expect(plan).toContain('attendance_by_setting_aside');
  });

  test('finds pending deliveries without reading accepted ones', async () => {
    await db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
        select id, ${quiet}, '2001-01-01', 'accepted', '2001-01-01 09:00:00' from attendance`,
    );
    await db.run(sql`update hr_deliveries set state = 'failed' where attendance_id in (
      select id from attendance where company_id = ${quiet})`);
    if (db.dialect === 'postgres') await db.exec('analyze hr_deliveries');
    const plan = await planOf(db, async (queries) => {
      expect(await problemsByCompany(queries, caller, quiet)).toEqual([{ company_id: quiet, waiting: 0, failed: 3 }]);
      expect(await waitingDays(queries, quiet)).toEqual([]);
      expect(await waitingDeliveries(queries, quiet, { dueAt: new Date() }, 'rollcall hr.example')).toEqual([]);
      expect(await queries.tx((inside) => requeueFailed(inside, quiet, undefined, new Date()))).toBe(3);
    });
    expect(plan).toContain('hr_deliveries_by_state');
    expect(plan).not.toMatch(/hr_deliveries_by_day|scan (on )?hr_deliveries\b/i);
  });
});
