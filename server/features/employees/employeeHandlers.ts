// Employees, and companies with their employees. Earlier events with the number of a new employee become theirs, except
// those that decide about days of closed months.

import type { Query } from '../../../src/shared/contract/calls.ts';
import {
  type Employee,
  employeeFields,
  employeeRules,
  type PastEvents,
  withoutInvisible,
} from '../../../src/shared/contract/employees.ts';
import type { Entered } from '../../../src/shared/contract/fields.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { type Caller, can, companyScope } from '../../platform/access/caller.ts';
import type { SignedInActor } from '../../platform/audit/auditLog.ts';
import { exists, type Queries, type Sql, scalar, sql } from '../../platform/db/db.ts';
import { assertLocked } from '../../platform/db/rowLocks.ts';
import { forbidden, invalid } from '../../platform/domainErrors.ts';
import { versionOf } from '../../platform/records/edit.ts';
import { assertValid, type Handlers, Reply } from '../../platform/records/endpoint.ts';
import { columnsOf } from '../../platform/records/fieldColumns.ts';
import { assertNotHeld } from '../../platform/records/legalHolds.ts';
import {
  createRecordWith,
  deleteRecord,
  findOrThrow,
  listRecords,
  markDeleted,
  type RecordKind,
  type SearchedRecordKind,
  updateRecord,
} from '../../platform/records/recordActions.ts';
import type { RecordSelection } from '../../platform/records/search/findPage.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { companyRecord, lockCompany, lockCompanyOf } from '../companies/companyQueries.ts';
import { closedMonthsOfEmployment } from '../workday/closedDays.ts';
import { closedMonthsRefusal } from '../workday/closedMonths.ts';
import { type CodeOfEmployee, erasedRefusal, isErased, ownerOfCode } from './codes.ts';

type EmployeeOfCompany = Employee & { company_id: number };
type Filters = Pick<Query<'GET /employees'>, 'company_id' | 'is_active'>;
type EmployeeFields = Entered<typeof employeeFields>;

const columns = columnsOf('employees', employeeFields);

export const employeeSelection = (caller: Caller, { company_id, is_active }: Filters): RecordSelection => ({
  scope: (_, companyId) => companyScope(caller, companyId, company_id),
  isInOrder: company_id !== undefined || can(caller, 'companies.all'),
  ...(is_active !== undefined && { filter: sql`employees.is_active = ${is_active}` }),
});

export const findEmployees = (queries: Queries, caller: Caller, ids: readonly number[]): Promise<EmployeeOfCompany[]> =>
  employeesWhere(queries, sql`${visible(caller)} and employees.id in (${ids})`, sql``);

/** Sorts by name, for selects. */
const employeesOfCompany = (queries: Queries, caller: Caller, companyId: number): Promise<EmployeeOfCompany[]> =>
  employeesWhere(queries, sql`${visible(caller)} and company_id = ${companyId}`, byName(searchedKinds.employees));

const insertEmployee = (queries: Queries, companyId: number, fields: EmployeeFields, now: Date): Promise<number> =>
  scalar(
    queries,
    sql`insert into employees (company_id, created_at, ${columns.names})
      values (${companyId}, ${instantOf(now)}, ${columns.values(fields)})
      returning id`,
  );

/** `today` is the company's working day: a former department counts for the days before it. */
async function updateEmployee(
  queries: Queries,
  { id, department }: EmployeeOfCompany,
  fields: EmployeeFields,
  today: string,
): Promise<void> {
  await queries.run(sql`update employees set ${columns.assigned(fields)} where id = ${id}`);
  // The trigger that notes the former department knows only the UTC date.
  if (fields.department.trim() !== department)
    await queries.run(
      sql`update former_departments set left_on = ${today}
        where id = (select max(id) from former_departments where employee_id = ${id})`,
    );
}

const visible = (caller: Caller): Sql =>
  sql`employees.deleted_at is null and ${companyScope(caller, sql`employees.company_id`)}`;

async function employeesWhere(queries: Queries, condition: Sql, order: Sql): Promise<EmployeeOfCompany[]> {
  const rows = await queries.all<Omit<EmployeeOfCompany, 'company'> & { company_name: string }>(
    sql`select employees.id, company_id, ${columns.selected}, employees.is_active, companies.name as company_name
      from employees join companies on companies.id = employees.company_id
      where ${condition} ${order}`,
    ['is_active'],
  );
  return rows.map(({ company_name, ...row }) => ({
    ...row,
    company: { name: company_name },
    version: versionOf('PUT /employees/{id}', row),
  }));
}

const employees: SearchedRecordKind<EmployeeOfCompany> = {
  table: 'employees',
  noun: 'Employee',
  edit: 'PUT /employees/{id}',
  searched: searchedKinds.employees,
  find: findEmployees,
  remove: markDeleted('employees'),
  taken: { employee_id: 'This ID is already used in this company' },
};

/** Gives past events with the code to the employee. */
type NameEvents = (queries: Queries, code: CodeOfEmployee, actor: SignedInActor) => Promise<PastEvents>;

export const createEmployeeHandlers = (nameEvents: NameEvents) =>
  ({
    'GET /employees': (request) => listRecords(request, employees, employeeSelection(request.caller, request.query)),

    'GET /employees/{id}': ({ db, caller, params }) => findOrThrow(employees, db, caller, params.id),

    async 'GET /companies/{id}'({ db, caller, params }) {
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      if (!can(caller, 'employees.view')) return company;
      return { ...company, employees: await employeesOfCompany(db, caller, company.id) };
    },

    async 'GET /companies/{id}/employees'({ db, caller, params }) {
      const company = await findOrThrow(companyRecord, db, caller, params.id);
      return employeesOfCompany(db, caller, company.id);
    },

    async 'POST /employees'(request) {
      const { caller, now } = request;
      const { company_id } = request.body;
      if (company_id === null) throw invalid({ company_id: 'Company is required' });
      const code = withoutInvisible(request.body.employee_id);
      const fields = { ...request.body, employee_id: code };
      assertValid(validate(employeeRules, fields));
      const { record, inserted } = await createRecordWith(request, employees, async (queries) => {
        await lockCompany(queries, company_id, 'change');
        await findOrThrow(companyRecord, queries, caller, company_id);
        await assertFreeCode(queries, company_id, code);
        const id = await insertEmployee(queries, company_id, fields, now);
        return { id, events: await nameEvents(queries, alwaysCode(company_id, id, code), request) };
      });
      return new Reply(withEvents(record, inserted.events), { status: 201 });
    },

    async 'PUT /employees/{id}'(request) {
      const { caller, clocks, params, body, now } = request;
      const number = body.employee_id === undefined ? undefined : withoutInvisible(body.employee_id);
      let events: PastEvents | undefined;
      const ofCompany: RecordKind<EmployeeOfCompany> = {
        ...employees,
        async lock(queries) {
          const isSame = sql`select id from employees where id = ${params.id} and employee_id = ${number ?? ''}`;
          // Events of the company may become the employee's.
          const isChanged = number !== undefined && !(await exists(queries, isSame));
          await lockCompanyOf(queries, 'employees', params.id, isChanged ? 'change' : 'rely');
        },
      };
      const employee = await updateRecord(request, ofCompany, params.id, async (queries, before) => {
        events = undefined;
        // Keeps fields beyond the specification that the body leaves out.
        const fields = { ...before, ...body, employee_id: number ?? before.employee_id };
        assertValid(validate(employeeRules, fields));
        const isNumberChanged = fields.employee_id !== before.employee_id;
        if (isNumberChanged && !can(caller, 'employees.edit_id')) {
          throw forbidden("You don't have permission to change employee IDs");
        }
        assertLocked(queries, 'companies', [before.company_id], isNumberChanged ? 'change' : 'rely');
        await assertEmploymentMayChange(queries, before, fields, now);
        if (isNumberChanged) {
          // Under a hold, the former number must stay: unassigned events with it can be known as this employee's.
          await assertNotHeld(queries, { ...before, kind: 'employees' });
          await assertFreeCode(queries, before.company_id, fields.employee_id, before.id);
        }
        const today = clocks.of(before.company_id).workingDays.dayOf(instantOf(now));
        await updateEmployee(queries, before, fields, today);
        const code = alwaysCode(before.company_id, before.id, fields.employee_id);
        if (isNumberChanged) events = await nameEvents(queries, code, request);
      });
      return withEvents(employee, events);
    },

    'DELETE /employees/{id}': (request) => deleteRecord(request, employees, request.params.id),
  }) satisfies Partial<Handlers>;

/** Treats an employee ID as a code without an end: it names the employee on any day. */
const alwaysCode = (company_id: number, employee_id: number, code: string): CodeOfEmployee => {
  return { company_id, employee_id, code, valid_from: '', valid_until: '' };
};

/** Leaves out past events where there are none. */
const withEvents = (employee: EmployeeOfCompany, events: PastEvents | undefined) =>
  events && events.changed + events.stayed > 0 ? { ...employee, past_events: events } : employee;

/** Events outside the employment are exceptions of their days. */
async function assertEmploymentMayChange(
  queries: Queries,
  before: EmployeeOfCompany,
  after: Pick<Employee, 'employed_from' | 'employed_until'>,
  now: Date,
): Promise<void> {
  const dates = ['employed_from', 'employed_until'] as const;
  const changed = dates.filter((date) => (before[date] ?? '') !== (after[date] ?? ''));
  if (changed.length === 0) return;
  const person = { id: before.id, companyId: before.company_id };
  const closed = await closedMonthsOfEmployment(queries, person, employmentOf(before), employmentOf(after), now);
  if (closed.length > 0) throw invalid(Object.fromEntries(changed.map((date) => [date, closedMonthsRefusal(closed)])));
}

const employmentOf = ({ employed_from, employed_until }: Pick<Employee, 'employed_from' | 'employed_until'>) => ({
  employedFrom: employed_from || null,
  employedUntil: employed_until || null,
});

/** Prevents a device's code from meaning two people. */
async function assertFreeCode(queries: Queries, companyId: number, number: string, employeeId = 0): Promise<void> {
  if (isErased(number)) throw invalid({ employee_id: erasedRefusal });
  const owner = await ownerOfCode(queries, companyId, number, sql`employees.id <> ${employeeId}`);
  if (owner) throw invalid({ employee_id: `This ID is a code of ${owner.name}` });
}
