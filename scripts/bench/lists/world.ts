// Extends the sample to the lists of a large business.

import { createSalt, sha256 } from '../../../server/platform/crypto/hashes.ts';
import { type Db, one, quotedNames, rowsOf, type Sql, sql } from '../../../server/platform/db/db.ts';
import { storeAllMissingWords } from '../../../server/platform/records/search/searchIndex.ts';
import { instantOf } from '../../../server/platform/time/clock.ts';
import { composeEntry } from '../../../src/shared/contract/audit/compose.ts';
import { chainedText } from '../../../src/shared/contract/audit/entry.ts';
import { addRecords } from '../attendance/records.ts';

const long = '2020-01-01 00:00:00';

export async function fillWorld(db: Db, entries: number): Promise<void> {
  await addCompanies(db);
  await addUsers(db);
  await addRecords(db, 100_000);
  await addOfEmployees(db);
  await addDeviceEvents(db, entries);
  await addEntries(db, entries);
  await storeAllMissingWords(db);
}

const numbers = (count: number): Sql =>
  sql`(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) numbers`;

async function addCompanies(db: Db): Promise<void> {
  await db.run(sql`insert into companies (name, unique_identifier, created_at)
    select 'Company ' || i, 'CMP-BENCH-' || i, ${long} from ${numbers(474)}`);
  await db.run(sql`insert into company_urls (company_id, url_type, url, created_at)
    select id, 'hr', 'https://hr.example/' || id, ${long} from companies where unique_identifier like 'CMP-BENCH-%'`);
  await db.run(sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
    select id, 'Door ' || i, 'ACU-BENCH-' || id || '-' || i, ${long} from companies cross join ${numbers(2)}
    where unique_identifier like 'CMP-BENCH-%'`);
  await db.run(sql`insert into device_rules (controller_id, kind, set_up_at)
    select id, 'zkteco', ${long} from access_controllers where unique_identifier like 'ACU-BENCH-%-1'`);
}

async function addUsers(db: Db): Promise<void> {
  await db.run(sql`insert into users (name, email, password_hash, created_at)
    select 'User ' || i, 'user' || i || '@bench.example', '', ${long} from ${numbers(1_000)}`);
  await db.run(sql`insert into user_roles (user_id, role_id)
    select users.id, roles.id from users cross join roles where email like '%@bench.example' and roles.name = 'hr_manager'`);
  await db.run(sql`insert into user_companies (user_id, company_id)
    select users.id, companies.id from users join companies on companies.id % 100 = users.id % 100
    where email like '%@bench.example'`);
}

async function addOfEmployees(db: Db): Promise<void> {
  await db.run(sql`insert into employee_codes (company_id, code, employee_id, author, created_at)
    select company_id, 'BADGE-' || id, id, 'Bench', ${long} from employees`);
  await db.run(sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
      attendance_id, reason, state, author, created_at)
    select company_id, employee_id, employee_code, substr(cast(occurred_at as text), 1, 10), 'as_is', event_type, occurred_at,
      id, 'Bench', 'applied', 'Bench', occurred_at
    from attendance where id % 10 = 0`);
  await db.run(sql`insert into roll_calls (company_id, site, department, silent, started_by, started_at, ended_by, ended_at)
    select id, '', '', '[]', 'Bench', ${long}, 'Bench', ${long} from companies cross join ${numbers(2)}`);
}

/** Spreads the events over twenty doors. */
export const addDeviceEvents = (db: Db, count: number): Promise<number> =>
  db.run(sql`insert into device_events (controller_id, fact_key, generation, code, local_time, zone, occurred_at, kind,
      direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome)
    select 1 + i % 20, 'bench-' || i, 1, cast(i % 500 as text), '2026-10-15 08:00:00', 'UTC', '2026-10-15 08:00:00', 'punch',
      '0', '', 'card', 'yes', '2026-10-15 08:00:00', 'a line as the device sent it', 'key', 0, 'attendance'
    from ${numbers(count)}`);

const atOnce = 5_000;
const people = 40;

/** Writes a year of audit entries in batches. The chain is complete, but entries share transactions. */
export async function addEntries(db: Db, count: number): Promise<void> {
  const { last_id: before, hash } = await one<{ last_id: number; hash: string }>(
    db,
    sql`select last_id, hash from audit_head`,
  );
  let head = hash;
  const step = (365 * 86_400_000) / count;
  for (let done = 0; done < count; done += atOnce) {
    const batch = Array.from({ length: Math.min(atOnce, count - done) }, (_, index) => {
      const number = done + index;
      const row = entryAt(before + number + 1, number, new Date(Date.now() - (count - number) * step), head);
      head = row.columns.hash;
      return row;
    });
    await store(db, batch);
  }
  await db.run(sql`update audit_head set last_id = ${before + count}, hash = ${head}`);
  if (db.dialect === 'postgres') await db.exec('vacuum analyze audit, audit_values');
}

type Row = ReturnType<typeof entryAt>;

/** Returns mostly sign-ins and changed employees, and a changed setting for every thousandth. */
function entryAt(id: number, number: number, time: Date, previous: string) {
  const user_id = 1 + ((number * 7) % people);
  const isSetting = number % 1_000 === 0;
  const isSignIn = !isSetting && number % 3 === 0;
  const subject = isSetting ? 'settings' : isSignIn ? 'users' : 'employees';
  const columns = {
    id,
    at: instantOf(time),
    user_id,
    request_id: `request-${number}`,
    action: isSetting ? 'settings.edit' : isSignIn ? 'auth.login' : 'employees.edit',
    subject,
    subject_id: isSetting ? 1 : isSignIn ? user_id : 1 + ((number * 13) % 5_000),
  };
  const record = { id: columns.subject_id, name: `Person ${columns.subject_id}`, department: 'Warehouse' };
  const { textFor, values } = composeEntry(
    {
      ...columns,
      user_email: `user${user_id}@bench.example`,
      user_name: `User ${user_id}`,
      address: `198.51.100.${user_id}`,
      before: isSignIn ? null : record,
      after: isSignIn ? null : { ...record, department: `Department ${number % 97}` },
    },
    { sha256, createSalt },
  );
  const entry = textFor(id);
  return {
    columns: { ...columns, entry, previous_hash: previous, hash: sha256(chainedText(previous, entry)) },
    values,
  };
}

async function store(db: Db, rows: readonly Row[]): Promise<void> {
  const columns = {
    id: 'bigint',
    at: 'timestamp(0)',
    user_id: 'bigint',
    request_id: 'text',
    action: 'text',
    subject: 'text',
    subject_id: 'bigint',
    entry: 'text',
    previous_hash: 'text',
    hash: 'text',
  } as const;
  const entries = rowsOf(
    columns,
    rows.map((row) => row.columns),
  );
  await db.run(
    sql`insert into audit (${quotedNames(Object.keys(columns))})
      select ${quotedNames(Object.keys(columns))} from ${entries}`,
  );
  const values = rowsOf(
    { entry_id: 'bigint', about_kind: 'text', about_id: 'bigint', at: 'timestamp(0)', salted: 'text' },
    rows.flatMap((row) =>
      row.values.map(({ about, salted }) => ({
        entry_id: row.columns.id,
        at: row.columns.at,
        about_kind: about.kind,
        about_id: about.id,
        salted: JSON.stringify(salted),
      })),
    ),
  );
  await db.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      select entry_id, about_kind, about_id, at, salted from ${values}`,
  );
}
