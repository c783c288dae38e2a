// Measures the attendance calls compared with the bare queries, on SQLite and PostgreSQL.

import { partsOf } from '../../../server/features/privacy/retention/parts.ts';
import { type Db, one, type Sql, scalar, scalars, sql } from '../../../server/platform/db/db.ts';
import { daysAfter, instantOf } from '../../../server/platform/time/clock.ts';
import { type Compared, compareAll } from '../compared.ts';
import { type Get, onBothDatabases, type Served, timed } from '../served.ts';
import { barePage } from './barePage.ts';
import { addRecords } from './records.ts';
import { fillYears } from './years.ts';

const years = { months: 60, monthsWithEvents: 1 };
const pagesOfExport = 1_000;

export async function measureAll(records: { readonly sqlite: number; readonly postgres: number }): Promise<void> {
  const fill = async (db: Db) => {
    const count = records[db.dialect];
    const filling = () =>
      db.dialect === 'sqlite' ? addRecords(db, count) : fillYears(db, { ...years, records: count, now: new Date() });
    const seconds = ((await timed(filling)) / 1000).toFixed(0);
    console.log(`\n${count.toLocaleString('en')} records (stored in ${seconds} s)`);
  };
  await onBothDatabases({ employeesPerCompany: 385, days: 0 }, fill, compare);
}

async function compare(served: Served): Promise<void> {
  await compareAll(served, await casesOf(served));
  await compareZones(served);
  if (served.db.dialect === 'postgres') await removeMonth(served.db);
}

async function casesOf({ db, administrator, manager }: Served): Promise<Compared[]> {
  const company = await scalar(db, sql`select max(id) from companies`);
  const { total, last } = await one<{ total: number; last: string }>(
    db,
    sql`select (select sum(records) from attendance_count_sums where company_id = 0 and span = 'year') as total,
      cast(max(occurred_at) as text) as last from attendance`,
  );
  const day = last.slice(0, 10);
  const from = (first: string) => sql`occurred_at >= ${`${first} 00:00:00`}`;
  const until = sql`occurred_at < ${`${daysAfter(day, 1)} 00:00:00`}`;
  const ofDay = sql`${from(day)} and ${until}`;
  const ofMonth = sql`${from(`${day.slice(0, 7)}-01`)} and ${until}`;
  const own = sql`company_id in (select company_id from user_companies)`;
  const inMonth = `start_date=${day.slice(0, 7)}-01&end_date=${day}`;
  const deepest = Math.min(100_000, Math.floor(Number(total) / 100));

  const page = pagesOf(db);
  const exported = {
    ask: (number: number) => administrator(`/attendance?per_page=100&page=${number}`),
    bare: bareWalk(db),
    pages: pagesOfExport,
    runs: 3,
  };
  return [
    page('a page of all', administrator, '', sql`true`),
    page('a page of one day', administrator, `start_date=${day}&end_date=${day}`, ofDay),
    page('a page of a company', administrator, `company_id=${company}`, sql`company_id = ${company}`),
    page(
      'a page of a company and a month',
      administrator,
      `company_id=${company}&${inMonth}`,
      sql`company_id = ${company} and ${ofMonth}`,
    ),
    page(
      'a page of a month, not processed',
      administrator,
      `${inMonth}&is_processed=false`,
      sql`${ofMonth} and is_processed = false`,
    ),
    page('a page of one HR state', administrator, 'hr_state=failed', sql`hr_state = 'failed'`),
    page('a page of an employee', administrator, 'employee_id=77', sql`employee_id = 77`),
    page('a page of five companies', manager, '', own),
    page('a page of five companies and a month', manager, inMonth, sql`${own} and ${ofMonth}`),
    page('page 501 alone', administrator, 'page=501', sql`true`, 50_000),
    {
      ...page(`page ${deepest} alone`, administrator, `page=${deepest}`, sql`true`, (deepest - 1) * 100),
      runs: 5,
    },
    { ...exported, name: `${pagesOfExport} pages, one after another` },
    { ...exported, name: `${pagesOfExport} pages, six at a time (an export)`, atOnce: 6 },
    ...figuresOf(db, administrator, day),
  ];
}

const pagesOf =
  (db: Db) =>
  (name: string, get: Get, query: string, condition: Sql, offset = 0): Compared => ({
    name,
    ask: () => get(`/attendance?per_page=100&${query}`),
    bare: () => db.all(barePage(db.dialect, condition, sql`limit 100 offset ${offset}`)),
  });

const zones = ['Europe/Lisbon', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles'];

/**
 * Compares pages over the manager's five companies before and after each gets a time zone of its own. The bare query
 * is the same both times.
 */
async function compareZones(served: Served): Promise<void> {
  const { db, manager } = served;
  const companies = await scalars(
    db,
    sql`select distinct company_id from user_companies order by company_id limit ${zones.length}`,
  );
  const own = sql`company_id in (select company_id from user_companies)`;
  const last = await scalar<string>(db, sql`select cast(max(occurred_at) as text) from attendance`);
  const day = daysAfter(last.slice(0, 10), -1);
  const first = daysAfter(day, -30);
  const ofDays = (from: string) =>
    sql`${own} and occurred_at >= ${`${from} 00:00:00`} and occurred_at < ${`${daysAfter(day, 1)} 00:00:00`}`;
  const page = pagesOf(db);
  const cases = (where: string) => [
    page(`${where}, a page`, manager, '', own),
    page(`${where}, of a day`, manager, `start_date=${day}&end_date=${day}`, ofDays(day)),
    page(`${where}, of a month`, manager, `start_date=${first}&end_date=${day}`, ofDays(first)),
  ];
  await compareAll(served, cases('five companies in one zone'));
  for (const [index, id] of companies.entries())
    await db.run(
      sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person,
          leave_known_from, working_time)
        values (${id}, '00:00', 60, 'pairs', ${zones[index] ?? ''}, false, '', '')`,
    );
  await compareAll(served, cases('five companies in five zones'));
}

/** Reads pages of which each continues after the previous one. */
function bareWalk(db: Db): (page: number) => Promise<unknown> {
  const ends = new Map<number, { id: number; occurred_at: string }>();
  return async (page) => {
    const end = ends.get(page - 1);
    const condition = end ? sql`(occurred_at, id) < (${end.occurred_at}, ${end.id})` : sql`true`;
    const rows = await db.all<{ id: number; occurred_at: string }>(barePage(db.dialect, condition, sql`limit 100`));
    const last = rows.at(-1);
    if (last) ends.set(page, last);
    return rows;
  };
}

/** Compares with the fewest queries for the same numbers. */
function figuresOf(db: Db, get: Get, day: string): Compared[] {
  const perDay = (first: string) =>
    db.all(sql`select start, event_type, is_processed, sum(records) as total from attendance_count_sums
      where company_id in (select id from companies) and span = 'day' and start >= ${`${first} 00:00:00`}
      group by 1, 2, 3`);
  /** The last 24 hours start and end within an hour, which is counted from its records. */
  const hourNotCounted = () =>
    db.all(sql`select count(*) as total from attendance
      where occurred_at >= ${`${day} 08:00:00`} and occurred_at < ${`${day} 09:00:00`}`);
  const perCompany = (first: string) =>
    db.all(sql`select company_id, sum(changes) as changes from attendance_revisions
      where company_id in (select id from companies)
        and (day = '0001-01-01 00:00:00' or day >= ${`${first} 00:00:00`}) group by company_id`);
  return [
    {
      name: 'statistics of two weeks',
      ask: () => get('/attendance/statistics'),
      bare: () => Promise.all([perDay(daysAfter(day, -13)), hourNotCounted()]),
    },
    {
      name: 'statistics of a year',
      ask: () => get(`/attendance/statistics?start_date=${daysAfter(day, -364)}&end_date=${day}`),
      bare: () => Promise.all([perDay(daysAfter(day, -364)), hourNotCounted()]),
    },
    {
      name: 'what needs attention (dashboard)',
      ask: () => get('/attention'),
      bare: async () => [
        await perDay(daysAfter(day, -7)),
        await db.all(sql`select count(*) as total from attendance
          where employee_id is null and occurred_at >= ${`${daysAfter(day, -13)} 00:00:00`}`),
        await db.all(sql`select state, count(*) as total from companies join hr_deliveries
          on company_id = companies.id and state in ('failed', 'waiting') group by state`),
      ],
    },
    {
      name: 'the revision of everything',
      ask: () => get('/attendance/revision'),
      bare: () => perCompany('0001-01-01'),
    },
    {
      name: 'the revision of two weeks',
      ask: () => get(`/attendance/revision?start_date=${daysAfter(day, -13)}&end_date=${day}`),
      bare: () => perCompany(daysAfter(day, -13)),
    },
  ];
}

/** Prints the longest transaction, for which anybody who changes a record of that month has to wait. */
async function removeMonth(db: Db): Promise<void> {
  const first = await scalar<string>(db, sql`select cast(min(occurred_at) as text) from attendance`);
  const [year = 0, month = 1] = first.split('-').map(Number);
  const cutoff = instantOf(new Date(Date.UTC(year, month)));
  const [attendance] = partsOf.attendance(cutoff, cutoff);
  const gone = new Map<string, number>();
  let slowest = 0;
  const taken = await timed(async () => {
    for (let isEmpty = false; attendance && !isEmpty; ) {
      let counts = {};
      const ms = await timed(async () => (counts = await db.tx((queries) => attendance.removeSome(queries))));
      slowest = Math.max(slowest, ms);
      for (const [what, count] of Object.entries(counts)) gone.set(what, (gone.get(what) ?? 0) + Number(count));
      isEmpty = Object.keys(counts).length === 0;
    }
  });
  const rows = [...gone].map(([what, count]) => `${what}: ${count.toLocaleString('en')}`);
  console.log(
    `retention removes a month in ${(taken / 1000).toFixed(1)} s, a transaction in ${slowest.toFixed(0)} ms at most ` +
      `(${rows.join(', ')})`,
  );
}
