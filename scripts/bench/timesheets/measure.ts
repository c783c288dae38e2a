// Reads timesheets page by page as the console does for an export, and prints medians beside the bare query for the
// same events.

import { monitorEventLoopDelay } from 'node:perf_hooks';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';
import type { Db } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { daysAfter } from '../../../server/platform/time/clock.ts';
import { median, row } from '../../figures.ts';
import { onBothDatabases, type Served, timed } from '../served.ts';
import { addPeople } from '../search/people.ts';
import { addPunches } from './punches.ts';

const runs = 5;
const firstDay = '2026-01-01';
/** Includes days before and after those that are read. */
const storedDays = 62;
const from = daysAfter(firstDay, 15);
const until = daysAfter(from, 30);

export async function measureAll(people: number): Promise<void> {
  const fill = async (db: Db) => {
    await addPeople(db, people);
    await db.run(sql`update employees set is_active = true`);
    await storeAllMissingWords(db);
    const stored = await addPunches(db, new Date(firstDay), storedDays);
    console.log(`\n${stored.toLocaleString('en')} records of ${storedDays} days`);
    // PostgreSQL would do this later; SQLite never does.
    if (db.dialect === 'postgres') await db.exec('vacuum analyze');
  };
  await onBothDatabases({ employeesPerCompany: 1, days: 0 }, fill, measure);
}

async function measure({ db, name, administrator }: Served): Promise<void> {
  console.log(row(name, ['ms', 'bare ms', 'ratio', 'waited ms', 'MB']));
  const days = `start_date=${from}&end_date=${until}`;
  await report('a page of 50', 1, async () => [await administrator(`/timesheets?${days}`)]);
  await report('everybody, 500 a page', 0, async () => {
    const pages: string[] = [];
    for (let last = 1; pages.length < last; ) {
      const answer = await administrator(`/timesheets?${days}&per_page=500&page=${pages.length + 1}`);
      const { data }: { data: { last_page: number } } = JSON.parse(answer);
      last = data.last_page;
      pages.push(answer);
    }
    return pages;
  });

  /** `onlyFirst` limits the read to the first page of 50. */
  async function report(title: string, onlyFirst: 0 | 1, read: () => Promise<string[]>): Promise<void> {
    const times: { ours: number[]; bare: number[] } = { ours: [], bare: [] };
    let bytes = 0;
    const delay = monitorEventLoopDelay({ resolution: 5 });
    for (let run = 0; run < runs; run++) {
      times.bare.push(await timed(() => db.all(bareQuery(onlyFirst === 1))));
      delay.enable();
      times.ours.push(
        await timed(async () => {
          bytes = (await read()).reduce((sum, { length }) => sum + length, 0);
        }),
      );
      delay.disable();
    }
    const [ours, bare] = [median(times.ours), median(times.bare)];
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

const bareQuery = (onlyFirst: boolean) => sql`
  select employee_id, event_type, occurred_at from attendance
  where employee_id in (select id from employees order by sort_name, id limit ${onlyFirst ? 50 : 1_000_000})
    and occurred_at >= ${`${from} 00:00:00`} and occurred_at < ${`${daysAfter(until, 1)} 00:00:00`}`;
