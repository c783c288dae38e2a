// Legal holds: while one stands, nothing of whom or what it names is removed. Whatever removes personal data, or takes
// a person's name off it, asks here, under a lock that excludes the placing of holds.

import type { HoldKind, PersonKind } from '../../../src/shared/contract/privacy.ts';
import { type Queries, type Sql, sql } from '../db/db.ts';
import type { Purpose } from '../db/rowLocks.ts';
import { conflict } from './domainErrors.ts';

export const heldCompanies: Sql = sql`select subject_id from legal_holds where kind = 'companies'`;

/** Includes those of held companies. */
export const heldEmployees: Sql = sql`select subject_id from legal_holds where kind = 'employees'
  union select id from employees where company_id in (${heldCompanies})`;

export const heldUsers: Sql = sql`select subject_id from legal_holds where kind = 'users'`;

/** Whether a code is one of a held company, or one that a held employee has there. */
export const isHeldCode = (company: Sql, code: Sql): Sql =>
  sql`(${company} in (${heldCompanies})
    or ${code} in (select employee_id from employees where company_id = ${company} and id in (${heldEmployees}))
    or ${code} in (select employee_codes.code from employee_codes
      where employee_codes.company_id = ${company} and employee_codes.employee_id in (${heldEmployees})))`;

/**
 * Locks the holds; call it before they are read. 'rely': until the transaction ends, no hold is placed or lifted;
 * others may rely on them, too. 'change', to place or lift one: nobody else relies on them until then. A transaction
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
 * Throws if a hold is on the person. A hold on a company keeps all of its data, whoever it is about. The reason is for
 * those who may see holds.
 */
export async function assertNotHeld(queries: Queries, { kind, id, name }: Person): Promise<void> {
  const holds = await holdsOn(queries, kind, id);
  if (holds.some((hold) => hold.kind === kind))
    throw conflict(`A legal hold protects the data of ${name}. Nothing of it can be removed until the hold is lifted`);
}
