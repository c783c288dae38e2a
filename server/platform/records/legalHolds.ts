// Legal holds: while one stands, no data of the person or company that it names is removed. Whatever removes personal
// data, or takes a person's name off it, asks here, under a lock that keeps holds from being placed.

import type { HoldKind, PersonKind } from '../../../src/shared/contract/privacy.ts';
import { type Queries, type Sql, sql } from '../db/db.ts';
import type { Purpose } from '../db/rowLocks.ts';
import { conflict } from '../domainErrors.ts';

export const heldCompanies: Sql = sql`select subject_id from legal_holds where kind = 'companies'`;

/** Employees under a hold, including all of held companies. */
export const heldEmployees: Sql = sql`select subject_id from legal_holds where kind = 'employees'
  union select id from employees where company_id in (${heldCompanies})`;

export const heldUsers: Sql = sql`select subject_id from legal_holds where kind = 'users'`;

/** Whether a code belongs to a held company, or to a held employee of the company. */
export const isHeldCode = (company: Sql, code: Sql): Sql =>
  sql`(${company} in (${heldCompanies})
    or ${code} in (select employee_id from employees where company_id = ${company} and id in (${heldEmployees}))
    or ${code} in (select employee_codes.code from employee_codes
      where employee_codes.company_id = ${company} and employee_codes.employee_id in (${heldEmployees})))`;

/**
 * Locks the holds; call it before reading them. 'rely' keeps holds from being placed or lifted until the transaction
 * ends, and is shared. 'change' is for placing or lifting one, and excludes everyone else until then. A transaction
 * that changes holds locks nothing before, so this may be called at any point.
 */
export async function lockHolds(queries: Queries, to: Purpose): Promise<void> {
  if (queries.dialect === 'sqlite') return;
  const key = sql`'legal_holds'::regclass::oid::bigint`;
  await queries.all(
    to === 'change' ? sql`select pg_advisory_xact_lock(${key})` : sql`select pg_advisory_xact_lock_shared(${key})`,
  );
}

interface Hold {
  readonly kind: HoldKind;
  readonly reason: string;
}

/** Lists holds on a person, and on the company of an employee. They cannot change until the transaction ends. */
export async function holdsOn(queries: Queries, kind: PersonKind, id: number): Promise<Hold[]> {
  await lockHolds(queries, 'rely');
  const isOfCompany = sql`${kind === 'employees'} = true and kind = 'companies'
    and subject_id in (select company_id from employees where id = ${id})`;
  return queries.all<Hold>(
    sql`select kind, reason from legal_holds where (kind = ${kind} and subject_id = ${id}) or (${isOfCompany})
      order by id`,
  );
}

interface Person {
  readonly kind: PersonKind;
  readonly id: number;
  readonly name: string;
}

/**
 * Throws if the person is under a hold. A hold on a company keeps all of its data, whoever it is about. The message
 * leaves out the hold's reason, which is for those who may see holds.
 */
export async function assertNotHeld(queries: Queries, { kind, id, name }: Person): Promise<void> {
  const holds = await holdsOn(queries, kind, id);
  if (holds.some((hold) => hold.kind === kind))
    throw conflict(`A legal hold protects the data of ${name}. Nothing of it can be removed until the hold is lifted`);
}
