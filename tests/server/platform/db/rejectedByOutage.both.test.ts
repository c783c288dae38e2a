// The upgrade to waiting companies: records that an outage had rejected wait again, and refused ones stay refused.

import { describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { up } from '../../../../server/platform/db/migrations/0017-hr-connectors.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

describe.each(databases)('on $name', ({ create }) => {
  test('twelve failures of the HR system do not reject a record any more', async () => {
    const db = await openFresh(create);
    try {
      const times = ['08:00', '09:00', '10:00', '11:00'];
      await addHrCompany(
        db,
        'https://hr.example',
        '2026-05-12',
        times.map((time) => `001 in ${time}`),
      );
      const failed = (time: string, attempts: number, error: string) =>
        db.run(
          sql`insert into hr_deliveries (attendance_id, company_id, day, state, attempts, last_error, next_try_at, was_sent)
            select id, company_id, '2026-05-12', 'failed', ${attempts}, ${error}, '2026-05-12 20:00:00', true
            from attendance where occurred_at = ${`2026-05-12 ${time}:00`}`,
        );
      await failed('08:00', 12, 'HTTP 503: Down');
      await failed('09:00', 1, 'Employee is unknown');
      await failed('10:00', 12, 'Nobody in Odoo is matched with employee 001');
      await failed('11:00', 12, 'HTTP 401: No such key');
      await db.run(
        sql`insert into corrections (company_id, employee_code, day, kind, event_type, occurred_at, attendance_id, reason,
            state, author, created_at)
          select company_id, employee_code, '2026-05-12', 'set_aside', event_type, occurred_at, id, 'No', 'applied',
            'Ada', '2026-05-12 20:00:00' from attendance where occurred_at = '2026-05-12 11:00:00'`,
      );
      await db.run(
        sql`update attendance set set_aside_by = (select max(id) from corrections)
          where occurred_at = '2026-05-12 11:00:00'`,
      );
      await db.exec(up(db.dialect).slice(up(db.dialect).indexOf('update hr_deliveries')));
      const rows = await db.all<{ hr_state: string }>(sql`select hr_state from attendance order by occurred_at`);
      expect(rows.map(({ hr_state }) => hr_state)).toEqual(['waiting', 'failed', 'failed', 'failed']);
    } finally {
      await db.close();
    }
  });
});
