// The people whom companies' HR systems have, as they were last read, and whom of the employees they are.

import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { Match, MatchableEmployee } from './matchPeople.ts';

export const findPeople = (queries: Queries, companyId: number): Promise<HrPerson[]> =>
  queries.all(
    sql`select id, number, name, email, is_active from hr_people where company_id = ${companyId} order by name, id`,
    ['is_active'],
  );

export const employeesToMatch = (queries: Queries, companyId: number): Promise<MatchableEmployee[]> =>
  queries.all(
    sql`select id, employee_id, name, email from employees
      where company_id = ${companyId} and deleted_at is null order by name, id`,
  );

export async function replacePeople(
  queries: Queries,
  companyId: number,
  people: readonly HrPerson[],
  now: Date,
): Promise<void> {
  const rows = rowsOf(
    { id: 'text', number: 'text', name: 'text', email: 'text', is_active: 'boolean' },
    people.map(({ id, number, name, email, is_active }) => ({ id, number, name, email, is_active })),
  );
  await queries.run(sql`delete from hr_people where company_id = ${companyId}`);
  await queries.run(
    sql`insert into hr_people (company_id, id, number, name, email, is_active)
      select ${companyId}, id, number, name, email, is_active from ${rows} where true`,
  );
  await queries.run(sql`update hr_connections set people_read_at = ${instantOf(now)} where company_id = ${companyId}`);
}

export async function noteReading(queries: Queries, companyId: number, now: Date): Promise<void> {
  await queries.run(sql`update hr_connections set people_tried_at = ${instantOf(now)} where company_id = ${companyId}`);
}

interface Readings {
  people_read_at: string | null;
  people_tried_at: string | null;
}

export async function findReadings(queries: Queries, companyId: number): Promise<Readings> {
  const row = await maybeOne<Readings>(
    queries,
    sql`select people_read_at, people_tried_at from hr_connections where company_id = ${companyId}`,
  );
  return row ?? { people_read_at: null, people_tried_at: null };
}

/** Whether somebody with a record since then, or with one that waits, is not matched. */
export async function hasUnmatched(queries: Queries, companyId: number, since: Date): Promise<boolean> {
  const isUnmatched = sql`not exists
    (select 1 from hr_matches where hr_matches.employee_id = attendance.employee_id)`;
  const row = await maybeOne(
    queries,
    sql`select 1 from attendance
      where company_id = ${companyId} and occurred_at >= ${instantOf(since)} and employee_id is not null
        and ${isUnmatched}
      union all
      select 1 from hr_deliveries join attendance on attendance.id = attendance_id
      where hr_deliveries.company_id = ${companyId} and state = 'waiting' and ${isUnmatched}
      limit 1`,
  );
  return row !== undefined;
}

export interface StoredMatch {
  employee_id: number;
  person_id: string;
  matched_by: string;
  /** Of an employee who was deleted: their records may still wait. */
  is_past: boolean;
}

export const findMatches = (queries: Queries, companyId: number): Promise<StoredMatch[]> =>
  queries.all(
    sql`select hr_matches.employee_id, person_id, matched_by, employees.deleted_at is not null as is_past
      from hr_matches join employees on employees.id = hr_matches.employee_id
      where hr_matches.company_id = ${companyId}`,
    ['is_past'],
  );

export async function removeMatches(queries: Queries, employees: readonly number[]): Promise<void> {
  await queries.run(sql`delete from hr_matches where employee_id in (${employees})`);
}

export async function addMatches(
  queries: Queries,
  companyId: number,
  matches: ReadonlyMap<number, Match>,
): Promise<void> {
  const rows = rowsOf(
    { employee_id: 'bigint', person_id: 'text', matched_by: 'text' },
    [...matches].map(([employee_id, { personId, matchedBy }]) => ({
      employee_id,
      person_id: personId,
      matched_by: matchedBy,
    })),
  );
  await queries.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select employee_id, ${companyId}, person_id, matched_by from ${rows} where true`,
  );
}
