// Finds what may be wrong or incomplete in recent events, for any number of controllers in a fixed number of
// statements.

import type { DeviceOutcome, NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import { groupRows, type Queries, type Sql, scalars, sql } from '../../../platform/db/db.ts';
import { lastEventElsewhere } from '../../controllers/controllerQueries.ts';
import { daysAgo, type Notes, notesOf, noticeDays, problemDays } from '../../controllers/device/vitals.ts';
import { isUnknownCode } from '../../employees/codes.ts';
import { firstCredibleYear } from '../drivers/wireValues.ts';
import { tooEarly } from '../interpret/readFact.ts';

export type NotTaken =
  | Extract<DeviceOutcome, 'no_direction' | 'implausible_time' | 'unknown_kind' | 'unreadable' | 'refused'>
  /** Among the events with an implausible time. */
  | 'too_early';

export interface Gap {
  readonly from: number;
  readonly until: number;
  /** Time and day of the event after the gap. */
  readonly since: string;
  readonly day: string;
}

export interface Findings {
  readonly notes: readonly Notes[];
  readonly notTaken: readonly { readonly outcome: NotTaken; readonly events: number; readonly since: string }[];
  readonly gaps: readonly Gap[];
  /** Codes without an employee. */
  readonly codes: readonly { readonly code: string; readonly events: number; readonly since: string }[];
  /** Set when the last events all have one direction. */
  readonly oneWay: { readonly way: 'in' | 'out'; readonly since: string } | undefined;
}

/** Threshold: this many events in one direction are hardly a coincidence. */
export const oneWayThreshold = 50;
/** Limits the check for gaps to each device's last numbers. */
const numbersLookedAt = 1_000;

export async function loadFindings(
  queries: Queries,
  ids: readonly number[],
  noteKinds: readonly NoteKind[],
  now: Date,
): Promise<(id: number) => Findings> {
  const since = daysAgo(now, problemDays);
  const [notes, notTakenRows, gapRows, codeRows, oneWayRows] = await Promise.all([
    notesOf(queries, ids, noteKinds, noticeDays, now),
    notTakenSince(queries, ids, since),
    gapsSince(queries, ids, since),
    unknownCodesSince(queries, ids, since),
    oneWayOf(queries, ids),
  ]);
  const notTaken = groupRows('controller_id', notTakenRows);
  const gaps = groupRows('controller_id', gapRows);
  const codes = groupRows('controller_id', codeRows);
  const oneWay = new Map(oneWayRows.map((row) => [row.id, row]));
  return (id) => ({
    notes: notes.get(id) ?? [],
    notTaken: notTaken.get(id) ?? [],
    gaps: gaps.get(id) ?? [],
    codes: codes.get(id) ?? [],
    oneWay: oneWay.get(id),
  });
}

/** Leaves out events that were uploaded in files: they say nothing about the device. */
const notTakenSince = (queries: Queries, ids: readonly number[], since: string) =>
  queries.all<{ controller_id: number; outcome: NotTaken; events: number; since: string }>(
    sql`select controller_id, outcome, count(*) as events, min(received_at) as since from (
        select controller_id, received_at, case when outcome = 'implausible_time'
            and local_time >= ${firstCredibleYear}
            and (reason = ${tooEarly.forSetUp} or reason like ${`${tooEarly.forDay}%`})
          then 'too_early' else outcome end as outcome from device_events
        where controller_id in (${ids}) and received_at >= ${since} and not (is_replay = true and device_id is null)
          and outcome in ('no_direction', 'implausible_time', 'unknown_kind', 'unreadable', 'refused')
          and device_events.id > ${lastEventElsewhere(sql`device_events.controller_id`)}) not_taken
      group by controller_id, outcome order by outcome`,
  );

/** Finds numbers of the current count that never came, although a higher one has come since. */
const gapsSince = async (queries: Queries, ids: readonly number[], since: string) =>
  queries.all<Gap & { controller_id: number }>(
    sql`select controller_id, previous + 1 as "from", number - 1 as until, received_at as since,
        substr(local_time, 1, 10) as day
      from (
        select events.controller_id, events.number, events.received_at, events.local_time,
          lag(events.number) over (partition by events.controller_id order by events.number) as previous
        from devices join device_events events on ${isOfLastNumbers}
        where devices.controller_id in (${await controllersWithGaps(queries, ids)}) and devices.state = 'approved'
      ) numbered
      where number > previous + 1 and received_at >= ${since} order by controller_id, number`,
  );

const isOfLastNumbers = sql`events.controller_id = devices.controller_id and events.generation = devices.generation
  and events.number > devices.last_number - ${numbersLookedAt}`;

/** Checked first because it needs only the index, and most devices have no gap. */
const controllersWithGaps = (queries: Queries, ids: readonly number[]): Promise<number[]> =>
  scalars(
    queries,
    sql`select controller_id as id from devices
      where controller_id in (${ids}) and state = 'approved' and last_number is not null
        and (select count(distinct number) < max(number) - min(number) + 1
          from device_events events where ${isOfLastNumbers})`,
  );

/**
 * Finds codes used since then, with the count of all their events. Does not read events of other codes, from all the
 * years: the unary plus keeps SQLite from reading all events of a controller.
 */
const unknownCodesSince = (queries: Queries, ids: readonly number[], since: string) =>
  queries.all<{ controller_id: number; code: string; events: number; since: string }>(
    sql`select access_controller_id as controller_id, employee_code as code, count(*) as events,
        min(occurred_at) as since
      from (select distinct company_id as company, access_controller_id as door, employee_code as used from attendance
        where ${isUnknownCode} and set_aside_by is null and occurred_at >= ${since}
          and +access_controller_id in (${ids})
          and company_id in (select company_id from access_controllers where id in (${ids}))) recent
      cross join attendance
      where company_id = company and employee_code = used and +access_controller_id = door
        and employee_id is null and set_aside_by is null
      group by access_controller_id, employee_code order by events desc, code`,
  );

/** Skips controllers that have fewer events than the threshold. */
async function oneWayOf(queries: Queries, ids: readonly number[]) {
  const last = (id: Sql) => sql`from attendance where access_controller_id = ${id}
    order by occurred_at desc, attendance.id desc limit`;
  const some = (type: string) =>
    sql`exists (select 1 from (select event_type ${last(sql`sent_many.id`)} ${oneWayThreshold}) last_events
      where event_type = ${type})`;
  const rows = await queries.all<{ id: number; since: string; ins: boolean; outs: boolean }>(
    sql`with sent_many as materialized (
        select id, (select occurred_at ${last(sql`access_controllers.id`)} 1 offset ${oneWayThreshold - 1}) as since
        from access_controllers where id in (${ids}))
      select id, since, ${some('check-in')} as ins, ${some('check-out')} as outs
      from sent_many where since is not null`,
    ['ins', 'outs'],
  );
  return rows.flatMap(({ id, since, ins, outs }) =>
    ins && outs ? [] : ({ id, since, way: ins ? 'in' : 'out' } as const),
  );
}
