// Fills PostgreSQL with years of attendance, a month at a time. A month is filled before it becomes a part of its table, so
// that its indexes are built and its foreign keys are checked at once, and everything is counted at the end. The result is
// what one insert a month would have left behind: tests/server/features/attendance/filledMonths.both.test.ts compares them.

import { foldCounts } from '../../../server/features/attendance/foldCounts.ts';
import { type Db, one } from '../../../server/platform/db/db.ts';
import { fill as countRecords } from '../../../server/platform/db/migrations/0026-attendance-counts.ts';
import { fill as addCountsTogether } from '../../../server/platform/db/migrations/0032-counts-of-all-companies.ts';
import { monthAfter } from '../../../server/platform/db/postgres/months/monthlyTables.ts';
import { partOf } from '../../../server/platform/db/postgres/months/parts.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { instantOf } from '../../../server/platform/time/instants.ts';

export interface Years {
  readonly records: number;
  readonly months: number;
  /** The first months have deliveries and device events too: of all of them these would take more room than the records. */
  readonly monthsWithEvents: number;
  /** When the last record was sent. */
  readonly now: Date;
}

interface Month {
  readonly month: string;
  /** Instants. */
  readonly from: string;
  readonly until: string;
  /** The ids of its records: from the first one up to the last one. */
  readonly first: number;
  readonly last: number;
}

export async function fillMonths(db: Db, years: Years, onMonth: (month: string) => void = () => {}): Promise<void> {
  // The sample has some of today.
  await db.tx((queries) => queries.exec('delete from hr_deliveries; delete from attendance'));
  await foldCounts(db);
  await db.exec('delete from attendance_revision_sums');
  const { people } = await one<{ people: number }>(db, sql`select count(*) as people from employees`);
  for (const [index, month] of monthsOf(years).entries()) {
    const scripts = [recordsOf(month, people)];
    if (index < years.monthsWithEvents) scripts.push(deliveriesOf(month), eventsOf(month));
    await db.tx((queries) => queries.exec(`set local maintenance_work_mem = '512MB'; ${scripts.join('\n')}`));
    onMonth(month.month);
  }
  await db.tx((queries) =>
    queries.exec(`
      set local work_mem = '1GB';
      select setval(pg_get_serial_sequence('attendance', 'id'), ${years.records});
      ${countRecords('postgres')}
      ${addCountsTogether}
      insert into attendance_revision_sums (company_id, day, changes)
        select company_id, date_trunc('day', occurred_at), 1 from attendance group by 1, 2;
      ${inOrderOfTime}`),
  );
  await db.exec('vacuum analyze');
}

/** The counts of a month lie side by side, as where they came with the records. */
const inOrderOfTime = `
  create index counts_in_order on attendance_count_sums (start);
  cluster attendance_count_sums using counts_in_order;
  drop index counts_in_order;`;

function monthsOf({ records, months, now }: Years): Month[] {
  const current = instantOf(now).slice(0, 7);
  return Array.from({ length: months }, (_, index) => {
    const month = monthAfter(current, index + 1 - months);
    return {
      month,
      from: `${month}-01 00:00:00`,
      until: month === current ? instantOf(now) : `${monthAfter(month)}-01 00:00:00`,
      first: Math.floor((records * index) / months) + 1,
      last: Math.floor((records * (index + 1)) / months),
    };
  });
}

/** The server has made the months around today, which are empty. */
function filledPart(table: string, month: string, columns: string, rows: string): string {
  const part = partOf({ table, month });
  return `
    drop table if exists ${part};
    create table ${part} (like ${table} including defaults including constraints);
    insert into ${part} (${columns}) ${rows};
    alter table ${table} attach partition ${part} for values from ('${month}-01') to ('${monthAfter(month)}-01');`;
}

/** The employees come in an order that looks like chance. Each uses the doors of the company in turn, and goes in and out. */
const recordsOf = ({ month, from, until, first, last }: Month, people: number): string =>
  filledPart(
    'attendance',
    month,
    `id, company_id, employee_id, employee_code, access_controller_id, event_id, event_type, occurred_at, created_at,
      is_processed, hr_state`,
    `select i, company_id, people.id, people.employee_id, doors.ids[1 + i / ${people} % cardinality(doors.ids)],
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
        using (company_id)`,
  );

const deliveriesOf = ({ month }: Month): string =>
  filledPart(
    'hr_deliveries',
    month,
    'attendance_id, company_id, day, state, next_try_at, accepted_at',
    `select id, company_id, to_char(occurred_at, 'YYYY-MM-DD'), case hr_state when 'sent' then 'accepted' else hr_state end,
        occurred_at, occurred_at
      from ${partOf({ table: 'attendance', month })}`,
  );

const eventsOf = ({ month }: Month): string =>
  filledPart(
    'device_events',
    month,
    `id, controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind, direction, reader, verify, passed,
      received_at, raw, direction_rule, repeat_seconds, outcome, attendance_id`,
    `select id, access_controller_id, md5(event_id), 1, employee_code, to_char(occurred_at, 'YYYY-MM-DD HH24:MI:SS'),
        'UTC', occurred_at, 'punch', '0', '', 'card', 'yes', occurred_at, repeat('raw ', 20), 'key', 0, 'attendance', id
      from ${partOf({ table: 'attendance', month })}`,
  );
