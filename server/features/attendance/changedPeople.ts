// Tells whose working days may have become others since a moment, for what is kept of days between requests. It is read
// from the database, so that it holds for every process: from the changes of attendance, the audit, and the clock.

import { longestShiftHours, toleratedMinutesAhead } from '../../../src/shared/day/pairEvents.ts';
import { exists, one, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { ignoreUnwritable } from '../../platform/db/errors.ts';
import { instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { numberChanges } from './changes.ts';

/** The last change of attendance and the last audited act at a moment. */
export interface Checkpoint {
  readonly change: number;
  readonly act: number;
  readonly at: Date;
}

/** Read it before the days: what is committed meanwhile is computed once more, and never missed. */
export async function readCheckpoint(queries: Queries, now: Date): Promise<Checkpoint> {
  await ignoreUnwritable(numberChanges(queries));
  const marks = await one<{ change: number; act: number }>(
    queries,
    sql`select (select max(position) from attendance_changes) as change,
      (select last_id from audit_head where id = 1) as act`,
  );
  return { ...marks, at: now };
}

/** Acts on these subjects leave all days as they are. An act on any other may have changed them. */
const otherSubjects = [
  ...['users', 'roles', 'sessions', 'saved_views', 'api_tokens', 'single_sign_on', 'roll_calls', 'digests', 'payroll'],
  ...['company_urls', 'closed_months', 'device_commands'],
  // The changes of attendance tell whose records an act changed.
  'attendance',
  // Values that depend on leave have it in their stamp.
  ...['leaves', 'balances'],
];
/** So do these, whatever they are about: a sync is of a company. */
const isOfHr = sql`substr(action, 1, 3) = 'hr_'`;

/** Answers 'all' where anybody's days may have changed. */
export async function changedSince(
  queries: Queries,
  { change, act, at }: Checkpoint,
  now: Date,
): Promise<number[] | 'all'> {
  // Changes are deleted after two weeks. Where this one is gone, later ones may be gone, too.
  if (!(await exists(queries, sql`select 1 from attendance_changes where position = ${change}`))) return 'all';
  const changes = sql`attendance_changes where position > ${change}`;
  const erased = await scalar(
    queries,
    // The erased person may be named in anybody's days, such as for an answer.
    sql`select (select count(*) from ${changes} and kind = 'erased')
      + (select count(*) from audit where id > ${act} and action = 'privacy.erase') as erased`,
  );
  // Not grouped: SQLite would read the whole audit for the order of the groups.
  const acts = await queries.all<{ subject: string; subject_id: number | null; at: string }>(
    sql`select subject, subject_id, at from audit
      where id > ${act} and subject not in (${otherSubjects}) and not ${isOfHr}`,
  );
  const idsOf = (...subjects: readonly string[]) =>
    acts.flatMap(({ subject, subject_id }) => (subjects.includes(subject) ? (subject_id ?? []) : []));
  const edited = idsOf('employees');
  const companies = idsOf('companies', 'day_rules', 'free_days');
  const corrected = acts.flatMap((one) => (one.subject === 'corrections' ? one.at : []));
  if (erased > 0 || edited.length + companies.length + corrected.length < acts.length) return 'all';
  const ids = [
    sql`select employee_id from attendance where id in (select record_id from ${changes})`,
    sql`select employee_id from attendance
      where ${passed(at, now, -longestShiftHours * 60)} or ${passed(at, now, toleratedMinutesAhead)}`,
  ];
  // They have the time of their act, which is before the checkpoint's if the clock was set back since.
  const [since] = corrected.sort();
  if (since !== undefined)
    ids.push(sql`select employee_id from corrections where created_at >= ${since} or decided_at >= ${since}`);
  const among = [
    ...ids.map((query) => sql`id in (${query})`),
    sql`id in (${edited})`,
    sql`company_id in (${companies})`,
  ];
  return scalars(queries, sql`select id from employees where ${anyOf(among)}`);
}

const anyOf = ([first = sql`false`, ...others]: readonly Sql[]): Sql =>
  others.reduce((all, each) => sql`${all} or ${each}`, first);

/** An open shift ends without an event when it is too long, and an event of a clock that is fast begins to count. */
function passed(from: Date, until: Date, minutes: number): Sql {
  const [earlier, later] = from < until ? [from, until] : [until, from];
  const bounds = [plusMinutes(earlier, minutes - 1), plusMinutes(later, minutes)].map(instantOf);
  return sql`(occurred_at >= ${bounds[0] ?? ''} and occurred_at <= ${bounds[1] ?? ''})`;
}
