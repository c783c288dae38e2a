// A page of the audit reads little more than its rows, however many entries there are: judged by query plans and by the
// number of entries looked at.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addEntries } from '../../../../scripts/bench/lists/world.ts';
import { type AuditFilters, findEntries, findPosition } from '../../../../server/features/audit/auditHandlers.ts';
import { entriesWhere } from '../../../../server/platform/audit/readAudit.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { planOf } from '../../../support/server/statements.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const entries = 30_000;
const week = { from: '2001-01-01 00:00:00', to: '2099-01-01 00:00:00' };

const wanted: readonly [AuditFilters, RegExp][] = [
  [{}, /audit_by_time/],
  [week, /audit_by_time/],
  [{ user_id: 7 }, /audit_by_person/],
  [{ user_id: 0 }, /audit_by_person/],
  [{ user_id: 7, ...week }, /audit_by_person/],
  [{ action: 'settings.edit' }, /audit_by_deed/],
  [{ action: 'settings.edit', user_id: 7 }, /audit_by_deed/],
  [{ subject: 'employees' }, /audit_by_(thing|time)/],
  [{ subject: 'employees', subject_id: 14 }, /audit_by_record/],
  [{ subject: 'employees', subject_id: 14, user_id: 3, q: 'department' }, /audit_by_record/],
  [{ q: 'nobody at all' }, /audit_by_time/],
];

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeAll(async () => {
    db = await openFresh(create);
    await addEntries(db, entries);
  });
  afterAll(() => db.close());

  describe.each([{ statistics: 'without statistics' }, { statistics: 'with statistics' }])('$statistics', (given) => {
    beforeAll(async () => {
      if (given.statistics === 'with statistics') await db.exec('analyze');
    });

    test.each(wanted)('%j is read by %s', async (filters, index) => {
      for (const after of [undefined, await findPosition(db, 20_000)]) {
        const plan = await planOf(db, (queries) => findEntries(queries, filters, after, 50));
        expect(plan).toMatch(index);
        // PostgreSQL may sort where it expects few rows.
        expect(plan).not.toMatch(/TEMP B-TREE|SCAN audit\b(?! USING)|Seq Scan on audit/);
      }
    });

    test('the chain is read by its numbers', async () => {
      for (const condition of [sql`id > 20000 order by id limit 500`, sql`id in (${[7, 9, 20_001]}) order by id`]) {
        const plan = await planOf(db, (queries) => entriesWhere(queries, condition));
        expect(plan).not.toMatch(/SCAN audit\b|Seq Scan on audit\b|Seq Scan on audit_values/);
      }
    });
  });

  test('a search that finds nothing stops after 10,000 entries, and says where', async () => {
    const first = await findEntries(db, { q: 'nobody at all' }, undefined, 50);
    expect(first).toEqual({ entries: [], next: entries - 10_000 + 1 });
    const rest = await findEntries(db, { q: 'nobody at all' }, await findPosition(db, first.next ?? 0), 50);
    expect(rest).toEqual({ entries: [], next: entries - 20_000 + 1 });
    const last = await findEntries(db, { q: 'nobody at all' }, await findPosition(db, rest.next ?? 0), 50);
    expect(last.entries).toEqual([]);
  });
});
