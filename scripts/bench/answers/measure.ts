// Measures answers and bare queries by the processor time that they take in this process.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type Sql, sql } from '../../../server/platform/db/db.ts';
import { row } from '../../figures.ts';
import { barePage } from '../attendance/barePage.ts';
import { addRecords } from '../attendance/records.ts';
import { onBothDatabases, type Served } from '../served.ts';

const run = promisify(execFile);
const answers = 3_000;

export async function measureAll(records: number): Promise<void> {
  await onBothDatabases({ employeesPerCompany: 100, days: 0 }, (db) => addRecords(db, records), compare);
}

async function compare({ db, name, api, token }: Served): Promise<void> {
  console.log(`\n${row(name, ['answers/s', 'queries/s', 'ratio'])}`);
  const everything = sql`true`;
  const cases: [string, string, Sql][] = [
    ['a page of 20', '/attendance?per_page=20', barePage(db.dialect, everything, sql`limit 20`)],
    ['a page of 50', '/attendance', barePage(db.dialect, everything, sql`limit 50`)],
    ['a page of 100', '/attendance?per_page=100', barePage(db.dialect, everything, sql`limit 100`)],
    ['companies', '/companies', sql`select * from companies where deleted_at is null order by sort_name, id limit 12`],
    ['employees', '/employees', sql`select * from employees where deleted_at is null order by sort_name, id limit 12`],
    ['users', '/users', sql`select * from users order by sort_name, id limit 12`],
    ['roles', '/roles', sql`select * from roles order by sort_name, id limit 12`],
  ];
  for (const [title, path, bare] of cases) {
    const ask = (wanted: number) =>
      run(process.execPath, ['scripts/bench/answers/client.mjs', api + path, token, String(wanted)]);
    const query = async (wanted: number) => {
      for (let left = wanted; left > 0; left--) await db.all(bare);
    };
    for (const work of [ask, query]) await work(2_000);
    const [answered, floor] = [await perSecond(ask), await perSecond(query)];
    console.log(row(title, [answered.toFixed(0), floor.toFixed(0), (floor / answered).toFixed(1)]));
  }
}

async function perSecond(work: (times: number) => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work(answers);
  const { user, system } = process.cpuUsage(before);
  return (answers * 1e6) / (user + system);
}
