// How the pages of attendance are found, judged by query plans. SQLite never gathers statistics by itself, but an operator
// may have run `analyze`, and its planner then chooses anew.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRecords } from '../../../../scripts/bench/attendance/records.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import type { Filters } from '../../../../server/features/attendance/attendanceFilters.ts';
import { listAttendance, type PageStart } from '../../../../server/features/attendance/attendanceQueries.ts';
import { type Db, one } from '../../../../server/platform/db/db.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { monthAfter } from '../../../../server/platform/db/postgres/months/monthlyTables.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { createBusinessTime } from '../../../../server/platform/time/businessTime.ts';
import { instantOf, plusMinutes } from '../../../../server/platform/time/instants.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';
import { planOf, textOf } from '../../../support/server/statements.ts';

const clock = createBusinessTime('UTC');
const daysAgo = (days: number) => instantOf(plusMinutes(new Date(), -days * 24 * 60));
const month = { from: daysAgo(130), until: daysAgo(100) };

const filters: Record<string, Filters> = {
  'all records': {},
  'a month': month,
  'one kind': { event_type: 'check-in', is_processed: true },
  'one company': { company_id: 2 },
  'one company and a month': { company_id: 2, ...month },
  'one employee': { employee_id: 5 },
  'one controller': { access_controller_id: 3 },
  'one HR state': { hr_state: 'failed' },
  'one HR state of one company and a month': { hr_state: 'waiting', company_id: 2, ...month },
};

const places: Record<string, PageStart> = {
  'the first page': { skip: 0 },
  'a page by offset': { skip: 50 },
  'a page soon after a cursor': { after: { occurredAt: daysAgo(110), id: 15_000 }, skip: 50 },
  'the page after a cursor': { after: { occurredAt: daysAgo(110), id: 15_000 }, skip: 0 },
};

const asked = (caller: Caller, of: Filters, place: string) => ({
  caller,
  businessTime: clock,
  filters: of,
  start: places[place] ?? { skip: 0 },
  limit: 26,
  now: new Date(),
});

describe.each(databases)('on $name', ({ name, create }) => {
  let db: Db;
  const callers: Record<string, Caller> = {};

  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 30, days: 0 });
    await addRecords(db, 20_000);
    const { id } = await one<{ id: number }>(db, sql`select min(user_id) as id from user_companies`);
    const common = { name: '', email: '', session: '', address: '' };
    callers['someone who sees all companies'] = { ...common, id: 1, permissions: new Set(['companies.all']) };
    callers['someone who sees some'] = { ...common, id, permissions: new Set() };
  });
  afterAll(() => db.close());

  test.each(['the first page', 'the page after a cursor'])(
    '%s is planned for the months next to where it begins, not for all of the year',
    async (place) => {
      for (const [who, caller] of Object.entries(callers)) {
        // Each of five companies is read by itself.
        const readings = who === 'someone who sees some' ? 5 : 1;
        for (const filter of [{}, { event_type: 'check-in' } as const]) {
          const plan = await planOf(db, (queries) => listAttendance(queries, asked(caller, filter, place)));
          const scans = plan.match(/(?<!Subquery )Scan .*on attendance\b/g) ?? [];
          // The month and the one before; then the months of the records that were found.
          if (db.dialect === 'postgres') expect(scans.length, plan).toBeLessThanOrEqual(readings * 2 + 2);
        }
      }
    },
  );

  // SQLite keeps no months apart.
  if (name === 'PostgreSQL')
    test('looks in a year where two months do not fill a page, if that is likely to, or else in all', async () => {
      const thisMonth = instantOf(new Date()).slice(0, 7);
      const [near, year] = [-1, -11].map((months) => `${monthAfter(thisMonth, months)}-01 00:00:00`);
      const employee_id = 5;
      const { few } = await one<{ few: number }>(
        db,
        sql`select count(*) as few from attendance where employee_id = ${employee_id} and occurred_at >= ${near ?? ''}`,
      );
      expect(few).toBeGreaterThan(0);
      /** From which month on a page was looked for, each time. */
      const looked = async (limit: number) => {
        const months: unknown[] = [];
        const caller = callers['someone who sees all companies'];
        if (!caller) throw new Error('There is such a caller');
        const all: Db['all'] = (statement, ...booleans) => {
          if (textOf(statement).startsWith('select page_id'))
            months.push(statement.values.find((value) => value === near || value === year));
          return db.all(statement, ...booleans);
        };
        await listAttendance({ ...db, all }, { ...asked(caller, { employee_id }, 'the first page'), limit });
        return months;
      };
      expect(await looked(few)).toEqual([near]);
      expect(await looked(few + 1)).toEqual([near, year]);
      expect(await looked(few * 6 + 1)).toEqual([near, undefined]);
    });

  if (name === 'PostgreSQL')
    test.each(['the first page', 'a page by offset', 'the page after a cursor'])(
      '%s of an HR state is looked for once, in the months that the counts name',
      async (place) => {
        for (const [who, caller] of Object.entries(callers)) {
          for (const limit of [1, 26, 5_000]) {
            const of: Filters = { hr_state: 'failed' };
            let looks = 0;
            const all: Db['all'] = (statement, ...booleans) => {
              if (textOf(statement).startsWith('select page_id')) looks++;
              return db.all(statement, ...booleans);
            };
            const found = await listAttendance({ ...db, all }, { ...asked(caller, of, place), limit });
            const { after, skip = 0 } = places[place] ?? { skip: 0 };
            const seen = who === 'someone who sees some' ? sql`user_id = ${caller.id}` : sql`true`;
            const expected = await db.all<{ id: number }>(
              sql`select id from attendance where hr_state = 'failed'
                and company_id in (select company_id from user_companies where ${seen} union
                  select id from companies where ${who === 'someone who sees all companies'})
                and ${after ? sql`(occurred_at, id) < (${after.occurredAt}, ${after.id})` : sql`true`}
                order by occurred_at desc, id desc limit ${limit} offset ${skip}`,
            );
            expect(found.map(({ cursor }) => cursor.id)).toEqual(expected.map(({ id }) => id));
            expect(looks).toBe(1);
          }
        }
      },
    );

  test('a record of each of many months is found by its index', async () => {
    await db.exec('analyze');
    for (const caller of Object.values(callers)) {
      const all = { ...asked(caller, { employee_id: 5 }, 'the first page'), limit: 101 };
      const plan = await planOf(db, (queries) => listAttendance(queries, all));
      expect(plan).not.toMatch(/SCAN attendance\b/);
      expect(wholeMonths(plan)).toEqual([]);
    }
  });

  describe.each([{ statistics: 'without statistics' }, { statistics: 'with statistics' }])('$statistics', (given) => {
    beforeAll(async () => {
      if (given.statistics === 'with statistics') await db.exec('analyze');
    });

    test.each(Object.keys(filters).flatMap((filter) => Object.keys(places).map((place) => ({ filter, place }))))(
      '$place of $filter reads no record but those of the page',
      async ({ filter, place }) => {
        for (const caller of Object.values(callers)) {
          const plan = await planOf(db, (queries) =>
            listAttendance(queries, asked(caller, filters[filter] ?? {}, place)),
          );
          if (db.dialect === 'postgres') {
            expect(wholeMonths(plan)).toEqual([]);
            continue;
          }
          // Whole records come with the page, others are found by their ids.
          expect(['', 'SEARCH attendance USING INTEGER PRIMARY KEY (rowid=?)']).toContain(joined(plan));
          // Only the pages of several companies are merged and sorted. One index gives all others in order.
          if (caller.permissions.has('companies.all')) expect(plan).not.toContain('TEMP B-TREE');
        }
      },
    );
  });
});

/** How SQLite reads attendance once it has the page. */
function joined(plan: string): string {
  const steps = plan.split('\n');
  const begin = steps.findIndex((step) => step === 'SCAN page' || step === 'SCAN attendance');
  expect(begin).toBeGreaterThan(0);
  return steps
    .slice(begin + 1)
    .filter((step) => / attendance\b/.test(step))
    .join();
}

/** The months that PostgreSQL reads as a whole, but for those of at most two thousand records, of which that is the quickest. */
const wholeMonths = (plan: string): string[] =>
  [...plan.matchAll(/Seq Scan on (attendance)\b.*\.\.(\S+) rows/g)].flatMap(([, month, cost]) =>
    month && Number(cost) > 100 ? [month] : [],
  );
