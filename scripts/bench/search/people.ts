// Inserts employees with the names, numbers and addresses of the sample, so that many share a name or a domain.

import { companies } from '../../../server/app/sample/companies.ts';
import { createNames } from '../../../server/app/sample/names.ts';
import { createChance } from '../../../server/app/sample/random.ts';
import { type Db, rowsOf, scalars, sql } from '../../../server/platform/db/db.ts';

const atOnce = 10_000;

export async function addPeople(db: Db, count: number): Promise<void> {
  const chance = createChance(15);
  const nameOf = createNames(chance);
  const pool = companies.map(({ culture }) => Array.from({ length: 60 }, () => nameOf(culture)));
  const ids = await scalars(db, sql`select id from companies order by id`);
  for (let from = 0; from < count; from += atOnce) {
    const people = Array.from({ length: Math.min(atOnce, count - from) }, (_, index) => {
      const number = from + index;
      const company = chance.whole(0, ids.length - 1);
      const person = pool[company]?.[chance.whole(0, 59)] ?? { name: '', mailbox: '' };
      return {
        company_id: ids[company] ?? 0,
        employee_id: company % 2 ? `B-${number}` : String(number).padStart(8, '0'),
        crm_employee_id: number % 2 ? `P-${number}` : '',
        name: person.name,
        email: `${person.mailbox}.${number}@${companies[company]?.domain}.example`,
      };
    });
    const rows = rowsOf(
      { company_id: 'bigint', employee_id: 'text', crm_employee_id: 'text', name: 'text', email: 'text' },
      people,
    );
    await db.run(
      sql`insert into employees (company_id, employee_id, crm_employee_id, name, email, created_at)
        select company_id, employee_id, crm_employee_id, name, email, '2026-01-01 00:00:00' from ${rows}`,
    );
  }
}
