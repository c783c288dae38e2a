// Measures calls and bare queries in alternation, and prints medians.

import { type Db, one } from '../../../server/db/db.ts';
import { type Sql, sql } from '../../../server/db/sql.ts';
import { daysAfter } from '../../../server/time/businessTime.ts';
import { median } from '../../figures.ts';
import { type Get, onBothDatabases, type Served, timed } from '../served.ts';
import { barePage } from './barePage.ts';
import { addRecords } from './records.ts';

export async function measureAll(records: number): Promise<void> {
  const fill = async (db: Db) => {
    const seconds = ((await timed(() => addRecords(db, records))) / 1000).toFixed(0);
    console.log(`\n${records.toLocaleString('en')} records of one year (stored in ${seconds} s)`);
  };
  await onBothDatabases({ employeesPerCompany: 100, days: 0 }, fill, compare);
}

async function compare({ db, name, administrator, manager }: Served): Promise<void> {
  const { id: company } = await one<{ id: number }>(db, sql`select max(id) as id from companies`);
  const { day, month } = await one<{ day: string; month: string }>(
    db,
    sql`select substr(cast(max(occurred_at) as text), 1, 10) as day,
      substr(cast(max(occurred_at) as text), 1, 7) as month from attendance`,
  );
  const dayAfter = daysAfter(day, 1);
  const ofDay = sql`occurred_at >= ${`${day} 00:00:00`} and occurred_at < ${`${dayAfter} 00:00:00`}`;
  const ofMonth = sql`occurred_at >= ${`${month}-01 00:00:00`} and occurred_at < ${`${dayAfter} 00:00:00`}`;
  const own = sql`company_id in (select company_id from user_companies)`;
  const inMonth = `start_date=${month}-01&end_date=${day}`;
  const page = (condition: Sql, offset = 0) => barePage(sql`where ${condition}`, sql`limit 100 offset ${offset}`);

  console.log(`${name.padEnd(38)} server ms   bare ms     ratio`);
  const cases: [string, Get, string, Sql][] = [
    ['a page of all', administrator, '', page(sql`true`)],
    ['a page of one day', administrator, `start_date=${day}&end_date=${day}`, page(ofDay)],
    [
      'a page of a company and a month',
      administrator,
      `company_id=${company}&${inMonth}`,
      page(sql`company_id = ${company} and ${ofMonth}`),
    ],
    [
      'a page of a month, not processed',
      administrator,
      `${inMonth}&is_processed=false`,
      page(sql`${ofMonth} and is_processed = false`),
    ],
    ['a page of five companies', manager, '', page(own)],
    ['a page of five companies and a month', manager, inMonth, page(sql`${own} and ${ofMonth}`)],
    ['page 501 alone', administrator, 'page=501', page(sql`true`, 50_000)],
  ];
  const figures: number[] = [];
  for (const [name, get, query, bare] of cases) {
    const figure = await report(
      name,
      15,
      () => get(`/attendance?per_page=100&${query}`),
      () => db.all(bare),
    );
    figures.push(figure);
  }
  const [ofAll = 0, ofOneDay = 0] = figures;
  console.log(`a page of all, compared with one day${(ofAll / ofOneDay).toFixed(1).padStart(32)}`);
  await report(
    'statistics of two weeks',
    5,
    () => administrator('/attendance/statistics'),
    () =>
      db.all(
        sql`select substr(cast(occurred_at as text), 1, 10) as day, event_type, is_processed,
            count(*) as total
          from attendance where occurred_at >= ${`${daysAfter(day, -13)} 00:00:00`} group by 1, 2, 3`,
      ),
  );
  const pages = 1_000;
  await report(
    'a whole export, 1,000 pages of 100',
    1,
    async () => {
      for (let number = 1; number <= pages; number++) {
        await administrator(`/attendance?per_page=100&page=${number}`);
      }
    },
    async () => {
      let last: { id: number; occurred_at: string } | undefined;
      for (let number = 1; number <= pages; number++) {
        const after = last ? sql`where (occurred_at, id) < (${last.occurred_at}, ${last.id})` : sql``;
        const rows = await db.all<{ id: number; occurred_at: string }>(barePage(after, sql`limit 100`));
        last = rows.at(-1);
      }
    },
  );
}

/** Returns the server's median. */
async function report(
  name: string,
  runs: number,
  server: () => Promise<unknown>,
  bare: () => Promise<unknown>,
): Promise<number> {
  const times: { server: number[]; bare: number[] } = { server: [], bare: [] };
  for (let run = 0; run < runs; run++) {
    times.bare.push(await timed(bare));
    times.server.push(await timed(server));
  }
  const [ours, floor] = [median(times.server), median(times.bare)];
  const first = runs > 1 ? `   first ${times.server[0]?.toFixed(0)} ms` : '';
  const figures = [ours, floor, ours / floor].map((figure) => figure.toFixed(1).padStart(10)).join('');
  console.log(name.padEnd(38) + figures + first);
  return ours;
}
