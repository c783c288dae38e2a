// Erases a person: the record of an employee or a user with everything that belongs to it, and their names in data
// about others. Times of attendance stay under a tombstone, which also replaces the name in authors, reasons, errors
// and notes. Mails and saved views that name the person are deleted, and so are the audit's values.

import { setImmediate } from 'node:timers/promises';
import type { SaltedValue } from '../../../../src/shared/contract/audit/entry.ts';
import { employeeFields } from '../../../../src/shared/contract/employees.ts';
import { mapFields } from '../../../../src/shared/contract/fields.ts';
import { addressesIn } from '../../../../src/shared/contract/payroll.ts';
import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { parseValues } from '../../../platform/audit/readAudit.ts';
import { type Db, type Queries, quotedName, rowsOf, type Sql, scalar, scalars, sql } from '../../../platform/db/db.ts';
import { columnsOf } from '../../../platform/records/fieldColumns.ts';
import {
  forgetWords,
  type SearchedKind,
  searchedKinds,
  storeWords,
} from '../../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { erasedCode } from '../../employees/codes.ts';
import { withdrawErased } from '../../hr/delivery/withdrawals.ts';
import { assertAdministratorRemains } from '../../people/grantRules.ts';
import { heldRows } from '../heldRows.ts';
import { isUnnamedOf, otherEventsOf } from '../report/employeeSources.ts';
import type { ReportedEmployee } from '../report/person.ts';
import type { Identity, Naming } from './identity.ts';

const columns = columnsOf('employees', employeeFields);
const empty = mapFields(employeeFields, () => '');

export async function eraseEmployee(
  queries: Queries,
  identity: Identity,
  naming: Naming,
  employee: ReportedEmployee,
  now: Date,
): Promise<CountedRows[]> {
  const { tombstone } = identity;
  const { id } = employee;
  const events = await eraseCodes(queries, identity.codes, employee);
  const hrPeople = await eraseHrPeople(queries, employee, naming);
  const matches = await queries.run(sql`delete from hr_matches where employee_id = ${id}`);
  const codes = await queries.run(sql`delete from employee_codes where employee_id = ${id}`);
  const corrections = await queries.run(
    sql`update corrections set reason = ${erasedReason}, decision_reason = '' where employee_id = ${id}`,
  );
  const rollCalls = await queries.run(
    sql`update roll_call_people set name = ${tombstone}, employee_number = '', department = ''
      where employee_id = ${id}`,
  );
  await withdrawErased(queries, id);
  const deliveries = await queries.run(
    sql`update hr_deliveries set last_error = '', person_id = ''
      where (last_error <> '' or person_id <> '') and attendance_id in (select id from attendance where employee_id = ${id})`,
  );
  await forgetWords(queries, searchedKinds.employees, sql`record_id = ${id}`);
  await queries.run(
    sql`update employees set ${columns.assigned({ ...empty, name: tombstone, employee_id: erasedCode(id, 0) })},
        is_active = false, sort_name = '', deleted_at = coalesce(deleted_at, ${instantOf(now)})
      where id = ${id}`,
  );
  let expected = 0;
  // Clearing the department has just made it a former one.
  for (const table of ['week_patterns', 'leaves', 'balances', 'former_departments'])
    expected += await queries.run(sql`delete from ${quotedName(table)} where employee_id = ${id}`);
  return [
    { what: 'Name, employee ID, contact data, department and position', rows: 1 },
    { what: 'Further codes', rows: codes },
    { what: 'Week patterns, leave, balances and former departments', rows: expected },
    { what: 'Match with the HR system', rows: matches },
    { what: 'Copy of the person in the HR system', rows: hrPeople },
    { what: 'Reasons of corrections about the person', rows: corrections },
    { what: 'Name and ID in roll calls', rows: rollCalls },
    { what: 'Errors of deliveries to HR, and whom they went to', rows: deliveries },
    ...events,
  ];
}

/**
 * Deletes the copy of the person, matched or not. If the HR system still has them, the next reading copies it again.
 */
async function eraseHrPeople(
  queries: Queries,
  { id: employeeId, companyId }: ReportedEmployee,
  { isNamed }: Naming,
): Promise<number> {
  const rows = await queries.all<{ id: string; number: string; name: string; email: string; owner: number | null }>(
    sql`select hr_people.id, number, name, email, employee_id as owner from hr_people
      left join hr_matches on hr_matches.company_id = hr_people.company_id and person_id = hr_people.id
      where hr_people.company_id = ${companyId}`,
  );
  const theirs = rows.filter(
    ({ id, number, name, email, owner }) =>
      owner === employeeId || (owner === null && [id, number, name, email].some(isNamed)),
  );
  const ids = theirs.map(({ id }) => id);
  return queries.run(sql`delete from hr_people where company_id = ${companyId} and id in (${ids})`);
}

const erasedReason = 'Erased';

/**
 * Replaces codes with meaningless ones, so that the times stay. Devices' lines are deleted, because they may hold a
 * name. An event without a name stays if its code no longer belongs to the person, because it may be assigned to
 * somebody else.
 */
async function eraseCodes(
  queries: Queries,
  codes: readonly string[],
  employee: ReportedEmployee,
): Promise<CountedRows[]> {
  const { id } = employee;
  const pseudonyms = rowsOf(
    { former: 'text', pseudonym: 'text' },
    codes.map((former, index) => ({ former, pseudonym: erasedCode(id, index) })),
  );
  const isTheirs = sql`(attendance.employee_id = ${id} or ${isUnnamedOf(employee)})`;
  const replace = (table: Sql, column: Sql, isRow: Sql, alsoSet = sql``) =>
    queries.run(
      sql`update ${table} set ${column} = pseudonym${alsoSet} from ${pseudonyms} where ${column} = former and ${isRow}`,
    );
  const isOfDevice = sql`device_events.id in (${otherEventsOf(employee)}
    union select device_events.id from attendance join device_events on attendance_id = attendance.id
      where attendance.employee_id = ${id})`;
  const events = await replace(sql`device_events`, sql`code`, isOfDevice, sql`, raw = '', reason = ''`);
  const isAboutThem = sql`(corrections.employee_id = ${id} or (corrections.employee_id is null
    and attendance_id in (select id from attendance where ${isTheirs})))`;
  await replace(sql`corrections`, sql`employee_code`, isAboutThem);
  const attendance = await replace(sql`attendance`, sql`employee_code`, isTheirs);
  return [
    { what: 'Employee ID in attendance records', rows: attendance },
    { what: 'Code and line in events as devices sent them', rows: events },
  ];
}

/** Deletes the account, and with it sessions, roles, companies, saved views, and whatever else belongs to it alone. */
export async function eraseUser(queries: Queries, { person: { id } }: Identity): Promise<CountedRows[]> {
  const count = (rows: Sql) => scalar(queries, sql`select count(*) from ${rows} where user_id = ${id}`);
  const sessions = await count(sql`sessions`);
  const views = await count(sql`saved_views`);
  const accounts = await queries.run(sql`delete from users where id = ${id}`);
  await assertAdministratorRemains(queries);
  return [
    { what: 'The account, with name, e-mail, password and roles', rows: accounts },
    { what: 'Sessions', rows: sessions },
    { what: 'Saved views', rows: views },
  ];
}

interface Texts {
  readonly what: string;
  readonly table: Sql;
  readonly columns: readonly Sql[];
  /** Undefined if no legal hold keeps any of them. */
  readonly isHeld: Sql | undefined;
  /** Removes the person from a text that has no room for a tombstone. */
  without?(text: string, naming: Naming): string;
  /** The records found by searching these texts. */
  readonly searched?: SearchedKind;
}

type Table = keyof typeof heldRows | 'legal_holds' | 'slot_run';

const keeping: Readonly<Partial<Record<Table, Sql>>> = heldRows;

const texts = (what: string, table: Table, ...columns: readonly string[]): Texts => ({
  what,
  table: quotedName(table),
  columns: columns.map(quotedName),
  isHeld: keeping[table],
});

/** Leaves out attendance and devices' events, which are found through the person and their codes. */
export const namedTexts: readonly Texts[] = [
  texts('Corrections', 'corrections', 'author', 'decider', 'reason', 'decision_reason'),
  texts('Balances of others', 'balances', 'reason'),
  texts('Closed months', 'closed_months', 'closed_by', 'reopened_by', 'reopen_reason'),
  texts('Roll calls', 'roll_calls', 'started_by', 'ended_by'),
  texts('Ticks of roll calls', 'roll_call_people', 'ticked_by'),
  texts('Further codes of others', 'employee_codes', 'author'),
  texts('Commands to devices', 'device_commands', 'author', 'answer'),
  texts('Notes of devices', 'device_notes', 'sentence', 'raw'),
  texts('Passkeys of others', 'passkeys', 'name'),
  texts('API tokens of others', 'api_tokens', 'name'),
  texts('Legal holds', 'legal_holds', 'author', 'reason'),
  texts('Results of HR syncs', 'hr_sync_turns', 'last_error', 'wait_reason', 'cancelled_by'),
  texts('Runs of the HR sync', 'slot_run', 'result'),
  texts('Tests and errors of HR connections', 'hr_connections', 'last_test', 'leave_error'),
  texts('Errors of deliveries', 'hr_deliveries', 'last_error'),
  {
    ...texts('Contacts of companies', 'companies', 'contact_email', 'contact_phone'),
    searched: searchedKinds.companies,
  },
  texts('Payroll files', 'payroll_files', 'mailed_to'),
  texts('Templates of payroll files', 'payroll_templates', 'template', 'mail_problem'),
  {
    ...texts('Addresses that payroll files are mailed to', 'payroll_templates', 'mail_to'),
    without: (list, { isNamed }) =>
      addressesIn(list)
        .filter((address) => !isNamed(address))
        .join(', '),
  },
];

export async function eraseTexts(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  const counts: CountedRows[] = [];
  for (const each of namedTexts) {
    let rows = 0;
    for (const column of each.columns) rows += await eraseIn(queries, each, column, naming);
    counts.push({ what: each.what, rows });
  }
  return counts;
}

async function eraseIn(
  queries: Queries,
  { table, without, searched }: Texts,
  column: Sql,
  naming: Naming,
): Promise<number> {
  const matches = await scalars<string>(
    queries,
    // Most rows have no text, such as the errors of deliveries.
    sql`select distinct ${column} from ${table} where ${column} <> '' and ${naming.mayName(column)}`,
  );
  let rows = 0;
  for (const text of matches) {
    const kept = naming.isNamed(text) ? (without?.(text, naming) ?? naming.without(text)) : text;
    if (kept === text) continue;
    const found = searched
      ? await scalars(queries, sql`select id from ${table} where ${column} = ${text} and ${searched.live}`)
      : [];
    rows += await queries.run(sql`update ${table} set ${column} = ${kept} where ${column} = ${text}`);
    if (searched) for (const id of found) await storeWords(queries, searched, id);
  }
  return rows;
}

/** Deletes mails to or naming the person, and other users' saved views that name them. */
export async function eraseMails(queries: Queries, naming: Naming): Promise<CountedRows[]> {
  const mails = await queries.all<{ id: number; recipient: string; subject: string; body: string; last_error: string }>(
    sql`select id, recipient, subject, body, last_error from outbox
      where ${naming.mayName(sql`(recipient || ' ' || subject || ' ' || body || ' ' || last_error)`)}`,
  );
  const theirs = mails.filter(({ id: _, ...parts }) => Object.values(parts).some(naming.isNamed));
  await queries.run(sql`delete from outbox where id in (${theirs.map(({ id }) => id)})`);

  const views = await queries.all<{ id: number; name: string; query: string }>(
    sql`select id, name, query from saved_views`,
  );
  const matches = views.filter(({ name, query }) => naming.isNamed(name) || isInQuery(query, naming));
  await queries.run(sql`delete from saved_views where id in (${matches.map(({ id }) => id)})`);
  return [
    { what: 'E-mails to the person or naming them', rows: theirs.length },
    { what: 'Saved views that name the person', rows: matches.length },
  ];
}

export const isInQuery = (query: string, naming: Naming): boolean =>
  [...new URLSearchParams(query).values()].some(naming.isNamed);

interface Row {
  entry_id: number;
  at: string;
  about_kind: string;
  about_id: number;
  salted: string;
}

/** Erases values about the person from the audit, and values that name them in other entries. The chain stays valid. */
export async function eraseAuditValues(
  queries: Queries,
  { person: { kind, id } }: Identity,
  naming: Naming,
  mayBeNamed: Sql,
): Promise<CountedRows[]> {
  const about = sql`about_kind = ${kind} and about_id = ${id}`;
  const own = await scalars(queries, sql`select entry_id from audit_values where ${about}`);
  await queries.run(sql`delete from audit_values where ${about}`);
  const others = await eraseNamed(queries, naming, mayBeNamed);
  const entries = [...new Set([...own, ...others])];
  // A former hash covers the values without a salt; only the hash before it makes it unique.
  const hashes = [...new Set(entries.flatMap((entry) => [entry - 1, entry]))];
  const former = await queries.run(sql`delete from audit_former_hashes where entry_id in (${hashes})`);
  return [
    { what: 'Audit entries about the person: their personal values', rows: own.length },
    { what: 'Audit entries about others: the values that name the person', rows: others.length },
    { what: 'Hashes of these entries from before version 18', rows: former },
  ];
}

/** Small, because other requests wait meanwhile on SQLite. */
const entriesAtOnce = 5_000;

/**
 * Searches the audit, which may cover years, for values that may name the person. Call it before the transaction.
 * Returns a condition on audit_values that rules out the others: none of them is changed or added to later.
 */
export async function searchAudit(db: Db, naming: Naming): Promise<Sql> {
  const end = await scalar(db, sql`select last_id as "end" from audit_head where id = 1`);
  const found: number[] = [];
  for (let last = 0; last < end; last += entriesAtOnce) {
    const isNext = sql`entry_id > ${last} and entry_id <= ${last + entriesAtOnce}`;
    const named = sql`select entry_id from audit_values where ${isNext} and ${naming.mayName(sql`salted`)}`;
    found.push(...(await scalars(db, named)));
    await setImmediate();
  }
  return sql`(entry_id in (${found}) or entry_id > ${end})`;
}

/** Stores the rest of a row as a new row, because values are never changed. Returns the ids of the entries. */
async function eraseNamed(queries: Queries, naming: Naming, mayBeNamed: Sql): Promise<number[]> {
  const touched: number[] = [];
  const rows = await queries.all<Row>(
    sql`select entry_id, at, about_kind, about_id, salted from audit_values
      where ${mayBeNamed} and ${naming.mayName(sql`salted`)}`,
  );
  for (const row of rows) {
    const values = parseValues(row.salted);
    const kept = values.filter(([, value]) => !naming.isNamed(value));
    if (kept.length === values.length) continue;
    await replace(queries, row, kept);
    touched.push(row.entry_id);
  }
  return touched;
}

async function replace(
  queries: Queries,
  { entry_id, at, about_kind, about_id }: Row,
  kept: readonly SaltedValue[],
): Promise<void> {
  await queries.run(
    sql`delete from audit_values
      where entry_id = ${entry_id} and at = ${at} and about_kind = ${about_kind} and about_id = ${about_id}`,
  );
  if (kept.length === 0) return;
  await queries.run(
    sql`insert into audit_values (entry_id, about_kind, about_id, at, salted)
      values (${entry_id}, ${about_kind}, ${about_id}, ${at}, ${JSON.stringify(kept)})`,
  );
}
