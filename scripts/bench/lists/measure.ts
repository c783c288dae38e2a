// Measures each list compared with its bare queries: the page's rows, their total, and the rows shown with them.

import { type Db, type Sql, sql } from '../../../server/platform/db/db.ts';
import { type Compared, compareAll } from '../compared.ts';
import { onBothDatabases, type Served, timed } from '../served.ts';
import { fillWorld } from './world.ts';

export async function measureAll(entries: number): Promise<void> {
  const fill = async (db: Db) => {
    const seconds = ((await timed(() => fillWorld(db, entries))) / 1000).toFixed(0);
    console.log(`\n${entries.toLocaleString('en')} audit entries and device events (stored in ${seconds} s)`);
  };
  await onBothDatabases({ employeesPerCompany: 385, days: 0 }, fill, (served) => compareAll(served, listsOf(served)));
}

/** Cards per page. */
const usualSize = 12;

const counted = (rows: Sql, order: Sql, size = usualSize): readonly Sql[] => [
  sql`select * from ${rows} order by ${order} limit ${size}`,
  sql`select count(*) as total from ${rows}`,
];

function listsOf({ db, administrator, manager }: Served): Compared[] {
  const list = (path: string, bare: readonly Sql[]): Compared => ({
    name: path,
    ask: () => administrator(path),
    bare: () => Promise.all(bare.map((statement) => db.all(statement))),
  });
  const live = (table: Sql) => sql`${table} where deleted_at is null`;
  const byName = sql`sort_name, id`;
  const idsOf = (rows: Sql, order: Sql) =>
    sql`(select id from (select id from ${rows} order by ${order} limit ${usualSize}) page)`;
  const companies = idsOf(live(sql`companies`), byName);
  const controllers = idsOf(live(sql`access_controllers`), byName);
  const users = idsOf(sql`users`, byName);
  const ownCompanies = sql`(select company_id from user_companies where user_id = 2)`;
  const roles = sql`(select role_id from user_roles where user_id in ${users})`;
  return [
    list('/companies', [
      ...counted(live(sql`companies`), byName),
      sql`select * from company_urls where company_id in ${companies}`,
    ]),
    list('/companies/all', [
      sql`select * from companies where deleted_at is null order by sort_name, id`,
      sql`select * from company_urls`,
    ]),
    list('/access-controllers', [
      ...counted(live(sql`access_controllers`), byName),
      sql`select id, (select occurred_at from attendance where access_controller_id = access_controllers.id
        order by occurred_at desc, attendance.id desc limit 1) as last_event from access_controllers where id in ${controllers}`,
    ]),
    list('/employees', counted(live(sql`employees`), byName)),
    list('/employees?page=400', [
      sql`select * from employees where deleted_at is null order by sort_name, id limit ${usualSize} offset ${399 * usualSize}`,
      sql`select count(*) as total from employees where deleted_at is null`,
    ]),
    list('/employees?company_id=1', counted(sql`employees where deleted_at is null and company_id = 1`, byName)),
    list('/users', [
      ...counted(sql`users`, byName),
      sql`select * from user_roles join roles on roles.id = role_id where user_id in ${users}`,
      sql`select * from role_permissions join permissions on permissions.id = permission_id where role_id in ${roles}`,
      sql`select * from user_companies join companies on companies.id = company_id where user_id in ${users}`,
      sql`select * from invitations where user_id in ${users}`,
    ]),
    list('/employee-codes?per_page=50', [
      ...counted(sql`employee_codes`, sql`code, valid_from, id`, 50),
      sql`select id, name, employee_id from employees where id in
        (select employee_id from (select employee_id from employee_codes order by code, valid_from, id limit 50) page)`,
    ]),
    list('/corrections?per_page=50', [
      sql`select corrections.*, companies.name as company, employees.name as employee
        from corrections join companies on companies.id = corrections.company_id
          left join employees on employees.id = corrections.employee_id
        order by corrections.id desc limit 50`,
      sql`select count(*) as total from corrections`,
    ]),
    list('/roll-calls', [
      sql`select roll_calls.*, companies.name as company,
          (select count(*) from roll_call_people where roll_call_id = roll_calls.id and state = 'in') as expected,
          (select count(*) from roll_call_people where roll_call_id = roll_calls.id and is_ticked = true) as ticked
        from roll_calls join companies on companies.id = company_id order by roll_calls.id desc limit ${usualSize}`,
      sql`select count(*) as total from roll_calls`,
    ]),
    list('/access-controllers/1/device/events?per_page=50', [
      ...counted(sql`device_events where controller_id = 1`, sql`id desc`, 50),
      sql`select employees.* from (select code from device_events where controller_id = 1 order by id desc limit 50) page
          cross join employees where company_id = 1 and employee_id = page.code and deleted_at is null`,
    ]),
    list('/audit', entriesWhere(sql`true`)),
    list(
      '/audit?subject=employees&subject_id=14',
      entriesWhere(sql`audit.subject = 'employees' and audit.subject_id = 14`),
    ),
    list('/audit?user_id=7', entriesWhere(sql`audit.user_id = 7`)),
    list('/hr-sync/companies', [
      sql`select * from companies where deleted_at is null order by sort_name, id`,
      sql`select * from company_urls`,
    ]),
    list('/devices?per_page=50', [
      sql`select * from access_controllers where deleted_at is null order by sort_name, id`,
      sql`select * from device_rules`,
      sql`select id, (select occurred_at from attendance where access_controller_id = access_controllers.id
          order by occurred_at desc, attendance.id desc limit 1) as attended_at,
        (select received_at from device_events
          where controller_id >= access_controllers.id and controller_id <= access_controllers.id
          order by controller_id desc, device_events.id desc limit 1) as received_at
        from access_controllers where deleted_at is null`,
    ]),
    list('/privacy/people', counted(sql`employees`, sql`coalesce(nullif(sort_name, ''), lower(name)), id`)),
    list('/roles', [
      ...counted(sql`roles`, byName),
      sql`select * from role_permissions join permissions on permissions.id = permission_id`,
    ]),
    list('/api-tokens', [sql`select * from api_tokens`]),
    list('/sessions', [sql`select * from sessions`]),
    list('/legal-holds', [sql`select * from legal_holds`]),
    {
      ...list('/employees', counted(sql`${live(sql`employees`)} and company_id in ${ownCompanies}`, byName)),
      name: '/employees of five companies',
      ask: () => manager('/employees'),
    },
  ];
}

/** Includes personal values and the users' names. */
function entriesWhere(condition: Sql): readonly Sql[] {
  const page = sql`(select * from audit where ${condition} order by at desc, id desc limit 51) page`;
  return [
    sql`select * from ${page}`,
    sql`select id, (select string_agg(salted, ',') from audit_values where entry_id = page.id and at = page.at) as salted
      from ${page}`,
    sql`select id, name from users where id in (select user_id from ${page})`,
    sql`select id, name from employees where id in (select subject_id from ${page} where subject = 'employees')`,
  ];
}
