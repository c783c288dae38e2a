// Employees' further codes: the PINs and badges by which devices know them. Assigning a code also names its past
// events; removing one takes the name from them again.

import type { Body, Query } from '../../../../src/shared/contract/calls.ts';
import type { EmployeeCode, UnknownCode } from '../../../../src/shared/contract/codes.ts';
import type { PastEvents } from '../../../../src/shared/contract/employees.ts';
import { lockCompany, lockCompanyOf } from '../../companies/companyQueries.ts';
import { type CodeOfEmployee, codeConflict } from '../../employees/codes.ts';
import { findEmployee } from '../../employees/employeeQueries.ts';
import { invalid } from '../../../platform/records/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { assertNotHeld } from '../../../platform/records/legalHolds.ts';
import { pageOf, type PageRequest, pageRequestOf } from '../../../platform/records/parameters.ts';
import { createRecordWith, deleteRecord, type RecordKind } from '../../../platform/records/recordActions.ts';
import { linkRecords, unlinkRecords } from './recordsOfCode.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { limitTo, rowsOf, sql, type Sql } from '../../../platform/db/sql.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { asUtc, instantOf } from '../../../platform/time/instants.ts';

const codes: RecordKind<EmployeeCode> = {
  table: 'employee_codes',
  noun: 'Code',
  find: findCode,
};

const noEvents: PastEvents = { changed: 0, stayed: 0, closed_months: [] };

/** `changed` is called when attendance records may have changed. */
export const createCodeHandlers = (changed: () => void) =>
  ({
    'GET /unknown-codes': {
      allow: 'attendance.view',
      async handle({ db, caller, query }) {
        const page = pageRequestOf(query);
        const { codes: unknown, total } = await listUnknownCodes(db, caller, query, page);
        return { data: pageOf(unknown, total, page) };
      },
    },

    'GET /employee-codes': {
      allow: 'employees.view',
      async handle({ db, caller, query }) {
        const page = pageRequestOf(query);
        const { codes: known, total } = await listCodes(db, caller, query, page);
        return { data: pageOf(known, total, page) };
      },
    },

    'POST /employee-codes': {
      allow: 'employees.edit',
      async handle(request) {
        const { caller, now } = request;
        const body = validCode(request.body);
        const { record: code, inserted } = await createRecordWith(request, codes, async (queries) => {
          await lockCompany(queries, body.companyId, 'change');
          const employee = await findEmployee(queries, caller, body.employeeId);
          if (employee?.company_id !== body.companyId)
            throw invalid({ employee_id: 'This employee does not work for the company' });
          const period = { from: body.validFrom, until: body.validUntil };
          const conflict = await codeConflict(queries, body.companyId, body.code, period);
          if (conflict !== '') throw invalid({ code: conflict });
          const id = await insertCode(queries, caller, body, now);
          return { id, events: await linkRecords(queries, body, request) };
        });
        changed();
        const { events } = inserted;
        return { data: { code, records: events.changed, past_events: events }, status: 201 };
      },
    },

    'DELETE /employee-codes/{id}': {
      allow: 'employees.edit',
      async handle(request) {
        const { params } = request;
        const ofCompany: RecordKind<EmployeeCode> = {
          ...codes,
          lock: (queries) => lockCompanyOf(queries, 'employee_codes', params.id, 'change'),
        };
        let events = noEvents;
        await deleteRecord(request, ofCompany, params.id, async (queries, code) => {
          await assertNotHeld(queries, { ...code.employee, kind: 'employees' });
          await deleteCode(queries, code.id);
          events = await unlinkRecords(queries, codeOfEmployee(code), request);
        });
        changed();
        return { data: { past_events: events } };
      },
    },
  }) satisfies Partial<Handlers>;

function validCode({ company_id, employee_id, code, valid_from, valid_until }: Body<'POST /employee-codes'>) {
  const trimmed = code.trim();
  if (company_id === null) throw invalid({ company_id: 'Company is required' });
  if (employee_id === null) throw invalid({ employee_id: 'Please choose an employee' });
  return {
    companyId: company_id,
    employeeId: employee_id,
    code: trimmed,
    validFrom: valid_from,
    validUntil: valid_until,
  };
}

const codeOfEmployee = ({ company, employee, code, valid_from, valid_until }: EmployeeCode): CodeOfEmployee => ({
  companyId: company.id,
  employeeId: employee.id,
  code,
  validFrom: valid_from,
  validUntil: valid_until,
});

interface CodeRow {
  id: number;
  company_id: number;
  company_name: string;
  code: string;
  employee: number;
  name: string;
  number: string;
  department: string;
  valid_from: string;
  valid_until: string;
  author: string;
  created_at: string;
}

async function findCode(queries: Queries, caller: Caller, id: number): Promise<EmployeeCode | undefined> {
  const visible = companyScope(caller, sql`employee_codes.company_id`);
  const [code] = await codesWhere(queries, sql`employee_codes.id = ${id} and ${visible}`);
  return code;
}

type CodeFilters = Query<'GET /employee-codes'>;

async function listCodes(
  queries: Queries,
  caller: Caller,
  { company_id, employee_id, code }: CodeFilters,
  { size, offset }: PageRequest,
): Promise<{ codes: EmployeeCode[]; total: number }> {
  const filter = sql`${companyScope(caller, sql`employee_codes.company_id`)}
    and ${company_id === undefined ? sql`true` : sql`employee_codes.company_id = ${company_id}`}
    and ${employee_id === undefined ? sql`true` : sql`employee_codes.employee_id = ${employee_id}`}
    and ${code === undefined ? sql`true` : sql`code = ${code}`}`;
  const order = sql`order by code, valid_from, employee_codes.id`;
  const page = sql`select id from employee_codes where ${filter} ${order} ${limitTo(size, offset)}`;
  const [{ total }, codes] = await Promise.all([
    one<{ total: number }>(queries, sql`select count(*) as total from employee_codes where ${filter}`),
    codesWhere(queries, sql`employee_codes.id in (select id from (${page}) page) ${order}`),
  ]);
  return { codes, total };
}

async function codesWhere(queries: Queries, condition: Sql): Promise<EmployeeCode[]> {
  const rows = await queries.all<CodeRow>(
    sql`select employee_codes.id, employee_codes.company_id, companies.name as company_name, code,
        employees.id as employee, employees.name, employees.employee_id as number, department, valid_from, valid_until,
        author, employee_codes.created_at
      from employee_codes join employees on employees.id = employee_codes.employee_id
        join companies on companies.id = employee_codes.company_id
      where ${condition}`,
  );
  return rows.map(({ id, company_id, company_name, employee, name, number, department, ...row }) => ({
    id,
    company: { id: company_id, name: company_name },
    code: row.code,
    employee: { id: employee, name, employee_id: number, department },
    valid_from: row.valid_from,
    valid_until: row.valid_until,
    author: row.author,
    created_at: asUtc(row.created_at),
  }));
}

interface NewCode {
  readonly companyId: number;
  readonly employeeId: number;
  readonly code: string;
  readonly validFrom: string;
  readonly validUntil: string;
}

async function insertCode(queries: Queries, caller: Caller, code: NewCode, now: Date): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into employee_codes (company_id, code, employee_id, valid_from, valid_until, author, created_at)
      values (${code.companyId}, ${code.code}, ${code.employeeId}, ${code.validFrom}, ${code.validUntil},
        ${caller.name}, ${instantOf(now)})
      returning id`,
  );
  return id;
}

async function deleteCode(queries: Queries, id: number): Promise<void> {
  await queries.run(sql`delete from employee_codes where id = ${id}`);
}

interface UnknownRow {
  company_id: number;
  company_name: string;
  code: string;
  events: number;
  first_at: string;
  last_at: string;
}

/** Sorted by number of events, most first. */
async function listUnknownCodes(
  queries: Queries,
  caller: Caller,
  { company_id, access_controller_id }: Query<'GET /unknown-codes'>,
  { size, offset }: PageRequest,
): Promise<{ codes: UnknownCode[]; total: number }> {
  const clocks = await currentClocks(queries);
  const filter = sql`attendance.employee_id is null and set_aside_by is null and companies.deleted_at is null
    and ${companyScope(caller, sql`attendance.company_id`)}
    and ${company_id === undefined ? sql`true` : sql`attendance.company_id = ${company_id}`}
    and ${access_controller_id === undefined ? sql`true` : sql`access_controller_id = ${access_controller_id}`}`;
  const groups = sql`select attendance.company_id, companies.name as company_name, employee_code as code,
      count(*) as events, min(occurred_at) as first_at, max(occurred_at) as last_at
    from attendance join companies on companies.id = attendance.company_id
    where ${filter} group by attendance.company_id, companies.name, employee_code`;
  const { total } = await one<{ total: number }>(queries, sql`select count(*) as total from (${groups}) codes`);
  const rows = await queries.all<UnknownRow>(
    sql`${groups} order by events desc, code, attendance.company_id ${limitTo(size, offset)}`,
  );
  const doors = await controllersOf(queries, rows);
  const codes = rows.map(({ company_id: id, company_name, code, events, first_at, last_at }) => ({
    company: { id, name: company_name },
    code,
    events,
    first_at: clocks.of(id).wallClock(first_at),
    last_at: clocks.of(id).wallClock(last_at),
    controllers: doors(id, code).join(', '),
  }));
  return { codes, total };
}

async function controllersOf(queries: Queries, codes: readonly { company_id: number; code: string }[]) {
  const keys = rowsOf(
    { company: 'bigint', code: 'text' },
    codes.map(({ company_id: company, code }) => ({ company, code })),
  );
  const rows = await queries.all<{ company: number; code: string; name: string }>(
    sql`select distinct company, code, access_controllers.name from ${keys}
        join attendance on attendance.company_id = company and employee_code = code and attendance.employee_id is null
        join access_controllers on access_controllers.id = access_controller_id
      order by access_controllers.name`,
  );
  const names = Map.groupBy(rows, ({ company, code }) => JSON.stringify([company, code]));
  return (company: number, code: string) => (names.get(JSON.stringify([company, code])) ?? []).map(({ name }) => name);
}
