// Fills PostgreSQL with years of attendance without triggers or indexes, which are built afterwards. Counts are added
// at the end. The result is the same as with inserts, as tests/server/features/attendance/filledYears.both.test.ts
// checks.

import { foldCounts } from '../../../server/features/attendance/foldCounts.ts';
import { type Db, type Queries, scalar, sql } from '../../../server/platform/db/db.ts';
import { fill as countRecords } from '../../../server/platform/db/migrations/0025-attendance-counts.ts';
import { instantOf } from '../../../server/platform/time/clock.ts';

interface Years {
  readonly records: number;
  readonly months: number;
  /** Number of first months with deliveries and device events, which take more room than the records. */
  readonly monthsWithEvents: number;
  /** Time of the last record. */
  readonly now: Date;
}

interface Month {
  /** Instants. */
  readonly from: string;
  readonly until: string;
  /** Ids of its first and last record. */
  readonly first: number;
  readonly last: number;
}

export async function fillYears(db: Db, years: Years): Promise<void> {
  // Remove the sample's records, which are of today.
  await db.tx((queries) => queries.exec('delete from hr_deliveries; delete from attendance'));
  await foldCounts(db);
  await db.exec('delete from attendance_revision_sums');
  const people = await scalar(db, sql`select count(*) from employees`);
  const months = monthsOf(years);
  const withEvents = months[years.monthsWithEvents];
  await db.tx(async (queries) => {
    await queries.exec(`set local maintenance_work_mem = '512MB'`);
    await fill(queries, 'attendance', months.map((month) => recordsOf(month, people)).join('\n'));
    await fill(queries, 'hr_deliveries', deliveriesBefore(withEvents));
    await fill(queries, 'device_events', eventsBefore(withEvents));
    await queries.exec(`
      set local work_mem = '1GB';
      select setval(pg_get_serial_sequence('attendance', 'id'), ${years.records});
      ${countRecords('postgres')}
      insert into attendance_revision_sums (company_id, day, changes)
        select company_id, date_trunc('day', occurred_at), 1 from attendance group by 1, 2;
      ${inOrderOfTime}`);
  });
  await db.exec('vacuum analyze');
}

/** Disables foreign keys too, as they are triggers. */
async function fill(queries: Queries, table: string, rows: string): Promise<void> {
  const indexes = await queries.all<{ name: string; definition: string }>(
    sql`select relname as name, pg_get_indexdef(indexrelid) as definition
      from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = to_regclass(${table}) and not indisprimary`,
  );
  await queries.exec(`
    alter table ${table} disable trigger all;
    ${indexes.map(({ name }) => `drop index ${name};`).join('\n')}
    ${rows}
    ${indexes.map(({ definition }) => `${definition};`).join('\n')}
    alter table ${table} enable trigger all;`);
}

/** Stores the counts of a month together, as if they had arrived with the records. */
const inOrderOfTime = `
  create index counts_in_order on attendance_count_sums (start);
  cluster attendance_count_sums using counts_in_order;
  drop index counts_in_order;`;

function monthsOf({ records, months, now }: Years): Month[] {
  const startOf = (index: number) =>
    instantOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + index + 1 - months)));
  return Array.from({ length: months }, (_, index) => ({
    from: startOf(index),
    until: index === months - 1 ? instantOf(now) : startOf(index + 1),
    first: Math.floor((records * index) / months) + 1,
    last: Math.floor((records * (index + 1)) / months),
  }));
}

/** Shuffles the employees deterministically. Each uses the company's doors in turn, alternating between in and out. */
const recordsOf = ({ from, until, first, last }: Month, people: number): string => `
  insert into attendance (id, company_id, employee_id, employee_code, access_controller_id, event_id, event_type, occurred_at,
      created_at, is_processed, hr_state)
    select i, company_id, people.id, people.employee_id, doors.ids[1 + i / ${people} % cardinality(doors.ids)],
      i::text, case when i / ${people} % 2 = 0 then 'check-in' else 'check-out' end, at, at,
      i % 50 <> 0, case when i % 500 = 0 then 'failed' else 'sent' end
    from (
      select i, date_trunc('second', timestamp '${from}' + (i - ${first})
        * ((timestamp '${until}' - timestamp '${from}') / ${last - first + 1})) as at
      from generate_series(${first}::bigint, ${last}) i
    ) times
    join (select id, company_id, employee_id, row_number() over (order by id) - 1 as number from employees) people
      on people.number = i * 7919 % ${people}
    join (select company_id, array_agg(id order by id) as ids from access_controllers group by 1) doors
      using (company_id);`;

const before = (month: Month | undefined): string => (month ? `occurred_at < '${month.from}'` : 'true');

const deliveriesBefore = (month: Month | undefined): string => `
  insert into hr_deliveries (attendance_id, company_id, day, state, next_try_at, accepted_at)
    select id, company_id, to_char(occurred_at, 'YYYY-MM-DD'), case hr_state when 'sent' then 'accepted' else hr_state end,
      occurred_at, occurred_at
    from attendance where ${before(month)};`;

const eventsBefore = (month: Month | undefined): string => `
  insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind, direction, reader,
      verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id)
    select access_controller_id, md5(event_id), 1, employee_code, to_char(occurred_at, 'YYYY-MM-DD HH24:MI:SS'), 'UTC',
      occurred_at, 'punch', '0', '', 'card', 'yes', occurred_at, repeat('raw ', 20), 'key', 0, 'attendance', id
    from attendance where ${before(month)};`;
