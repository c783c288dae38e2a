// How pages of attendance are found, judged by query plans. SQLite never gathers statistics by itself, but an operator
// may have run `analyze`, after which its planner may choose differently.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addRecords } from '../../../../scripts/bench/attendance/records.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import type { Filters } from '../../../../server/features/attendance/attendanceFilters.ts';
import { listAttendance, type PageStart } from '../../../../server/features/attendance/attendanceQueries.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { clocksIn, instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const clock = clocksIn('UTC');
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
  clocks: clock,
  filters: of,
  start: places[place] ?? { skip: 0 },
  limit: 26,
});

describe.each(databases)('on $name', ({ create }) => {
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

  test('a record now and then in a year is found by its index', async () => {
    await db.exec('analyze');
    for (const caller of Object.values(callers)) {
      const all = { ...asked(caller, { employee_id: 5 }, 'the first page'), limit: 101 };
      const plan = await planOf(db, (queries) => listAttendance(queries, all));
      expect(plan).not.toMatch(/SCAN attendance\b/);
      expect(readsWhole(plan)).toEqual([]);
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
            expect(readsWhole(plan)).toEqual([]);
            continue;
          }
          // Complete records come with the page; others are found by id.
          expect(['', 'SEARCH attendance USING INTEGER PRIMARY KEY (rowid=?)']).toContain(joined(plan));
          // Only pages of several companies are merged and sorted. For all others, an index gives the order.
          if (caller.permissions.has('companies.all')) expect(plan).not.toContain('TEMP B-TREE');
        }
      },
    );
  });
});

/** How SQLite reads attendance once it knows the page. */
function joined(plan: string): string {
  const steps = plan.split('\n');
  const begin = steps.findIndex((step) => step === 'SCAN page' || step === 'SCAN attendance');
  expect(begin).toBeGreaterThan(0);
  return steps
    .slice(begin + 1)
    .filter((step) => / attendance\b/.test(step))
    .join();
}

/** The steps in which PostgreSQL reads all of attendance, if any. */
const readsWhole = (plan: string): string[] => plan.match(/Seq Scan on attendance\b.*/g) ?? [];
