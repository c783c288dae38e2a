// Stores the people of a company's HR system as last read, and their matches with employees. Matches follow from
// employees, people and choices. Records rejected only for lack of a match wait again once there is one.

import type { HrPerson } from '../../../../src/shared/contract/hrConnections.ts';
import { exists, maybeOne, type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { byName, inNameOrder, searchedKinds } from '../../../platform/records/search/searchIndex.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { requeueRecords } from '../delivery/deliveryQueries.ts';
import { unmatchedPattern } from '../delivery/shipments.ts';
import { type Match, type MatchableEmployee, matchPeople } from './matchPeople.ts';

/** Requires the company's lock. Changes nothing until people have been read. */
export async function rematch(queries: Queries, companyId: number, now: Date): Promise<void> {
  const { matches, stored, people: read } = await loadMatching(queries, companyId);
  if (read.length === 0) return;
  const isSame = ({ employee_id, person_id, matched_by }: StoredMatch) => {
    const match = matches.get(employee_id);
    return match?.person_id === person_id && match.matched_by === matched_by;
  };
  const people = new Set([...matches.values()].map(({ person_id }) => person_id));
  const outdated = stored.filter((match) => (match.is_past ? people.has(match.person_id) : !isSame(match)));
  const unchanged = new Set(stored.filter(isSame).map(({ employee_id }) => employee_id));
  const added = new Map<number, Match>([...matches].filter(([employee]) => !unchanged.has(employee)));
  const withoutMatch = outdated.map(({ employee_id }) => employee_id);
  if (withoutMatch.length > 0) await removeMatches(queries, withoutMatch);
  if (added.size === 0) return;
  await addMatches(queries, companyId, added);
  await requeueUnmatched(queries, companyId, [...added.keys()], now);
}

export async function loadMatching(queries: Queries, companyId: number) {
  const { matchBy } = await findConnection(queries, companyId);
  const employees = await employeesToMatch(queries, companyId);
  const people = await findPeople(queries, companyId);
  const stored = await findMatches(queries, companyId);
  return { employees, people, stored, ...matchPeople(employees, people, matchBy, choicesIn(stored)) };
}

/** The people that somebody chose, by employee. */
export const choicesIn = (stored: readonly StoredMatch[]): Map<number, string> =>
  new Map(
    stored
      .filter(({ matched_by, is_past }) => matched_by === 'chosen' && !is_past)
      .map(({ employee_id, person_id }) => [employee_id, person_id]),
  );

export async function requeueUnmatched(
  queries: Queries,
  companyId: number,
  employees: readonly number[],
  now: Date,
): Promise<void> {
  const records = await scalars(
    queries,
    sql`select attendance.id from attendance join hr_deliveries on attendance_id = attendance.id
      where hr_deliveries.company_id = ${companyId} and state = 'failed' and last_error like ${unmatchedPattern}
        and attendance.employee_id in (${employees})`,
  );
  if (records.length > 0) await requeueRecords(queries, records, now);
}

export async function findPeople(queries: Queries, companyId: number): Promise<HrPerson[]> {
  const people = await queries.all<HrPerson>(
    sql`select id, number, name, email, is_active from hr_people where company_id = ${companyId} order by id`,
    ['is_active'],
  );
  return inNameOrder(people);
}

export const employeesToMatch = (queries: Queries, companyId: number): Promise<MatchableEmployee[]> =>
  queries.all(
    sql`select id, employee_id, name, email from employees
      where company_id = ${companyId} and deleted_at is null ${byName(searchedKinds.employees)}`,
  );

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

/** Whether an employee with a recent or waiting record is unmatched. */
export async function hasUnmatched(queries: Queries, companyId: number, since: Date): Promise<boolean> {
  const isUnmatched = sql`not exists
    (select 1 from hr_matches where hr_matches.employee_id = attendance.employee_id)`;
  return exists(
    queries,
    sql`select 1 from attendance
      where company_id = ${companyId} and occurred_at >= ${instantOf(since)} and employee_id is not null
        and ${isUnmatched}
      union all
      select 1 from hr_deliveries join attendance on attendance.id = attendance_id
      where hr_deliveries.company_id = ${companyId} and state = 'waiting' and ${isUnmatched}
      limit 1`,
  );
}

interface StoredMatch {
  employee_id: number;
  person_id: string;
  matched_by: string;
  /** Whether the employee was deleted; records may still wait. */
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
    [...matches].map(([employee_id, match]) => ({ employee_id, ...match })),
  );
  await queries.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select employee_id, ${companyId}, person_id, matched_by from ${rows} where true`,
  );
}
