// Employees' further codes: the PINs and badges by which devices know them. Assigning a code also names its past
// events; removing it takes the name off them again.

import type { Body, Query } from '../../../../src/shared/contract/calls.ts';
import type { EmployeeCode, UnknownCode } from '../../../../src/shared/contract/codes.ts';
import type { Page } from '../../../../src/shared/contract/decode.ts';
import { type PastEvents, withoutInvisible } from '../../../../src/shared/contract/employees.ts';
import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { byteByByte, type Queries, rowsOf, type Sql, scalar, sql } from '../../../platform/db/db.ts';
import { invalid } from '../../../platform/domainErrors.ts';
import { type Handlers, Reply } from '../../../platform/records/endpoint.ts';
import { assertNotHeld } from '../../../platform/records/legalHolds.ts';
import { pageRequestOf, readPage } from '../../../platform/records/parameters.ts';
import { createRecordWith, deleteRecord, type RecordKind } from '../../../platform/records/recordActions.ts';
import { inNameOrder } from '../../../platform/records/search/searchIndex.ts';
import { asUtc, instantOf } from '../../../platform/time/clock.ts';
import { createCompanyLock, lockCompany } from '../../companies/companyQueries.ts';
import { type CodeOfEmployee, codeConflict, isUnknownCode } from '../../employees/codes.ts';
import { findEmployees } from '../../employees/employeeHandlers.ts';
import { currentClocks } from '../../settings/clocks.ts';
import { joinOwner, nestOwner, type OwnerRow, ownerColumns } from '../../workday/people.ts';
import { linkRecords, unlinkRecords } from './recordsOfCode.ts';

const codes: RecordKind<EmployeeCode> = {
  table: 'employee_codes',
  noun: 'Code',
  lock: createCompanyLock('employee_codes'),
  /** Leaves those of deleted companies as they are. */
  find(queries, caller, ids) {
    const isVisible = sql`companies.deleted_at is null and ${companyScope(caller, sql`employee_codes.company_id`)}`;
    return codesWhere(queries, sql`employee_codes.id in (${ids}) and ${isVisible}`);
  },
};

const noEvents: PastEvents = { changed: 0, stayed: 0, closed_months: [] };

export const codeHandlers = {
  'GET /unknown-codes': ({ db, caller, query }) => listUnknownCodes(db, caller, query),

  'GET /employee-codes': ({ db, caller, query }) => listCodes(db, caller, query),

  async 'POST /employee-codes'(request) {
    const { caller, now } = request;
    const body = validCode(request.body);
    const { record: code, inserted } = await createRecordWith(request, codes, async (queries) => {
      await lockCompany(queries, body.company_id, 'change');
      const [employee] = await findEmployees(queries, caller, [body.employee_id]);
      if (employee?.company_id !== body.company_id)
        throw invalid({ employee_id: 'This employee does not work for the company' });
      const conflict = await codeConflict(queries, body);
      if (conflict !== '') throw invalid({ code: conflict });
      const id = await insertCode(queries, caller, body, now);
      return { id, events: await linkRecords(queries, body, request) };
    });
    const { events } = inserted;
    return new Reply({ code, records: events.changed, past_events: events }, { status: 201 });
  },

  async 'DELETE /employee-codes/{id}'(request) {
    const { params } = request;
    let events = noEvents;
    const ofCompany: RecordKind<EmployeeCode> = {
      ...codes,
      async remove(queries, { company, employee, ...code }) {
        const ofEmployee = { ...code, company_id: company.id, employee_id: employee.id };
        await queries.run(sql`delete from employee_codes where id = ${code.id}`);
        events = await unlinkRecords(queries, ofEmployee, request);
      },
    };
    await deleteRecord(request, ofCompany, params.id, (queries, { employee }) =>
      assertNotHeld(queries, { ...employee, kind: 'employees' }),
    );
    return { past_events: events };
  },
} satisfies Partial<Handlers>;

function validCode({ company_id, employee_id, ...body }: Body<'POST /employee-codes'>): CodeOfEmployee {
  if (company_id === null) throw invalid({ company_id: 'Company is required' });
  if (employee_id === null) throw invalid({ employee_id: 'Please choose an employee' });
  const code = withoutInvisible(body.code);
  if (code === '') throw invalid({ code: 'Code is required' });
  return { ...body, company_id, employee_id, code };
}

function listCodes(queries: Queries, caller: Caller, query: Query<'GET /employee-codes'>): Promise<Page<EmployeeCode>> {
  const { company_id, employee_id, code } = query;
  const filter = sql`${companyScope(caller, sql`employee_codes.company_id`, company_id)}
    and ${employee_id === undefined ? sql`true` : sql`employee_codes.employee_id = ${employee_id}`}
    and ${code === undefined ? sql`true` : sql`code = ${code}`}`;
  const order = sql`order by code${byteByByte}, valid_from, employee_codes.id`;
  const rows = sql`employee_codes where ${filter}`;
  return readPage(queries, pageRequestOf(query), rows, (limit) =>
    codesWhere(
      queries,
      sql`employee_codes.id in (select id from (select id from ${rows} ${order} ${limit}) page) ${order}`,
    ),
  );
}

async function codesWhere(queries: Queries, condition: Sql): Promise<EmployeeCode[]> {
  const rows = await queries.all<OwnerRow & Omit<EmployeeCode, 'company' | 'employee'>>(
    sql`select ${ownerColumns(sql`employee_codes`)}, code, valid_from, valid_until, author, employee_codes.created_at
      from ${joinOwner(sql`employee_codes`)} where ${condition}`,
  );
  return rows.map((row) => ({ ...nestOwner(row), created_at: asUtc(row.created_at) }));
}

const insertCode = (queries: Queries, caller: Caller, code: CodeOfEmployee, now: Date): Promise<number> =>
  scalar(
    queries,
    sql`insert into employee_codes (company_id, code, employee_id, valid_from, valid_until, author, created_at)
      values (${code.company_id}, ${code.code}, ${code.employee_id}, ${code.valid_from}, ${code.valid_until},
        ${caller.name}, ${instantOf(now)})
      returning id`,
  );

interface UnknownRow extends Omit<UnknownCode, 'company' | 'controllers'> {
  company_id: number;
  company_name: string;
}

/** Sorted by number of events, most first. */
async function listUnknownCodes(queries: Queries, caller: Caller, query: Query<'GET /unknown-codes'>) {
  const { company_id, access_controller_id } = query;
  const clocks = await currentClocks(queries);
  const filter = sql`${isUnknownCode} and set_aside_by is null and companies.deleted_at is null
    and ${companyScope(caller, sql`attendance.company_id`, company_id)}
    and ${access_controller_id === undefined ? sql`true` : sql`access_controller_id = ${access_controller_id}`}`;
  const groups = sql`select attendance.company_id, companies.name as company_name, employee_code as code,
      count(*) as events, min(occurred_at) as first_at, max(occurred_at) as last_at
    from attendance join companies on companies.id = attendance.company_id
    where ${filter} group by attendance.company_id, companies.name, employee_code`;
  return readPage(queries, pageRequestOf(query), sql`(${groups}) codes`, async (limit) => {
    const rows = await queries.all<UnknownRow>(
      sql`${groups} order by events desc, employee_code${byteByByte}, attendance.company_id ${limit}`,
    );
    const doors = await controllersOf(queries, rows);
    return rows.map(({ company_id: id, company_name, code, events, first_at, last_at }) => ({
      company: { id, name: company_name },
      code,
      events,
      first_at: clocks.of(id).wallClock(first_at),
      last_at: clocks.of(id).wallClock(last_at),
      controllers: doors(id, code).join(', '),
    }));
  });
}

async function controllersOf(queries: Queries, codes: readonly { company_id: number; code: string }[]) {
  const keys = rowsOf(
    { company: 'bigint', code: 'text' },
    codes.map(({ company_id: company, code }) => ({ company, code })),
  );
  const rows = await queries.all<{ company: number; code: string; name: string }>(
    sql`select distinct company, code, access_controllers.name from ${keys}
        join attendance on attendance.company_id = company and employee_code = code and attendance.employee_id is null
          and set_aside_by is null
        join access_controllers on access_controllers.id = access_controller_id`,
  );
  const names = Map.groupBy(inNameOrder(rows), ({ company, code }) => JSON.stringify([company, code]));
  return (company: number, code: string) => (names.get(JSON.stringify([company, code])) ?? []).map(({ name }) => name);
}
