// How lists are searched and sorted, judged by query plans: whatever is typed, words are looked up in an index, for
// callers who see all companies and callers who see some. SQLite never gathers statistics by itself, but an operator
// may have run `analyze`, after which its planner may choose differently.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPeople } from '../../../../scripts/bench/search/people.ts';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { companySelection } from '../../../../server/features/companies/companyQueries.ts';
import { controllerSelection } from '../../../../server/features/controllers/controllerQueries.ts';
import { employeeSelection } from '../../../../server/features/employees/employeeHandlers.ts';
import { userSelection } from '../../../../server/features/people/userQueries.ts';
import type { Caller } from '../../../../server/platform/access/caller.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { findPageOnce, type SearchAndSort } from '../../../../server/platform/records/search/findPage.ts';
import { searchedKinds, storeAllMissingWords } from '../../../../server/platform/records/search/searchIndex.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const page = { page: 1, size: 12, offset: 0 };

const wanted: readonly SearchAndSort[] = [
  {},
  { sort: '-name' },
  { sort: 'created' },
  { sort: '-created' },
  { q: 'm' },
  { q: 'ma' },
  { q: 'ann' },
  { q: 'example' },
  { q: 'grace oliver' },
  { q: 'm e' },
  { q: 'nobody' },
  { q: 'm', sort: '-created' },
];

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  const callers: Record<string, Caller> = {};

  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), new Date(), { employeesPerCompany: 1, days: 0 });
    await addPeople(db, 2_000);
    await storeAllMissingWords(db);
    const { id } = await one<{ id: number }>(db, sql`select min(user_id) as id from user_companies`);
    const common = { name: '', email: '', session: '', address: '' };
    callers.all = { ...common, id: 1, permissions: new Set(['companies.all']) };
    callers.some = { ...common, id, permissions: new Set() };
  });
  afterAll(() => db.close());

  describe.each([{ statistics: 'without statistics' }, { statistics: 'with statistics' }])('$statistics', (given) => {
    beforeAll(async () => {
      if (given.statistics === 'with statistics')
        await db.exec('vacuum analyze'.slice(db.dialect === 'sqlite' ? 7 : 0));
    });

    test.each(wanted)('employees are found by ranges of words: %j', async (search) => {
      for (const caller of Object.values(callers)) {
        for (const filters of [{}, { company_id: 2 }]) {
          const among = employeeSelection(caller, filters);
          const plan = await planOf(db, (queries) =>
            findPageOnce(queries, searchedKinds.employees, search, among, page),
          );
          expect(unindexed(plan)).toEqual([]);
        }
      }
    });

    test.each([
      ['companies', searchedKinds.companies, (caller: Caller) => companySelection(caller, {})],
      ['controllers', searchedKinds.controllers, (caller: Caller) => controllerSelection(caller, {})],
      ['users', searchedKinds.users, userSelection],
    ] as const)('the list of %s builds no index for itself', async (_, kind, among) => {
      for (const caller of Object.values(callers)) {
        for (const search of wanted) {
          const plan = await planOf(db, (queries) => findPageOnce(queries, kind, search, among(caller), page));
          expect(plan).not.toMatch(/AUTOMATIC/);
        }
      }
    });
  });
});

/** Steps that read words without a range of an index. */
const unindexed = (plan: string): string[] =>
  plan.split('\n').filter((step) => /^SCAN (words|own|employee_words)\b|Seq Scan on employee_words\b/.test(step));
