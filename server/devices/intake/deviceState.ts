// What a device's row says after a request: what the device said about itself, its numbers, and how late its live
// events come.

import type { Queries } from '../../db/db.ts';
import { type Sql, join, sql } from '../../db/sql.ts';
import { singleLine } from '../../platform/singleLine.ts';
import { timeOf } from '../../time/instants.ts';
import { type DeviceRow, delaysOf } from '../deviceRows.ts';
import type { AboutDevice } from '../drivers/driver.ts';
import type { Numbering } from '../interpret/numbering.ts';
import type { Arrival } from './arrivals.ts';

const keptDelays = 20;
/** A device that sends more at once sends what it has kept. */
const mostLiveEvents = 5;
const longestDelaySeconds = 3_600;

/** Seconds from each live event to its receipt, after those known. */
export function delaysAfter(
  device: Pick<DeviceRow, 'delays'>,
  { sent, fresh }: { readonly sent: number; readonly fresh: readonly Arrival[] },
  now: Date,
): readonly number[] {
  const before = delaysOf(device);
  if (sent > mostLiveEvents) return before;
  const delays = fresh.flatMap(({ sent: { isReplay }, occurredAt, isAmbiguous, refused }) => {
    if (refused || isReplay || isAmbiguous || occurredAt === null) return [];
    const seconds = Math.floor(now.getTime() / 1_000) - timeOf(occurredAt) / 1_000;
    return Math.abs(seconds) <= longestDelaySeconds ? [seconds] : [];
  });
  return [...before, ...delays].slice(-keptDelays);
}

interface NewState {
  readonly about: AboutDevice;
  readonly numbering: Numbering;
  readonly delays: readonly number[];
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
  set(sql`delays`, JSON.stringify(state.delays), device.delays);
  set(sql`generation`, numbering.generation, device.generation);
  set(sql`last_number`, numbering.lastNumber ?? undefined, device.last_number);
  set(sql`last_local_time`, numbering.lastLocalTime, device.last_local_time);
  if (about.sendsHeartbeats && !device.sends_heartbeats) changes.push(sql`sends_heartbeats = true`);
  if (about.wasAskedForAll && device.wants_all) changes.push(sql`wants_all = false`);
  if (changes.length > 0) await queries.run(sql`update devices set ${join(changes, ', ')} where id = ${device.id}`);
}
