// Loads the current state of controllers' devices, for any number of controllers in a fixed number of statements.

import type { NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import { kindOfDevice } from '../../../../src/shared/contract/deviceKinds.ts';
import { shortMoment } from '../../../../src/shared/words/moment.ts';
import { groupRows, type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import {
  type Clock,
  type CompaniesMoment,
  type CompanyMoment,
  dateOf,
  instantOf,
  plusMinutes,
} from '../../../platform/time/clock.ts';
import { isOfPresentCompany, lastEventElsewhere } from '../controllerQueries.ts';
import { type DeviceRow, devicesWhere, rulesWhere, type StoredRules } from './deviceRows.ts';

/** A controller that should have sent this many events, and did not, is silent. */
const expectedEvents = 5;
const week = 7 * 24 * 60;

export interface Vitals {
  /** False if it sends nothing on purpose: it was deactivated, or its company was. */
  readonly isActive: boolean;
  /** The clock of the controller's company. */
  readonly clock: Clock;
  /** Undefined if no kind of device was chosen: events come only by webhook. */
  readonly rules: StoredRules | undefined;
  readonly device: DeviceRow | undefined;
  /** Unapproved devices that call at this controller's address. */
  readonly waiting: readonly DeviceRow[];
  /** The one of them that was approved here before; null if none was. */
  readonly returned: number | null;
  /** Whether a device of the kind in its rules was approved here, even if it was disconnected or moved since. */
  readonly hadDevice: boolean;
  readonly lastEventAt: string | null;
  /** Whether it also calls without events: ZKTeco devices poll, others may send heartbeats. */
  readonly calls: boolean;
  /** Whether, a week before, it sent several events in as much time as has passed since its last one. */
  readonly wasBusy: boolean;
  readonly cleared: Notes | undefined;
  /** When the watch first noticed each kind of claim. */
  readonly noticed: ReadonlyMap<string, string>;
}

export async function loadVitals(
  queries: Queries,
  ids: readonly number[],
  { clocks, now }: CompaniesMoment,
): Promise<ReadonlyMap<number, Vitals>> {
  const [storedRules, heardDevices, { lastEvents, busy }, cleared, alerts] = await Promise.all([
    rulesWhere(queries, sql`controller_id in (${ids})`),
    devicesWhere(queries, sql`controller_id in (${ids}) and state <> 'replaced'`),
    eventsOf(queries, ids, now),
    notesOf(queries, ids, ['memory_cleared'], problemDays, now),
    alertsOf(queries, ids),
  ]);
  const rules = new Map(storedRules.map((row) => [row.controllerId, row]));
  const devices = Map.groupBy(heardDevices, (device) => device.controller_id);
  const noticed = groupRows('controller_id', alerts);
  return new Map(
    lastEvents.map(
      ({ id, company_id, is_active: isActive, had_device: hadDevice, returned, attended_at, received_at }) => {
        const ownDevices = devices.get(id) ?? [];
        const device = ownDevices.find(({ state }) => state === 'approved');
        const vitals: Vitals = {
          isActive,
          clock: clocks.of(company_id),
          rules: rules.get(id),
          device,
          waiting: ownDevices.filter(({ state }) => state === 'waiting'),
          returned,
          hadDevice,
          lastEventAt: later(attended_at, received_at),
          calls: device !== undefined && (device.sends_heartbeats || Boolean(kindOfDevice(device.kind)?.pollSeconds)),
          wasBusy: busy.has(id),
          cleared: cleared.get(id)?.[0],
          noticed: new Map(noticed.get(id)?.map(({ kind, since }) => [kind, since])),
        };
        return [id, vitals];
      },
    ),
  );
}

const later = (one: string | null, other: string | null) => ((one ?? '') > (other ?? '') ? one : other);

interface LastEvents {
  id: number;
  company_id: number;
  is_active: boolean;
  had_device: boolean;
  returned: number | null;
  attended_at: string | null;
  received_at: string | null;
}

async function eventsOf(queries: Queries, ids: readonly number[], now: Date) {
  const lastEvents = await lastEventsOf(queries, ids, now);
  return { lastEvents, busy: await busyAWeekBefore(queries, lastEvents, now) };
}

/**
 * Reads the last events. A range condition lets PostgreSQL find the newest in the controller's index; otherwise it
 * would search the events of all controllers.
 */
const lastEventsOf = (queries: Queries, ids: readonly number[], now: Date): Promise<LastEvents[]> =>
  queries.all(
    sql`select access_controllers.id, company_id,
        access_controllers.is_active = true and companies.is_active = true as is_active,
        exists (select 1 from device_notes join devices on devices.id = device_id
            join device_rules on device_rules.controller_id = device_notes.controller_id
          where device_notes.controller_id = access_controllers.id and device_notes.kind = 'approved'
            and devices.kind = device_rules.kind) as had_device,
        (select max(devices.id) from devices where devices.controller_id = access_controllers.id and state = 'waiting'
          and exists (select 1 from device_notes where device_notes.controller_id = access_controllers.id
            and device_notes.kind = 'approved' and device_id = devices.id)) as returned,
        (select occurred_at from attendance where access_controller_id = access_controllers.id
          and ${isOfPresentCompany} and occurred_at <= ${instantOf(now)}
          order by occurred_at desc, attendance.id desc limit 1) as attended_at,
        (select received_at from device_events
          where controller_id >= access_controllers.id and controller_id <= access_controllers.id
            and device_events.id > ${lastEventElsewhere(sql`access_controllers.id`)}
          order by controller_id desc, device_events.id desc limit 1) as received_at
      from access_controllers join companies on companies.id = company_id where access_controllers.id in (${ids})`,
    ['is_active', 'had_device'],
  );

/** Finds controllers that were busy a week before, among those that sent something within a week. */
async function busyAWeekBefore(queries: Queries, lastEvents: readonly LastEvents[], now: Date): Promise<Set<number>> {
  const recent = lastEvents.flatMap(({ id, company_id: company, attended_at, received_at }) => {
    const last = later(attended_at, received_at);
    return last === null || isLongAgo(last, now) ? [] : [{ id, company, since: aWeekBefore(dateOf(last)) }];
  });
  return new Set(
    await scalars(
      queries,
      sql`select id from ${rowsOf({ id: 'bigint', company: 'bigint', since: 'timestamp(0)' }, recent)}
        where exists (select 1 from attendance where access_controller_id = rows.id and +company_id = company
          and occurred_at > rows.since and occurred_at <= ${aWeekBefore(now)}
          order by occurred_at limit 1 offset ${expectedEvents - 1})`,
    ),
  );
}

/** A week is as far back as the comparison reaches. */
const isLongAgo = (instant: string, now: Date): boolean => dateOf(instant) < plusMinutes(now, -week);

const aWeekBefore = (date: Date): string => instantOf(plusMinutes(date, -week));

const alertsOf = (queries: Queries, ids: readonly number[]) =>
  queries.all<{ controller_id: number; kind: string; since: string }>(
    sql`select controller_id, kind, since from device_alerts where controller_id in (${ids}) and well_since is null`,
  );

/** '08:12', or '20 Nov 08:12' on another day. */
export const shortTime = (instant: string, { now, clock }: CompanyMoment): string =>
  shortMoment(clock.wallClock(instant), clock.dayOf(instantOf(now)));

/**
 * Tells whether a controller is silent; undefined if it is not, or was never heard. A device that polls is silent once
 * it stops calling. Any other is judged by its events: it is silent if it sends nothing in a time in which it did a
 * week before.
 */
export function silenceOf(vitals: Vitals, now: Date) {
  const { device, rules, calls, lastEventAt, wasBusy } = vitals;
  const moment: CompanyMoment = { now, clock: vitals.clock };
  if (device && rules && calls) {
    const since = device.last_heard_at;
    if (dateOf(since) >= plusMinutes(now, -rules.silent_after_minutes)) return undefined;
    const every = kindOfDevice(device.kind)?.pollSeconds;
    const often = !every ? 'it should call even without events' : `it should call every ${every} seconds`;
    return { since, sentence: `It has not called since ${shortTime(since, moment)}; ${often}.` };
  }
  if (lastEventAt === null) return undefined;
  const nothing = `It has sent nothing since ${shortTime(lastEventAt, moment)}`;
  if (isLongAgo(lastEventAt, now)) return { since: lastEventAt, sentence: `${nothing}.` };
  if (!wasBusy) return undefined;
  const sentence = `${nothing}, and sent ${expectedEvents} events or more in the same time a week before.`;
  return { since: lastEventAt, sentence };
}

/** Days for which a possible problem with events is claimed. */
export const problemDays = 7;
/** Days for which a claim that only informs is shown. */
export const noticeDays = 30;

/** Recent notes of devices: how many of each kind, and the last one. */
export interface Notes {
  readonly kind: NoteKind;
  readonly times: number;
  /** First and last time. */
  readonly since: string;
  readonly at: string;
  /** Sentence of the last one. */
  readonly sentence: string;
}

export const daysAgo = (now: Date, days: number): string => instantOf(plusMinutes(now, -days * 24 * 60));

export async function notesOf(
  queries: Queries,
  ids: readonly number[],
  kinds: readonly NoteKind[],
  days: number,
  now: Date,
): Promise<ReadonlyMap<number, readonly Notes[]>> {
  const rows = await queries.all<Notes & { controller_id: number }>(
    sql`select device_notes.controller_id, device_notes.kind, times, since, at, sentence
      from (select max(id) as last_id, count(*) as times, min(at) as since from device_notes
        where controller_id in (${ids}) and kind in (${kinds}) and at >= ${daysAgo(now, days)}
        group by controller_id, kind) kinds
      join device_notes on id = last_id`,
  );
  return groupRows('controller_id', rows);
}
