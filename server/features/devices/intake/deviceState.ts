// What a device's row says after a request: what the device said about itself, its numbers, and how late its live
// events come.

import type { Queries } from '../../../platform/db/db.ts';
import { join, sql, type Sql } from '../../../platform/db/sql.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { timeOf } from '../../../platform/time/instants.ts';
import { aheadSeconds, type DeviceRow, delaysOf } from '../../controllers/device/deviceRows.ts';
import type { AboutDevice } from '../drivers/driver.ts';
import type { Numbering } from '../interpret/numbering.ts';
import { placeInTime } from '../interpret/placeInTime.ts';
import { type Arrival, type Place, zoneSaid } from './arrivals.ts';

const keptDelays = 20;
/** A device that sends more at once sends what it has kept. */
const mostLiveEvents = 5;
/** Later than that, an event may have been kept, unless the next ones are as late. */
const longestDelaySeconds = 3_600;

interface HeardTimes {
  /** How many events the request had. */
  readonly sent: number;
  readonly fresh: readonly Arrival[];
  /** Of the clock that the device said beside them. */
  readonly clockDelay: number | undefined;
}

/** Seconds from each live event to its receipt, after those known. */
export function delaysAfter(device: Pick<DeviceRow, 'delays'>, heard: HeardTimes, now: Date): readonly number[] {
  const { sent, fresh, clockDelay } = heard;
  const delays = fresh.flatMap(({ sent: { isReplay }, occurredAt, isAmbiguous }) => {
    if (isReplay || isAmbiguous || occurredAt === null) return [];
    const seconds = delayOf(occurredAt, now);
    // What has not happened yet cannot have been kept.
    const isLive = seconds <= longestDelaySeconds ? sent <= mostLiveEvents : sent === 1;
    return isLive || seconds < -aheadSeconds ? [seconds] : [];
  });
  return [...delaysOf(device), ...delays, ...(clockDelay === undefined ? [] : [clockDelay])].slice(-keptDelays);
}

/** Of what the device says that its clock shows; undefined if it does not say, or the time is ambiguous. */
export function delayOfClock({ clock }: AboutDevice, place: Place, now: Date): number | undefined {
  if (!clock) return undefined;
  const sent = { localTime: clock.local, zone: zoneSaid(clock, place), isReplay: false };
  const { occurredAt, isAmbiguous } = placeInTime(sent, now.getTime());
  return occurredAt === null || isAmbiguous ? undefined : delayOf(occurredAt, now);
}

const delayOf = (instant: string, now: Date): number => Math.floor(now.getTime() / 1_000) - timeOf(instant) / 1_000;

interface NewState {
  readonly about: AboutDevice;
  readonly numbering: Numbering;
  readonly delays: readonly number[];
  /** Of the last event that said one, minutes east of UTC. */
  readonly saidOffset: number | undefined;
  readonly parked: number;
}

/** Writes only what changed: a device that says nothing new costs no write. */
export async function storeState(queries: Queries, device: DeviceRow, state: NewState): Promise<void> {
  const { about, numbering, parked } = state;
  const changes: Sql[] = [];
  const set = (column: Sql, value: string | number | undefined, before: string | number | null) => {
    if (value !== undefined && value !== before) changes.push(sql`${column} = ${value}`);
  };
  set(sql`model`, about.model && singleLine(about.model), device.model);
  set(sql`firmware`, about.firmware && singleLine(about.firmware), device.firmware);
  set(sql`records_held`, about.recordsHeld, device.records_held);
  set(sql`capacity`, about.capacity, device.capacity);
  set(sql`told_offset`, about.toldOffset, device.told_offset);
  set(sql`events_offered`, device.events_offered + parked, device.events_offered);
  set(sql`said_offset`, state.saidOffset, device.said_offset);
  set(sql`delays`, JSON.stringify(state.delays), device.delays);
  set(sql`generation`, numbering.generation, device.generation);
  set(sql`last_number`, numbering.lastNumber ?? undefined, device.last_number);
  set(sql`last_local_time`, numbering.lastLocalTime, device.last_local_time);
  if (about.sendsHeartbeats && !device.sends_heartbeats) changes.push(sql`sends_heartbeats = true`);
  if (about.wasAskedForAll && device.wants_all) changes.push(sql`wants_all = false`);
  if (changes.length > 0) await queries.run(sql`update devices set ${join(changes, ', ')} where id = ${device.id}`);
}
