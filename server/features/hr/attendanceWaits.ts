// Finds what keeps Rollcall from telling an HR system that computes attendance itself that all records have arrived: if
// told too early, it would mark people absent for good while their records are on the way. Each run stores these waits,
// and somebody may lift one.

import type { HrSyncCompanyStatus } from '../../../src/shared/contract/hr.ts';
import { dateTitle } from '../../../src/shared/words/dates.ts';
import { moment, shortMoment } from '../../../src/shared/words/moment.ts';
import { plural } from '../../../src/shared/words/plural.ts';
import {
  type Db,
  groupRows,
  maybeOne,
  one,
  type Queries,
  rowsOf,
  type Sql,
  scalar,
  sql,
} from '../../platform/db/db.ts';
import { asUtc, type Clocks, type CompanyMoment, dateOf, instantOf, plusMinutes } from '../../platform/time/clock.ts';
import { cameAt } from '../controllers/controllerQueries.ts';
import { loadVitals, silenceOf } from '../controllers/device/vitals.ts';
import { clockOf, currentClocks } from '../settings/clocks.ts';
import { type Connector, type Finding, good, warning } from './connectors/connector.ts';
import { planOfDay } from './plan/loadDay.ts';
import { plannedRecords } from './plan/planDay.ts';
import { type Decision, isSentLater } from './plan/types.ts';
import { daysOfRun } from './slots.ts';
import { wallClockOf } from './syncResult.ts';

interface AttendanceWait {
  readonly kind: 'record' | 'days' | 'door' | 'person';
  readonly subjectId: number;
  /** Nothing from this instant on may be reported as complete. */
  readonly since: string;
}

/** The HR system has computed everything before `openSince`. */
export async function findWaits(
  queries: Queries,
  companyId: number,
  { people }: Pick<Connector, 'people'>,
  openSince: string,
  { clock, now }: CompanyMoment,
): Promise<AttendanceWait[]> {
  return [
    ...(await firstToCome(queries, companyId, openSince, { clock, now })),
    ...(await silentDoors(queries, companyId, now)),
    ...(people ? await unmatchedPeople(queries, companyId, openSince, now) : []),
  ];
}

/** Finds the first record that is still to be sent. */
async function firstToCome(
  queries: Queries,
  companyId: number,
  openSince: string,
  { clock, now }: CompanyMoment,
): Promise<AttendanceWait[]> {
  const [firstOfRun = ''] = daysOfRun(clock, now);
  for await (const { day, from } of daysWithRecords(queries, companyId, openSince, { clock, now })) {
    const plan = await planOfDay(queries, companyId, day, { clock, now });
    const [missing] = plannedRecords(plan)
      .filter(({ record, decision }) => record.occurred_at >= from && isStillToCome(decision))
      .map(({ record }) => record)
      .sort((one, other) => (one.occurred_at < other.occurred_at ? -1 : 1));
    if (!missing) continue;
    const kind = missing.delivery === 'none' && day < firstOfRun ? 'days' : 'record';
    return [{ kind, subjectId: missing.id, since: missing.occurred_at }];
  }
  return [];
}

/** Days with events since then, each with its first instant that counts. */
async function* daysWithRecords(
  queries: Queries,
  companyId: number,
  since: string,
  { clock, now }: CompanyMoment,
): AsyncGenerator<{ day: string; from: string; until: string }> {
  const { dayOf, endOf } = clock.workingDays;
  for (let from = since; ; ) {
    const next = await maybeOne<{ at: string }>(
      queries,
      sql`select occurred_at as at from attendance
        where company_id = ${companyId} and occurred_at >= ${from} and occurred_at <= ${instantOf(now)}
        order by occurred_at limit 1`,
    );
    if (!next) return;
    const day = dayOf(next.at);
    yield { day, from, until: endOf(day) };
    from = endOf(day);
  }
}

/** Leaves out records held back for other reasons: they never reach the HR system, or only after somebody acts. */
const isStillToCome = (decision: Decision): boolean =>
  decision.kind === 'send' ||
  (decision.kind === 'held' && (isSentLater(decision.reason) || decision.reason === 'delivery_failed'));

/** Finds silent doors as Who Is In shows them; those that never sent an event, since they were added or came here. */
async function silentDoors(queries: Queries, companyId: number, now: Date): Promise<AttendanceWait[]> {
  const doors = await queries.all<{ id: number; added_at: string }>(
    sql`select id, ${cameAt} as added_at from access_controllers
      where company_id = ${companyId} and deleted_at is null and is_active = true order by id`,
  );
  const ids = doors.map(({ id }) => id);
  const vitals = await loadVitals(queries, ids, { clocks: await currentClocks(queries), now });
  return doors.flatMap(({ id, added_at }): AttendanceWait[] => {
    const doorVitals = vitals.get(id);
    const wasNeverHeard = !doorVitals || (doorVitals.lastEventAt === null && !doorVitals.calls);
    const since = wasNeverHeard ? added_at : silenceOf(doorVitals, now)?.since;
    return since === undefined ? [] : [{ kind: 'door', subjectId: id, since }];
  });
}

async function unmatchedPeople(
  queries: Queries,
  companyId: number,
  openSince: string,
  now: Date,
): Promise<AttendanceWait[]> {
  const rows = await queries.all<{ id: number; since: string }>(
    sql`select employees.id, min(occurred_at) as since from attendance
        join employees on employees.id = attendance.employee_id
      where attendance.company_id = ${companyId} and employees.deleted_at is null and set_aside_by is null
        and occurred_at >= ${openSince} and occurred_at <= ${instantOf(now)}
        and not exists (select 1 from hr_matches where hr_matches.employee_id = employees.id)
      group by employees.id order by since, employees.id`,
  );
  return rows.map(({ id, since }) => ({ kind: 'person', subjectId: id, since }));
}

/** Test Connection's finding about unsent records too old for the schedule, whose people would count as absent. */
export async function olderRecordsFinding(
  queries: Queries,
  companyId: number,
  openSince: string,
  now: Date,
): Promise<Finding> {
  const clock = await clockOf(queries, companyId);
  const [firstOfRun = ''] = daysOfRun(clock, now);
  const older = plusMinutes(dateOf(clock.startOf(firstOfRun)), -1);
  const neverSent: { day: string; records: number }[] = [];
  const days = daysWithRecords(queries, companyId, openSince, { clock, now: older });
  for await (const { day, from, until } of days) {
    if (day >= firstOfRun) break;
    const { records, queued } = await one<{ records: number; queued: number }>(
      queries,
      sql`select count(*) as records, count(case when hr_state <> 'not_queued' then 1 end) as queued
        from attendance where company_id = ${companyId} and occurred_at >= ${from} and occurred_at < ${until}`,
    );
    if (queued === 0) neverSent.push({ day, records });
  }
  const [first, last] = [neverSent[0], neverSent.at(-1)];
  const what = 'Older records';
  if (!first || !last) return good(what, 'All days that count were sent');
  const total = neverSent.reduce((sum, { records }) => sum + records, 0);
  const says =
    `${plural(total, 'record')} on ${plural(neverSent.length, 'day')}, from ${first.day} to ${last.day}, were never sent. Sync these days first, or` +
    ' let automatic attendance begin later: until then it waits';
  return warning(what, says);
}

/**
 * Stores the current waits and deletes those that ended, so that the next silence of a door counts again. Returns the
 * start of the oldest wait that has not been lifted; null if there is none.
 */
export const storeWaits = (db: Db, companyId: number, waits: readonly AttendanceWait[]): Promise<string | null> =>
  db.tx(async (queries) => {
    const ofCompany = sql`hr_attendance_waits.company_id = ${companyId}`;
    const currentWaits = rowsOf(
      { kind: 'text', subject_id: 'bigint', since: 'timestamp(0)' },
      waits.map(({ kind, subjectId, since }) => ({ kind, subject_id: subjectId, since })),
    );
    await queries.run(
      sql`delete from hr_attendance_waits where ${ofCompany} and not (${isStillUnmatched})
        and not exists (select 1 from ${currentWaits}
          where rows.kind = hr_attendance_waits.kind and rows.subject_id = hr_attendance_waits.subject_id)`,
    );
    await queries.run(
      sql`insert into hr_attendance_waits (company_id, kind, subject_id, since)
        select ${companyId}, rows.kind, rows.subject_id, rows.since from ${currentWaits} where true
        on conflict (company_id, kind, subject_id) do update set since = excluded.since`,
    );
    return scalar<string | null>(
      queries,
      sql`select min(since) from hr_attendance_waits where ${ofCompany} and lifted_at is null`,
    );
  });

/** Keeps the lift of a person who is still unmatched, so that it need not be repeated with each visit. */
const isStillUnmatched = sql`kind = 'person' and lifted_at is not null
  and exists (select 1 from employees where employees.id = subject_id and employees.deleted_at is null)
  and not exists (select 1 from hr_matches where employee_id = subject_id)`;

/** Called when the company has another HR system, none, or one that computes nothing itself. */
export async function forgetWaits(queries: Queries, companyId: number): Promise<void> {
  await queries.run(sql`delete from hr_attendance_waits where company_id = ${companyId}`);
}

type ShownWait = NonNullable<HrSyncCompanyStatus['attendance_waits']>[number];

interface Row {
  company_id: number;
  kind: AttendanceWait['kind'];
  subject_id: number;
  since: string;
  is_lifted: boolean;
  /** Name of the door or person. */
  name: string | null;
  employee_number: string | null;
}

/** Sorted by time within a company. `scope` is a condition on `company_id`. */
export async function findShownWaits(
  queries: Queries,
  scope: Sql,
  { clocks, now }: { clocks: Clocks; now: Date },
): Promise<Map<number, ShownWait[]>> {
  const rows = await queries.all<Row>(
    sql`select company_id, kind, subject_id, since, lifted_at is not null as is_lifted,
        case kind when 'door' then (select name from access_controllers where id = subject_id)
          when 'person' then (select name from employees where id = subject_id) end as name,
        (select employee_id from employees where kind = 'person' and id = subject_id) as employee_number
      from hr_attendance_waits where ${scope} order by since, kind, subject_id`,
    ['is_lifted'],
  );
  const shown = rows.map((row) => {
    const { company_id, kind, subject_id: id, since, is_lifted } = row;
    const clock = clocks.of(company_id);
    const sentence = describe(row, wallClockOf(since, clock), clock.dayOf(instantOf(now)));
    return { company_id, kind, id, since: asUtc(since), sentence, is_lifted };
  });
  return groupRows('company_id', shown);
}

/** Ends without a full stop. `since` and `today` are by the company's clock. */
function describe({ kind, name, employee_number }: Row, since: string, today: string): string {
  switch (kind) {
    case 'door':
      return `${name ?? 'A controller'} silent since ${shortMoment(since, today)}`;
    case 'person':
      return `${name ?? 'Somebody'} (${employee_number ?? ''}) is not matched in the HR system, first event ${moment(since, today)}`;
    case 'record':
      return `A record of ${moment(since, today)} is still to be sent`;
    case 'days':
      return `Records from ${dateTitle(since)} on were never sent. Sync these days, the first one first`;
  }
}
