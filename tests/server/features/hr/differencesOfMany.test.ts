// A list of corrections says what HR systems still have of each day. For a company that sent nothing, that takes two
// statements however many days are listed.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { findHrDifferences } from '../../../../server/features/hr/hrDifferences.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, one, type Queries, sql } from '../../../../server/platform/db/db.ts';
import { clocksIn, daysAfter } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

const now = new Date('2026-11-24T10:00:00Z');
const days = Array.from({ length: 40 }, (_, index) => daysAfter('2025-01-01', index));

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), now, { employeesPerCompany: 2, days: 0 });
    for (const day of days)
      await db.run(sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          reason, state, author, created_at)
        values (1, (select min(id) from employees where company_id = 1), 'E', ${day}, 'add', 'check-in', ${`${day} 08:00:00`},
          'Forgot', 'applied', 'Ada', ${`${day} 09:00:00`})`);
  });
  afterAll(() => db.close());

  async function statementsFor(wanted: readonly string[]): Promise<number> {
    let statements = 0;
    const counting: Queries = {
      ...db,
      all(statement, ...booleans) {
        statements += 1;
        return db.all(statement, ...booleans);
      },
    };
    const { id } = await one<{ id: number }>(db, sql`select min(id) as id from employees where company_id = 1`);
    await findHrDifferences(counting, [id], wanted, clocksIn('UTC'), now);
    return statements;
  }

  test('days of a company that sent nothing take two statements', async () => {
    expect(await statementsFor(days)).toBe(2);
    expect(await statementsFor([])).toBe(0);
  });

  test('days are planned where something was sent about that time', async () => {
    const door = sql`(select min(id) from access_controllers where company_id = 1)`;
    const { id } = await one<{ id: number }>(
      db,
      sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
        values (1, 'E', ${door}, 'check-in', '2025-01-03 08:00:00', '2025-01-03 08:00:00') returning id`,
    );
    await db.run(sql`insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at)
      values (${id}, 1, '2025-01-03', 'accepted', '2025-01-03 08:00:00')`);
    expect(await statementsFor(days)).toBeGreaterThan(days.length);
  });
});
