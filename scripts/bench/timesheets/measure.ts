// Reads timesheets page by page like the console for an export, without and with expected time, and the exceptions of
// two weeks. Prints medians next to the bare query for the same events.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { type Db, quotedName, sql } from '../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';
import { daysAfter } from '../../../server/platform/time/clock.ts';
import { row } from '../../figures.ts';
import { addPeople } from '../search/people.ts';
import { medians, onBothDatabases, type Served } from '../served.ts';
import { addPunches } from './punches.ts';

const firstDay = '2026-01-01';
/** Includes days before and after the ones that are read. */
const storedDays = 62;
const from = daysAfter(firstDay, 15);
const until = daysAfter(from, 30);

export async function measureAll(people: number): Promise<void> {
  const fill = async (db: Db) => {
    await addPeople(db, people);
    await db.run(sql`update employees set is_active = true`);
    for (const table of ['week_patterns', 'free_days', 'leaves', 'balances'])
      await db.run(sql`delete from ${quotedName(table)}`);
    await storeAllMissingWords(db);
    const stored = await addPunches(db, new Date(firstDay), storedDays);
    console.log(`\n${stored.toLocaleString('en')} records of ${storedDays} days`);
  };
  await onBothDatabases({ employeesPerCompany: 1, days: 0 }, fill, measure);
}

async function measure({ db, name, administrator }: Served): Promise<void> {
  console.log(row(name, ['ms', 'bare ms', 'ratio', 'waited ms', 'MB']));
  const days = `start_date=${from}&end_date=${until}`;
  const page = async (mark = '') => [await administrator(`/timesheets?${days}${mark}`)];
  await report('a page of 50', page);
  await report('everybody, 500 a page', everybody);
  await addExpectedTime(db);
  await report('expected: a page of 50', page);
  await report('expected: everybody', everybody);
  await report('late: for the first time', () => page('&mark=late'), 1);
  await report('late: again', () => page('&mark=late'));
  const inbox = `/exceptions?is_answered=false&start_date=${from}&end_date=${daysAfter(from, 13)}`;
  const exceptions = async () => [await administrator(inbox)];
  await report('exceptions: for the first time', exceptions, 1);
  await report('exceptions: again', exceptions);

  async function everybody(): Promise<string[]> {
    const pages: string[] = [];
    for (let last = 1; pages.length < last; ) {
      const answer = await administrator(`/timesheets?${days}&per_page=500&page=${pages.length + 1}`);
      const { data }: { data: { last_page: number } } = JSON.parse(answer);
      last = data.last_page;
      pages.push(answer);
    }
    return pages;
  }

  async function report(title: string, read: () => Promise<string[]>, runs = 5): Promise<void> {
    let bytes = 0;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    const readOurs = async () => {
      delay.enable();
      bytes = (await read()).reduce((sum, { length }) => sum + length, 0);
      delay.disable();
    };
    const ways = [() => db.all(bareQuery(read !== everybody)), readOurs];
    const [bare = 0, ours = 0] = await medians(ways, (done) => done >= runs);
    console.log(
      row(title, [
        ours.toFixed(0),
        bare.toFixed(0),
        (ours / bare).toFixed(1),
        (delay.max / 1e6).toFixed(0),
        (bytes / 1e6).toFixed(1),
      ]),
    );
  }
}

/** Adds a pattern and a free day for each company, leave for every seventh person, and a balance for every second. */
async function addExpectedTime(db: Db): Promise<void> {
  const statements = [
    sql`insert into week_patterns (company_id, valid_from, monday, tuesday, wednesday, thursday, friday, saturday, sunday,
        latest_start, earliest_end)
      select id, ${firstDay}, 480, 480, 480, 480, 480, 0, 0, '08:14', '16:30' from companies where true`,
    sql`insert into free_days (company_id, day, name, is_half) select id, ${until}, '', false from companies`,
    sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
      select company_id, id, ${from}, ${daysAfter(from, 4)}, false from employees where id % 7 = 0`,
    sql`insert into balances (company_id, employee_id, day, minutes, reason)
      select company_id, id, ${from}, 90, 'Agreed' from employees where id % 2 = 0`,
  ];
  for (const statement of statements) await db.run(statement);
}

const bareQuery = (onlyFirst: boolean) => sql`
  select employee_id, event_type, occurred_at from attendance
  where employee_id in (select id from employees order by sort_name, id limit ${onlyFirst ? 50 : 1_000_000})
    and occurred_at >= ${`${from} 00:00:00`} and occurred_at < ${`${daysAfter(until, 1)} 00:00:00`}`;
