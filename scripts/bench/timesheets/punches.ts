// Inserts days with a lunch break for all employees, with a few forgotten and repeated punches.

import { createChance } from '../../../server/app/sample/random.ts';
import { type Db, rowsOf, sql } from '../../../server/platform/db/db.ts';
import { instantOf, plusMinutes } from '../../../server/platform/time/clock.ts';

const usualDay = [8 * 60, 12 * 60, 12 * 60 + 40, 17 * 60];
const peopleAtOnce = 200;

export async function addPunches(db: Db, firstDay: Date, days: number): Promise<number> {
  const chance = createChance(16);
  const people = await db.all<{ id: number; company_id: number; employee_id: string; door: number }>(
    sql`select employees.id, employees.company_id, employee_id,
        (select min(id) from access_controllers where company_id = employees.company_id) as door
      from employees order by id`,
  );
  let stored = 0;
  for (let from = 0; from < people.length; from += peopleAtOnce) {
    const punches = people.slice(from, from + peopleAtOnce).flatMap((person) =>
      Array.from({ length: days }, (_, day) => {
        const minutes = usualDay.filter(() => !chance.percent(1)).map((minute) => minute + chance.whole(-15, 15));
        const repeated = chance.percent(1) ? minutes.slice(0, 1) : [];
        return [...repeated, ...minutes].map((minute, index) => ({
          ...person,
          event_type: (index - repeated.length) % 2 ? 'check-out' : 'check-in',
          at: instantOf(new Date(plusMinutes(firstDay, day * 24 * 60 + minute).getTime() + index * 1_000)),
        }));
      }).flat(),
    );
    const columns = { id: 'bigint', company_id: 'bigint', employee_id: 'text', door: 'bigint' } as const;
    stored += await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select company_id, id, employee_id, door, event_type, at, at
        from ${rowsOf({ ...columns, event_type: 'text', at: 'timestamp(0)' }, punches)}`,
    );
  }
  return stored;
}
