// Inserts a year of records for the existing employees in one statement.

import { foldCounts } from '../../../server/features/attendance/foldCounts.ts';
import { type Db, type Dialect, type Sql, scalar, sql } from '../../../server/platform/db/db.ts';

export async function addRecords(db: Db, count: number): Promise<void> {
  const people = await scalar(db, sql`select count(*) from employees`);
  const end = Math.floor(Date.now() / 1000);
  const step = (365 * 86_400) / count;
  // The factor shuffles the employees; the remainder alone would take them in turn.
  await db.run(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
        event_type, occurred_at, is_processed, created_at)
      with recursive
        n(i) as (select 1 union all select i + 1 from n where i < ${count}),
        people as (
          select id, company_id, employee_id, row_number() over (order by id) - 1 as number from employees
        ),
        doors as (select company_id, min(id) as id from access_controllers group by company_id)
      select people.company_id, people.id, people.employee_id, doors.id, cast(i as text),
        case when i % 2 = 0 then 'check-out' else 'check-in' end, ${instants[db.dialect](end, count, step)},
        i < ${Math.floor(count * 0.98)}, ${instants[db.dialect](end, count, step)}
      from n join people on people.number = (cast(i as bigint) * 7919) % ${people}
      join doors on doors.company_id = people.company_id`,
  );
  // Done here because a server does it within seconds.
  await foldCounts(db);
  // PostgreSQL would do this later; SQLite never does.
  if (db.dialect === 'postgres') await db.exec('vacuum analyze');
}

const instants: Record<Dialect, (end: number, count: number, step: number) => Sql> = {
  sqlite: (end, count, step) => sql`datetime(${end} - cast((${count} - i) * ${step} as integer), 'unixepoch')`,
  postgres: (end, count, step) =>
    sql`cast(to_timestamp(${end} - cast(${count} - i as double precision) * ${step}) as timestamp(0))`,
};
