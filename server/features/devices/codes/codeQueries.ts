// Further codes of employees, and the codes that devices send and nobody has.

import type { Query } from '../../../../src/shared/contract/calls.ts';
import type { EmployeeCode, UnknownCode } from '../../../../src/shared/contract/codes.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { companyScope } from '../../../platform/access/companyScope.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { limitTo } from '../../../platform/db/limit.ts';
import { rowsOf, type Sql, sql } from '../../../platform/db/sql.ts';
import type { PageRequest } from '../../../platform/records/pagination.ts';
import { currentBusinessTime } from '../../settings/settingQueries.ts';
import { asUtc, instantOf } from '../../../platform/time/instants.ts';

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

export async function findCode(queries: Queries, caller: Caller, id: number): Promise<EmployeeCode | undefined> {
  const visible = companyScope(caller, sql`employee_codes.company_id`);
  const [code] = await codesWhere(queries, sql`employee_codes.id = ${id} and ${visible}`);
  return code;
}

type CodeFilters = Query<'GET /employee-codes'>;

export async function listCodes(
  queries: Queries,
  caller: Caller,
  { company_id, employee_id, code }: CodeFilters,
  { size, offset }: PageRequest,
): Promise<{ codes: EmployeeCode[]; total: number }> {
  const asked = sql`${companyScope(caller, sql`employee_codes.company_id`)}
    and ${company_id === undefined ? sql`true` : sql`employee_codes.company_id = ${company_id}`}
    and ${employee_id === undefined ? sql`true` : sql`employee_codes.employee_id = ${employee_id}`}
    and ${code === undefined ? sql`true` : sql`code = ${code}`}`;
  const order = sql`order by code, valid_from, employee_codes.id`;
  const page = sql`select id from employee_codes where ${asked} ${order} ${limitTo(size, offset)}`;
  const [{ total }, codes] = await Promise.all([
    one<{ total: number }>(queries, sql`select count(*) as total from employee_codes where ${asked}`),
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

export async function insertCode(queries: Queries, caller: Caller, code: NewCode, now: Date): Promise<number> {
  const { id } = await one<{ id: number }>(
    queries,
    sql`insert into employee_codes (company_id, code, employee_id, valid_from, valid_until, author, created_at)
      values (${code.companyId}, ${code.code}, ${code.employeeId}, ${code.validFrom}, ${code.validUntil},
        ${caller.name}, ${instantOf(now)})
      returning id`,
  );
  return id;
}

export async function deleteCode(queries: Queries, id: number): Promise<void> {
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

/** Those with the most events first. */
export async function listUnknownCodes(
  queries: Queries,
  caller: Caller,
  { company_id, access_controller_id }: Query<'GET /unknown-codes'>,
  { size, offset }: PageRequest,
): Promise<{ codes: UnknownCode[]; total: number }> {
  const { wallClock } = await currentBusinessTime(queries);
  const asked = sql`attendance.employee_id is null and set_aside_by is null and companies.deleted_at is null
    and ${companyScope(caller, sql`attendance.company_id`)}
    and ${company_id === undefined ? sql`true` : sql`attendance.company_id = ${company_id}`}
    and ${access_controller_id === undefined ? sql`true` : sql`access_controller_id = ${access_controller_id}`}`;
  const groups = sql`select attendance.company_id, companies.name as company_name, employee_code as code,
      count(*) as events, min(occurred_at) as first_at, max(occurred_at) as last_at
    from attendance join companies on companies.id = attendance.company_id
    where ${asked} group by attendance.company_id, companies.name, employee_code`;
  const { total } = await one<{ total: number }>(queries, sql`select count(*) as total from (${groups}) codes`);
  const rows = await queries.all<UnknownRow>(
    sql`${groups} order by events desc, code, attendance.company_id ${limitTo(size, offset)}`,
  );
  const doors = await controllersOf(queries, rows);
  const codes = rows.map(({ company_id: id, company_name, code, events, first_at, last_at }) => ({
    company: { id, name: company_name },
    code,
    events,
    first_at: wallClock(first_at),
    last_at: wallClock(last_at),
    controllers: doors(id, code).join(', '),
  }));
  return { codes, total };
}

async function controllersOf(queries: Queries, codes: readonly { company_id: number; code: string }[]) {
  const wanted = rowsOf(
    { company: 'bigint', code: 'text' },
    codes.map(({ company_id: company, code }) => ({ company, code })),
  );
  const rows = await queries.all<{ company: number; code: string; name: string }>(
    sql`select distinct company, code, access_controllers.name from ${wanted}
        join attendance on attendance.company_id = company and employee_code = code and attendance.employee_id is null
        join access_controllers on access_controllers.id = access_controller_id
      order by access_controllers.name`,
  );
  const names = Map.groupBy(rows, ({ company, code }) => JSON.stringify([company, code]));
  return (company: number, code: string) => (names.get(JSON.stringify([company, code])) ?? []).map(({ name }) => name);
}
