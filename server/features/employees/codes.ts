// Finds the employee who has a code: by employee ID, or by a further code that was valid on that day. Codes are text:
// '00042' is not '42'.

import { maybeOne, type Queries, type Sql, sql } from '../../platform/db/db.ts';

/** `day` is a day of business time. Undefined if nobody has the code on it. */
export type EmployeeOf = (code: string, day: string) => number | undefined;

/** A code or employee ID that somebody has. */
export interface CodeOfEmployee {
  readonly company_id: number;
  readonly employee_id: number;
  readonly code: string;
  /** Days of business time, both included; empty means always. */
  readonly valid_from: string;
  readonly valid_until: string;
}

export async function employeesByCode(
  queries: Queries,
  companyId: number,
  codes: readonly string[],
): Promise<EmployeeOf> {
  const [numbers, further] = await Promise.all([
    queries.all<{ code: string; id: number }>(
      sql`select employee_id as code, id from employees
        where company_id = ${companyId} and deleted_at is null and employee_id in (${codes})`,
    ),
    queries.all<Omit<CodeOfEmployee, 'company_id'>>(
      sql`select code, employee_codes.employee_id, valid_from, valid_until
        from employee_codes join employees on employees.id = employee_codes.employee_id
        where employee_codes.company_id = ${companyId} and code in (${codes}) and deleted_at is null
        order by employee_codes.id`,
    ),
  ]);
  const byNumber = new Map(numbers.map(({ code, id }) => [code, id]));
  const byCode = Map.groupBy(further, ({ code }) => code);
  return (code, day) => byNumber.get(code) ?? byCode.get(code)?.find((each) => isValidOn(each, day))?.employee_id;
}

/** Days, both included; empty means always. */
const isValidOn = (
  { valid_from, valid_until }: Pick<CodeOfEmployee, 'valid_from' | 'valid_until'>,
  day: string,
): boolean => valid_from <= day && (valid_until === '' || day <= valid_until);

/** Returns a sentence that says why the employee cannot get the code. No code may stand for two people on one day. */
export async function codeConflict(
  queries: Queries,
  { company_id: companyId, code, valid_from: from, valid_until: until }: CodeOfEmployee,
): Promise<string> {
  if (isErased(code)) return erasedRefusal;
  const number = await maybeOne<{ name: string }>(
    queries,
    sql`select name from employees where company_id = ${companyId} and employee_id = ${code} and deleted_at is null`,
  );
  if (number) return `${code} is the employee ID of ${number.name}`;
  const isThen = sql`(valid_until = '' or valid_until >= ${from})
    and ${until === '' ? sql`true` : sql`valid_from <= ${until}`}`;
  const other = await ownerOfCode(queries, companyId, code, isThen);
  return other ? `${other.name} has the code ${code} at that time` : '';
}

/** Finds an employee who has or had this further code. The condition is on employee_codes and employees. */
export const ownerOfCode = (
  queries: Queries,
  companyId: number,
  code: string,
  condition: Sql,
): Promise<{ name: string } | undefined> =>
  maybeOne(
    queries,
    sql`select name from employee_codes join employees on employees.id = employee_codes.employee_id
      where employee_codes.company_id = ${companyId} and code = ${code} and deleted_at is null
        and ${condition}
      order by employee_codes.id limit 1`,
  );

/** Finds all codes that these employees ever had, including their numbers. */
export async function codesOfEmployees(
  queries: Queries,
  employeeIds: readonly number[],
): Promise<Map<number, string[]>> {
  const rows = await queries.all<{ id: number; code: string }>(
    sql`select id, employee_id as code from employees where id in (${employeeIds})
      union select employee_id as id, code from employee_codes where employee_id in (${employeeIds})`,
  );
  const ofEmployee = Map.groupBy(rows, ({ id }) => id);
  return new Map([...ofEmployee].map(([id, codes]) => [id, codes.map(({ code }) => code)]));
}

/** Replaces an erased person's codes, which stay apart, so that events of the same second stay distinct. */
export const erasedCode = (id: number, index: number): string =>
  index === 0 ? `erased-${id}` : `erased-${id}-${index + 1}`;

/** Every code that begins like this is kept for erased persons: a rule that SQL can state as well. */
export const isErased = (code: string): boolean => code.startsWith('erased-');

/** Condition for attendance records whose code no employee has. Leaves out what stands for erased persons. */
export const isUnknownCode = sql`(attendance.employee_id is null and substr(employee_code, 1, 7) <> 'erased-')`;

/** An employee with such a code would get the erased person's events. */
export const erasedRefusal = 'Such an ID stands for an erased person. Please choose another';
