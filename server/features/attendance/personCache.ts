// Caches what was computed from people's days, for everyone who reads from this server: computing the days of thousands
// takes seconds. A person's value is computed again once something has happened to that person. To hold across
// processes, that is read from the database: the changes of attendance, the audit, and the clock.

import { longestShiftHours, toleratedMinutesAhead } from '../../../src/shared/day/pairEvents.ts';
import { SerialQueue } from '../../platform/concurrency/limits.ts';
import { LruMap } from '../../platform/concurrency/lruMap.ts';
import { anyOf, exists, one, type Queries, type Sql, scalar, scalars, sql } from '../../platform/db/db.ts';
import { ignoreUnwritable } from '../../platform/db/errors.ts';
import { type CompaniesMoment, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { numberChanges } from './changes.ts';

interface CachedValues<Value> {
  readonly checkpoint: Checkpoint;
  readonly byPerson: Map<number, { readonly value: Value | undefined; readonly stamp: string }>;
}

interface ValuesRequest extends CompaniesMoment {
  /** Names everything that the values depend on besides the person, the last day and the time zones. */
  readonly key?: string;
  /** Left out if the values are about each company's current day. */
  readonly lastDay?: string;
  /** Ids of employees. */
  readonly people: readonly number[];
  /** Changes with anything else that a person's value depends on. */
  stampOf?(person: number): string;
}

export class PersonCache<Value> {
  readonly #turns = new SerialQueue<Queries>();
  readonly #cached = new WeakMap<Queries, LruMap<string, CachedValues<Value>>>();

  /** Returns the values of these people, computing each once. `compute` leaves out people who have none. */
  getOrCompute(
    queries: Queries,
    { key = '', lastDay = '', people, clocks, now, stampOf = () => '' }: ValuesRequest,
    compute: (missing: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
  ): Promise<ReadonlyMap<number, Value>> {
    return this.#turns.run(queries, async () => {
      const cachedByKey = this.#cached.get(queries) ?? new LruMap(4);
      this.#cached.set(queries, cachedByKey);
      // Days end at different moments where working days or zones differ. A past day stays past.
      const todays = [clocks.ofInstallation, ...clocks.own.values()]
        .map(({ workingDays }) => workingDays.dayOf(instantOf(now)))
        .map((today) => (lastDay !== '' && today > lastDay ? 'later' : today));
      const fullKey = [key, lastDay, clocks.zones, ...todays].join();
      const cached = await upToDate(queries, cachedByKey.get(fullKey), now);
      cachedByKey.set(fullKey, cached);
      const missing = people.filter((id) => cached.byPerson.get(id)?.stamp !== stampOf(id));
      if (missing.length > 0) {
        const computed = await compute(missing);
        for (const id of missing) cached.byPerson.set(id, { value: computed.get(id), stamp: stampOf(id) });
      }
      return new Map(
        people.flatMap((id): [number, Value][] => {
          const value = cached.byPerson.get(id)?.value;
          return value === undefined ? [] : [[id, value]];
        }),
      );
    });
  }
}

async function upToDate<Value>(
  queries: Queries,
  cached: CachedValues<Value> | undefined,
  now: Date,
): Promise<CachedValues<Value>> {
  const checkpoint = await readCheckpoint(queries, now);
  const people = cached ? await changedSince(queries, cached.checkpoint, now) : 'all';
  if (!cached || people === 'all') return { checkpoint, byPerson: new Map() };
  for (const id of people) cached.byPerson.delete(id);
  return { ...cached, checkpoint };
}

/** The last change of attendance and the last audited act as of a moment. */
interface Checkpoint {
  readonly change: number;
  readonly act: number;
  readonly at: Date;
}

/** Call it before reading the days: commits in between are computed once more, and never missed. */
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
/** Acts of the HR sync leave all days as they are, too, whatever they are about. */
const isOfHr = sql`substr(action, 1, 3) = 'hr_'`;

/** Returns whose days may have changed; 'all' if that may be anybody's. */
export async function changedSince(
  queries: Queries,
  { change, act, at }: Checkpoint,
  now: Date,
): Promise<number[] | 'all'> {
  // Changes are deleted after two weeks. If this one is gone, later ones may be, too.
  if (!(await exists(queries, sql`select 1 from attendance_changes where position = ${change}`))) return 'all';
  const changes = sql`attendance_changes where position > ${change}`;
  const erased = await scalar(
    queries,
    // The erased person may be named in anybody's days, for example in an answer.
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
  // Corrections bear the time of their act, which is before the checkpoint's if the clock was set back since.
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

/** An open shift ends without an event when it gets too long, and an event from a fast clock begins to count. */
function passed(from: Date, until: Date, minutes: number): Sql {
  const [earlier, later] = from < until ? [from, until] : [until, from];
  const bounds = [plusMinutes(earlier, minutes - 1), plusMinutes(later, minutes)].map(instantOf);
  return sql`(occurred_at >= ${bounds[0] ?? ''} and occurred_at <= ${bounds[1] ?? ''})`;
}
