// Each list beside its bare queries: the rows of the page, and how many there are.

import type { Db } from '../../../server/db/db.ts';
import { type Sql, sql } from '../../../server/db/sql.ts';
import { compareAll, type Compared } from '../compared.ts';
import { type Get, onBothDatabases, timed } from '../served.ts';
import { fillWorld } from './world.ts';

export async function measureAll(entries: number): Promise<void> {
  const fill = async (db: Db) => {
    const seconds = ((await timed(() => fillWorld(db, entries))) / 1000).toFixed(0);
    console.log(`\n${entries.toLocaleString('en')} audit entries and device events (stored in ${seconds} s)`);
  };
  await onBothDatabases({ employeesPerCompany: 385, days: 0 }, fill, ({ db, name, administrator, manager }) =>
    compareAll(name, [...listsOf(db, administrator), ...listsOfManager(db, manager)]),
  );
}

const counted = (rows: Sql, order: Sql, size = 20): readonly Sql[] => [
  sql`select * from ${rows} order by ${order} limit ${size}`,
  sql`select count(*) as total from ${rows}`,
];

function listsOf(db: Db, get: Get): Compared[] {
  const list = (path: string, bare: readonly Sql[]): Compared => ({
    name: path,
    ask: () => get(path),
    bare: () => Promise.all(bare.map((statement) => db.all(statement))),
  });
  const live = (table: Sql) => sql`${table} where deleted_at is null`;
  return [
    list('/companies', counted(live(sql`companies`), sql`sort_name, id`)),
    list('/companies/all', [
      sql`select * from companies where deleted_at is null order by sort_name, id`,
      sql`select * from company_urls`,
    ]),
    list('/access-controllers', counted(live(sql`access_controllers`), sql`sort_name, id`)),
    list('/employees', counted(live(sql`employees`), sql`sort_name, id`)),
    list('/employees?page=400', [
      sql`select * from employees where deleted_at is null order by sort_name, id limit 20 offset 7980`,
      sql`select count(*) as total from employees where deleted_at is null`,
    ]),
    list(
      '/employees?company_id=1',
      counted(sql`employees where deleted_at is null and company_id = 1`, sql`sort_name, id`),
    ),
    list('/users', counted(sql`users`, sql`sort_name, id`)),
    list('/employee-codes?per_page=50', counted(sql`employee_codes`, sql`code, valid_from, id`, 50)),
    list('/corrections?per_page=50', counted(sql`corrections`, sql`id desc`, 50)),
    list('/roll-calls', counted(sql`roll_calls`, sql`id desc`)),
    list(
      '/access-controllers/1/device/events?per_page=50',
      counted(sql`device_events where controller_id = 1`, sql`id desc`, 50),
    ),
    list('/audit', [sql`select * from audit order by at desc, id desc limit 51`]),
    list('/audit?subject=employees&subject_id=14', [
      sql`select * from audit where subject = 'employees' and subject_id = 14 order by at desc, id desc limit 51`,
    ]),
    list('/audit?user_id=7', [sql`select * from audit where user_id = 7 order by at desc, id desc limit 51`]),
    list('/hr-sync/companies', [
      sql`select * from companies where deleted_at is null order by sort_name, id`,
      sql`select * from company_urls`,
    ]),
    list('/devices?per_page=50', [
      sql`select * from access_controllers where deleted_at is null order by sort_name, id`,
      sql`select * from device_rules`,
    ]),
    list('/privacy/people', counted(sql`employees`, sql`sort_name, id`)),
    list('/roles', [sql`select * from roles`, sql`select * from role_permissions`]),
    list('/api-tokens', [sql`select * from api_tokens`]),
    list('/sessions', [sql`select * from sessions`]),
    list('/legal-holds', [sql`select * from legal_holds`]),
  ];
}

function listsOfManager(db: Db, get: Get): Compared[] {
  const own = sql`employees where deleted_at is null and company_id in (select company_id from user_companies where user_id = 2)`;
  return [
    {
      name: '/employees of five companies',
      ask: () => get('/employees'),
      bare: () => Promise.all(counted(own, sql`sort_name, id`).map((statement) => db.all(statement))),
    },
  ];
}
