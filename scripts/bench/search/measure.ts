// Measures searches and plain pages in alternation, and prints medians.

import type { Db } from '../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';
import { row } from '../../figures.ts';
import { type Get, medians, onBothDatabases, type Served, timed } from '../served.ts';
import { addPeople } from './people.ts';

const runs = 9;

export async function measureAll(employees: number): Promise<void> {
  const fill = async (db: Db) => {
    await addPeople(db, employees);
    const seconds = ((await timed(() => storeAllMissingWords(db))) / 1000).toFixed(0);
    console.log(`\n${employees.toLocaleString('en')} employees (their words stored in ${seconds} s)`);
  };
  await onBothDatabases({ employeesPerCompany: 1, days: 0 }, fill, compare);
}

const searches = [
  ...['m', 'e', 'z', '0', 'ma', 'ex', 'zo', '00', 'maria', 'example', 'ashdownvale', 'zoe', 'grace oliver', 'maria m'],
  ...['zoe zoe', 'm e', 'e e p', '00012345', 'b-12345', 'nobody', 'xqz', 'ж', 'محمد'],
];

async function compare({ name, administrator, manager }: Served): Promise<void> {
  for (const [who, get] of [
    ['all companies', administrator],
    ['five companies', manager],
  ] as const) {
    console.log(`\n${row(`${name}, ${who}`, ['ms', 'plain ms', 'ratio', 'found'])}`);
    for (const sort of ['', '&sort=-name', '&sort=-created']) await report(get, `(no search)${sort}`, `?${sort}`, '?');
    await report(get, '(page 1000)', '?page=1000', '?page=1000');
    for (const q of searches) await report(get, q, `?q=${encodeURIComponent(q)}`, '?');
    for (const q of ['m', 'e', 'maria']) {
      await report(get, `${q}, newest first`, `?q=${q}&sort=-created`, '?sort=-created');
      await report(get, `${q}, from z`, `?q=${q}&sort=-name`, '?sort=-name');
      await report(get, `${q}, of a company`, `?q=${q}&company_id=1`, '?company_id=1');
      await report(get, `${q}, active`, `?q=${q}&is_active=true`, '?is_active=true');
    }
  }
}

async function report(get: Get, title: string, search: string, plain: string): Promise<void> {
  let answer = '';
  const ways = [() => get(`/employees${plain}`), async () => (answer = await get(`/employees${search}`))];
  const [floor = 0, ours = 0] = await medians(ways, (done) => done >= runs);
  const { data }: { data: { total: number } } = JSON.parse(answer);
  console.log(row(title, [ours.toFixed(1), floor.toFixed(1), (ours / floor).toFixed(1), data.total]));
}
