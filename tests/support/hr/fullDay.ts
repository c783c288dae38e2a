// A company whose people all came and went on one day, with its HR system: for what must cope with many records.

import { type Db, one } from '../../../server/platform/db/db.ts';
import { rowsOf, sql } from '../../../server/platform/db/sql.ts';
import type { HrCompany } from '../../../server/features/hr/connection/connectionQueries.ts';
import type { HrPerson } from '../../../src/shared/contract/hrConnections.ts';
import { addConnection } from './connections.ts';
import type { FakeHr } from './fakeHr.ts';

const numberPrefix = 'E-';
const since = '2026-01-01 00:00:00';

export const manyPeople = (count: number): HrPerson[] =>
  Array.from({ length: count }, (_, index) => {
    const id = String(index + 1);
    return { id, number: `${numberPrefix}${id}`, name: `Name of ${id}`, email: `e${id}@acme.example`, is_active: true };
  });

/** Two records each, in UTC. */
export async function addFullDay(db: Db, kind: string, fake: FakeHr, day: string): Promise<HrCompany> {
  const identifier = `CMP-${kind}-${Math.random().toString(36).slice(2, 8)}`;
  const company = await one<HrCompany>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values ('Acme', ${identifier}, ${since})
      returning id, name, unique_identifier, crm_company_id`,
  );
  const { id } = company;
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at) values (${id}, 'hr_system', ${fake.url}, ${since})`,
  );
  await addConnection(db, id, kind, fake);
  await db.run(
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${id}, 'Door', ${`ACU-${identifier}`}, ${since})`,
  );
  const people = [...fake.people.values()].map(({ number, name }) => ({ number, name }));
  await db.run(
    sql`insert into employees (company_id, employee_id, name, created_at)
      select ${id}, number, rows.name, ${since} from ${rowsOf({ number: 'text', name: 'text' }, people)}`,
  );
  await db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select id, company_id, substr(employee_id, ${numberPrefix.length + 1}), 'number' from employees
      where company_id = ${id}`,
  );
  for (const [type, at] of [
    ['check-in', `${day} 07:00:00`],
    ['check-out', `${day} 15:30:00`],
  ] as const) {
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
          occurred_at, created_at)
        select company_id, id, employee_id,
          (select max(id) from access_controllers where company_id = employees.company_id), ${type}, ${at}, ${at}
        from employees where company_id = ${id}`,
    );
  }
  return company;
}
