// The cost of timesheets, judged by query plans: each person's events in the period are read from an index, with and
// without statistics.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPeople } from '../../../../scripts/bench/search/people.ts';
import { addPunches } from '../../../../scripts/bench/timesheets/punches.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { findPeople, loadTimesheetRows } from '../../../../server/features/timesheets/sheets.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import type { Db } from '../../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../../server/platform/records/search/searchIndex.ts';
import { clocksIn } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const clocks = clocksIn('Europe/Berlin');
const period = { from: '2026-01-12', until: '2026-01-18' };
const caller: Caller = {
  id: 1,
  name: '',
  email: '',
  session: '',
  address: '',
  permissions: new Set(['companies.all']),
};
const page = { page: 1, size: 50, offset: 0 };

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 1, days: 0 });
    await addPeople(db, 300);
    await storeAllMissingWords(db);
    await addPunches(db, new Date('2026-01-01'), 60);
  });
  afterAll(() => db.close());

  test.each(['without statistics', 'with statistics'])('events are found by their person, %s', async (statistics) => {
    if (statistics === 'with statistics') await db.exec(db.dialect === 'sqlite' ? 'analyze' : 'vacuum analyze');
    for (const filters of [{}, { q: 'm' }, { company_id: 2 }, { department: 'Kitchen' }]) {
      const plan = await planOf(db, async (queries) => {
        const { people } = await findPeople({ ...db, ...queries }, { caller, filters, period, clocks }, page);
        await loadTimesheetRows(queries, people, period, { clocks, now: new Date() });
      });
      expect(plan).toContain('attendance_by_employee');
      expect(plan).not.toMatch(/attendance_by_time|attendance_by_company\b|scan (on )?attendance\b(?!.*\()/i);
    }
  });
});
