// What keeps Rollcall from telling an HR system that computes attendance by itself that all records are there: it would
// mark people absent for good whose records are still to come.

import { maybeOne, type Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { workingDaysOf } from '../../workday/dayRuleQueries.ts';
import { loadVitals, silenceOf } from '../../controllers/device/vitals.ts';
import type { Moment } from '../../controllers/device/words.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { findHrConfig } from '../configQueries.ts';
import type { Connector } from '../connectors/connector.ts';
import { loadHrDay } from '../plan/loadDay.ts';
import { planDay, plannedRecords } from '../plan/planDay.ts';
import type { Decision, Held } from '../plan/types.ts';
import { daysOfRun } from '../schedule/slots.ts';

const waitKinds = ['record', 'days', 'door', 'person'] as const;

export interface AttendanceWait {
  readonly kind: (typeof waitKinds)[number];
  readonly subjectId: number;
  /** Nothing from here on may be said to be there. */
  readonly since: string;
}

/** `openSince`: the HR system has computed everything before it. */
export async function findWaits(
  queries: Queries,
  companyId: number,
  { people }: Pick<Connector, 'people'>,
  openSince: string,
  { businessTime, now }: Moment,
): Promise<AttendanceWait[]> {
  return [
    ...(await firstToCome(queries, companyId, openSince, { businessTime, now })),
    ...(await silentDoors(queries, companyId, { businessTime, now })),
    ...(people ? await unmatchedPeople(queries, companyId, openSince, now) : []),
  ];
}

/** The first record that is still to be sent. */
async function firstToCome(
  queries: Queries,
  companyId: number,
  openSince: string,
  { businessTime, now }: Moment,
): Promise<AttendanceWait[]> {
  const { rules } = await findHrConfig(queries, companyId);
  const [firstOfRun = ''] = daysOfRun(businessTime, now);
  for await (const { day, from } of daysWithRecords(queries, companyId, openSince, { businessTime, now })) {
    const plan = planDay(await loadHrDay(queries, companyId, day, businessTime, now), rules);
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

/** The days on which something happened since then, with the first of its instants that count. */
export async function* daysWithRecords(
  queries: Queries,
  companyId: number,
  since: string,
  { businessTime, now }: Moment,
): AsyncGenerator<{ day: string; from: string; until: string }> {
  const { dayOf, endOf } = await workingDaysOf(queries, companyId, businessTime);
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

/** What is held back for another reason, the HR system never gets, or only after somebody did something. */
const comesLater: Readonly<Record<Held['reason'], boolean>> = {
  before_threshold: true,
  end_may_move: true,
  may_be_break: true,
  delivery_failed: true,
  unknown_employee: false,
  // It is found by the person.
  unmatched_employee: false,
  in_the_future: false,
  duplicate: false,
  set_aside: false,
  repeated: false,
  lunch_break: false,
  not_first: false,
  not_last: false,
  orphan_check_out: false,
  replaces_sent: false,
  end_missing: false,
  no_pair: false,
  cannot_be_taken: false,
};

const isStillToCome = (decision: Decision): boolean =>
  decision.kind === 'send' || (decision.kind === 'held' && comesLater[decision.reason]);

/** As Who Is In names them. One that never sent an event is silent since it was added. */
async function silentDoors(queries: Queries, companyId: number, moment: Moment): Promise<AttendanceWait[]> {
  const doors = await queries.all<{ id: number; created_at: string }>(
    sql`select id, created_at from access_controllers
      where company_id = ${companyId} and deleted_at is null and is_active = true order by id`,
  );
  const vitals = await loadVitals(
    queries,
    doors.map(({ id }) => id),
    moment.now,
  );
  return doors.flatMap(({ id, created_at }): AttendanceWait[] => {
    const known = vitals.get(id);
    const wasNeverHeard = !known || (known.lastEventAt === null && !known.calls);
    const since = wasNeverHeard ? created_at : silenceOf(known, moment)?.since;
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
