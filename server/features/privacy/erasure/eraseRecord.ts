// Erases the record of an employee or a user, and what belongs to it. The times of attendance stay under a tombstone.

import { employeeFields } from '../../../../src/shared/contract/employees.ts';
import { mapFields } from '../../../../src/shared/contract/fields.ts';
import type { CountedRows } from '../../../../src/shared/contract/privacy.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { named, rowsOf, sql, type Sql } from '../../../platform/db/sql.ts';
import { columnsOf } from '../../../platform/records/fieldColumns.ts';
import { forgetWords } from '../../../platform/records/search/searchIndex.ts';
import { searchedKinds } from '../../../platform/records/search/searchedKinds.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { hasCodeOf } from '../report/employeeSources.ts';
import type { ReportedEmployee } from '../report/person.ts';
import type { Identity } from './identity.ts';
import { assertAdministratorRemains } from '../../people/grantRules.ts';

const columns = columnsOf('employees', employeeFields);
const empty = mapFields(employeeFields, () => '');

export async function eraseEmployee(
  queries: Queries,
  identity: Identity,
  employee: ReportedEmployee,
  now: Date,
): Promise<CountedRows[]> {
  const { tombstone } = identity;
  const { id, companyId: company } = employee;
  const events = await eraseCodes(queries, identity.codes, employee);
  const hrPeople = await queries.run(
    sql`delete from hr_people where company_id = ${company}
      and id in (select person_id from hr_matches where employee_id = ${id})`,
  );
  const matches = await queries.run(sql`delete from hr_matches where employee_id = ${id}`);
  const codes = await queries.run(sql`delete from employee_codes where employee_id = ${id}`);
  const corrections = await queries.run(
    sql`update corrections set reason = ${erasedReason}, decision_reason = '' where employee_id = ${id}`,
  );
  const rollCalls = await queries.run(
    sql`update roll_call_people set name = ${tombstone}, employee_number = '', department = ''
      where employee_id = ${id}`,
  );
  const deliveries = await queries.run(
    sql`update hr_deliveries set last_error = ''
      where last_error <> '' and attendance_id in (select id from attendance where employee_id = ${id})`,
  );
  await forgetWords(queries, searchedKinds.employees, sql`record_id = ${id}`);
  await queries.run(
    sql`update employees set ${columns.assigned({ ...empty, name: tombstone, employee_id: codeOf(id, 0) })},
        is_active = false, sort_name = '', deleted_at = coalesce(deleted_at, ${instantOf(now)})
      where id = ${id}`,
  );
  let expected = 0;
  // The change of the department has just become a former one.
  for (const table of ['week_patterns', 'leaves', 'balances', 'former_departments'])
    expected += await queries.run(sql`delete from ${named(table)} where employee_id = ${id}`);
  return [
    { what: 'Name, employee ID, contact data, department and position', rows: 1 },
    { what: 'Further codes', rows: codes },
    { what: 'Week patterns, leave, balances and former departments', rows: expected },
    { what: 'Match with the HR system', rows: matches },
    { what: 'Copy of the person in the HR system', rows: hrPeople },
    { what: 'Reasons of corrections about the person', rows: corrections },
    { what: 'Name and ID in roll calls', rows: rollCalls },
    { what: 'Errors of deliveries to HR', rows: deliveries },
    ...events,
  ];
}

const erasedReason = 'Erased';

/** Tells the person's former codes apart, so that events at the same second stay different. */
const codeOf = (id: number, index: number): string => (index === 0 ? `erased-${id}` : `erased-${id}-${index + 1}`);

/**
 * Replaces codes with ones that say nothing, so that the times stay. Devices' lines are deleted: they may hold a name.
 */
async function eraseCodes(
  queries: Queries,
  codes: readonly string[],
  employee: ReportedEmployee,
): Promise<CountedRows[]> {
  const { id, companyId } = employee;
  const pseudonyms = rowsOf(
    { former: 'text', pseudonym: 'text' },
    codes.map((former, index) => ({ former, pseudonym: codeOf(id, index) })),
  );
  const isTheirs = sql`(employee_id = ${id} or (employee_id is null and company_id = ${companyId}))`;
  const isOfDevice = sql`(attendance_id in (select id from attendance where employee_id = ${id})
    or (attendance_id is null and ${hasCodeOf(employee)}
      and controller_id in (select id from access_controllers where company_id = ${companyId})))`;
  const replace = (table: Sql, column: Sql, isRow: Sql, alsoSet = sql``) =>
    queries.run(
      sql`update ${table} set ${column} = pseudonym${alsoSet} from ${pseudonyms} where ${column} = former and ${isRow}`,
    );
  const events = await replace(sql`device_events`, sql`code`, isOfDevice, sql`, raw = '', reason = ''`);
  await replace(sql`corrections`, sql`employee_code`, isTheirs);
  const attendance = await replace(sql`attendance`, sql`employee_code`, isTheirs);
  return [
    { what: 'Employee ID in attendance records', rows: attendance },
    { what: 'Code and line in events as devices sent them', rows: events },
  ];
}

/**
 * Deletes the account. With it go its sessions, roles, companies, saved views, and whatever else belongs to it alone.
 */
export async function eraseUser(queries: Queries, { person: { id } }: Identity): Promise<CountedRows[]> {
  const count = async (rows: Sql) =>
    (await one<{ total: number }>(queries, sql`select count(*) as total from ${rows} where user_id = ${id}`)).total;
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
