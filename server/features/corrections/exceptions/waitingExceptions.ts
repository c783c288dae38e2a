// Counts the exceptions of the last two weeks that wait for an answer. Computing the days of thousands of people takes a
// second, and every page shows the number: so the counts of people are kept, and a person's days are computed anew once
// something happened to them. What happened is read from the database, so that it holds for every process: the changes
// of attendance, the audit, and the clock.

import { type Caller, companyScope } from '../../../platform/access/caller.ts';
import { SerialQueue } from '../../../platform/concurrency/limits.ts';
import { LruMap } from '../../../platform/concurrency/lruMap.ts';
import { one, type Queries } from '../../../platform/db/db.ts';
import { ignoreDiskFull } from '../../../platform/db/errors.ts';
import { sql, type Sql } from '../../../platform/db/sql.ts';
import { recentDays } from '../../../platform/records/parameters.ts';
import type { Clocks } from '../../../platform/time/clock.ts';
import { instantOf, plusMinutes } from '../../../platform/time/instants.ts';
import { longestShiftHours, toleratedMinutesAhead } from '../../../../src/shared/day/pairEvents.ts';
import { latestDay } from '../../settings/clocks.ts';
import { numberChanges } from '../../attendance/changes.ts';
import { inboxDays, waitingOf } from './exceptionHandlers.ts';
import { exceptionsOfPeople, exceptionsOfUnknown } from './findExceptions.ts';

interface Reader {
  readonly caller: Caller;
  readonly clocks: Clocks;
  readonly now: Date;
}

/** The last change of attendance and the last audited act that the counts know. */
interface Marks {
  readonly change: number;
  readonly act: number;
}

interface Kept {
  marks: Marks;
  at: Date;
  /** By company and person; those without an exception are left out. */
  readonly companies: Map<number, Map<number, number>>;
  /** People to compute anew, with their company. */
  readonly stale: Map<number, number>;
}

/** Counts for all readers of the server, each person once. */
export function createExceptionCounter(): (queries: Queries, reader: Reader) => Promise<number> {
  const turns = new SerialQueue<'count'>();
  /** By period, of which companies in other time zones have their own, and by the time zones. */
  const counted = new LruMap<string, Kept>(4);

  return (queries, reader) =>
    turns.run('count', async () => {
      const period = recentDays({}, inboxDays, await latestDay(queries, reader));
      const request = { ...reader, filters: {}, period };
      const unknown = await waitingOf(queries, await exceptionsOfUnknown(queries, request));
      const name = `${period.from} ${period.until} ${reader.clocks.zones}`;
      const kept = await upToDate(queries, counted.get(name), reader.now);
      counted.set(name, kept);
      const companies = await companiesOf(queries, reader.caller);
      const missing = companies.filter((id) => !kept.companies.has(id));
      const stale = [...kept.stale].filter(([, company]) => companies.includes(company)).map(([person]) => person);
      if (missing.length + stale.length > 0) {
        const among = sql`(employees.company_id in (${missing}) or employees.id in (${stale}))`;
        const waiting = await waitingOf(queries, await exceptionsOfPeople(queries, request, among));
        for (const id of missing) kept.companies.set(id, new Map());
        for (const id of stale) kept.stale.delete(id);
        for (const { company, person } of waiting) {
          const counts = kept.companies.get(company.id);
          if (counts && person) counts.set(person.id, (counts.get(person.id) ?? 0) + 1);
        }
      }
      const counts = companies.flatMap((id) => [...(kept.companies.get(id)?.values() ?? [])]);
      return counts.reduce((sum, count) => sum + count, unknown.length);
    });
}

async function companiesOf(queries: Queries, caller: Caller): Promise<number[]> {
  const rows = await queries.all<{ id: number }>(
    sql`select id from companies where deleted_at is null and ${companyScope(caller, sql`id`)}`,
  );
  return rows.map(({ id }) => id);
}

/** Reads the marks before anything else: what is committed meanwhile is computed once more, and never missed. */
async function upToDate(queries: Queries, kept: Kept | undefined, now: Date): Promise<Kept> {
  await ignoreDiskFull(numberChanges(queries));
  const marks = await one<Marks>(
    queries,
    sql`select (select max(position) from attendance_changes) as change,
      (select last_id from audit_head where id = 1) as act`,
  );
  const anew = { marks, at: now, companies: new Map(), stale: new Map() };
  if (!kept) return anew;
  const people = await peopleSince(queries, kept, now);
  if (people === 'all') return anew;
  for (const { id, company_id } of people) {
    kept.stale.set(id, company_id);
    for (const counts of kept.companies.values()) counts.delete(id); // perhaps of another company until now
  }
  return Object.assign(kept, { marks, at: now });
}

/** Acts about these subjects change nobody's days; what an act about another one changes is taken for everything. */
const otherSubjects = ['users', 'roles', 'sessions', 'saved_views', 'api_tokens', 'single_sign_on', 'roll_calls'];
const hrSubjects = ['hr_connections', 'hr_sync_configs', 'hr_sync_slots', 'device_commands'];

/** An act is committed this soon after its time. */
const slowestActMinutes = 10;

async function peopleSince(
  queries: Queries,
  { marks, at }: Kept,
  now: Date,
): Promise<{ id: number; company_id: number }[] | 'all'> {
  const changes = sql`attendance_changes where position > ${marks.change}`;
  const { erased } = await one<{ erased: number }>(
    queries,
    sql`select count(*) as erased from ${changes} and kind = 'erased'`,
  );
  const acts = await queries.all<{ subject: string; subject_id: number | null }>(
    sql`select distinct subject, subject_id from audit
      where id > ${marks.act} and subject not in (${[...otherSubjects, ...hrSubjects]})`,
  );
  const edited = acts.flatMap(({ subject, subject_id }) => (subject === 'employees' ? (subject_id ?? []) : []));
  const corrected = acts.filter(({ subject }) => subject === 'corrections');
  if (erased > 0 || edited.length + corrected.length < acts.length) return 'all';
  const ids = [
    sql`select employee_id from attendance where id in (select record_id from ${changes})`,
    sql`select employee_id from attendance
      where ${passed(at, now, -longestShiftHours * 60)} or ${passed(at, now, toleratedMinutesAhead)}`,
  ];
  if (corrected.length > 0) {
    const since = instantOf(plusMinutes(at, -slowestActMinutes));
    ids.push(sql`select employee_id from corrections where created_at >= ${since} or decided_at >= ${since}`);
  }
  const among = ids.map((query) => sql`id in (${query})`).concat(sql`id in (${edited})`);
  return queries.all(sql`select id, company_id from employees where ${anyOf(among)}`);
}

const anyOf = ([first = sql`false`, ...others]: readonly Sql[]): Sql =>
  others.reduce((all, each) => sql`${all} or ${each}`, first);

/** An open shift becomes an exception without an event, and one from a clock that is fast begins to count. */
function passed(from: Date, until: Date, minutes: number): Sql {
  const [earlier, later] = from < until ? [from, until] : [until, from];
  const bounds = [plusMinutes(earlier, minutes - 1), plusMinutes(later, minutes)].map(instantOf);
  return sql`(occurred_at >= ${bounds[0] ?? ''} and occurred_at <= ${bounds[1] ?? ''})`;
}
