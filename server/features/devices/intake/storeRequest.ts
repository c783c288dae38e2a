// Stores everything one request of a device contains, in one transaction: once it is answered nothing can be lost, and
// a repeated request changes nothing. Also updates the device's row with its own description, the delay of its events,
// and the count of their numbers.

import { type Db, join, maybeOne, type Queries, quotedName, scalar, sql, type Value } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { DomainError } from '../../../platform/domainErrors.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { instantOf, timeOf } from '../../../platform/time/clock.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import {
  type DeviceRow,
  delaysOf,
  deviceChanged,
  devicesWhere,
  type StoredRules,
  wrongClockSeconds,
} from '../../controllers/device/deviceRows.ts';
import { storeNotes } from '../deviceNotes.ts';
import type { AboutDevice, CommandResult, ParsedRequest } from '../drivers/driver.ts';
import type { FactResult } from './applyReadings.ts';
import {
  type Arrival,
  applyNew,
  arrivalOf,
  filterNew,
  insertFacts,
  type ReadingContext,
  readNew,
  resolveSentTime,
} from './newFacts.ts';
import { notesOn } from './requestNotes.ts';

const mostParked = 20_000;

/** A device with a known controller; its events are parked until it is approved. */
interface CallingDevice {
  readonly device: Pick<DeviceRow, 'id' | 'state'>;
  readonly controllerId: number;
  readonly companyId: number;
  readonly rules: StoredRules;
  /** Zone in effect; never empty. */
  readonly zone: string;
}

/** Returns the number of the device's latest event. */
export async function storeRequest(db: Db, source: CallingDevice, parsed: ParsedRequest, now: Date) {
  const { controllerId, rules, zone } = source;
  const arrivals = parsed.facts.map((fact) => arrivalOf(fact, { rules, zone }, now));
  const clockDelay = delayOfClock(parsed.about, { rules, zone }, now);
  return db.tx(async (queries) => {
    // The company is locked, because a person may pass two of its doors at once and the two events affect each other.
    if (arrivals.length > 0) await lockCompany(queries, source.companyId, 'change');
    // Locks out a second request with the same events, which would also find them new.
    await lockRow(queries, 'access_controllers', controllerId, 'change');
    await lockRow(queries, 'devices', source.device.id, 'change');
    const device = await reloadDeviceOrThrow(queries, source);
    const fresh = await filterNew(queries, controllerId, arrivals, device.id);
    assertRoom(device, fresh.length);
    const { generations, after: numbering } = await countNumbers(queries, controllerId, device, fresh);
    await storeNew(queries, source.companyId, device, generations, now);
    const delays = [...liveDelays(fresh, arrivals.length, now), ...(clockDelay === undefined ? [] : [clockDelay])];
    await storeNotes(queries, device, notesOn({ device, rules, parsed, generation: numbering.generation, fresh }), now);
    await storeState(queries, device, {
      ...describedBy(device, parsed.about),
      events_offered: device.events_offered + (device.state === 'approved' ? 0 : fresh.length),
      said_offset: saidOffset(device, fresh, parsed.about),
      delays: JSON.stringify([...delaysOf(device), ...delays].slice(-keptDelays)),
      generation: numbering.generation,
      last_number: numbering.lastNumber,
      last_local_time: numbering.lastLocalTime,
    });
    await storeResults(queries, device, parsed.results, now);
    return numbering;
  });
}

/** Guards against changes while a slow request arrived: events must not be stored elsewhere; they are sent again. */
async function reloadDeviceOrThrow(
  queries: Queries,
  { device: { id, state }, controllerId, companyId }: CallingDevice,
): Promise<DeviceRow> {
  const [device] = await devicesWhere(
    queries,
    sql`id = ${id} and controller_id = ${controllerId} and state in (${[state, 'approved']})
      and exists (select 1 from access_controllers where id = ${controllerId} and company_id = ${companyId}
        and deleted_at is null and is_active = true)`,
  );
  if (!device) throw deviceChanged();
  return device;
}

/** Keeps anybody who knows the secret address from filling the disk before the device is approved. */
function assertRoom({ state, events_offered: parked }: DeviceRow, more: number): void {
  if (state === 'approved' || more === 0 || parked + more <= mostParked) return;
  throw new DomainError('unavailable', 'Too many of its events wait for an approval', { retryAfterSeconds: 300 });
}

/** UTC offset of the device's events. Its current time may have another, which counts only until an event has one. */
function saidOffset(device: DeviceRow, fresh: readonly Arrival[], { clock }: AboutDevice): number | null {
  const last = fresh.findLast(({ offsetMinutes }) => offsetMinutes !== null);
  return last?.offsetMinutes ?? device.said_offset ?? clock?.offsetMinutes ?? null;
}

async function storeNew(
  queries: Queries,
  companyId: number,
  { id, state }: DeviceRow,
  generations: ReadonlyMap<Arrival, number>,
  now: Date,
): Promise<void> {
  const resultOf =
    state === 'approved'
      ? await applyNew(queries, companyId, await readNew(queries, companyId, [...generations.keys()]), now)
      : fateWhileWaiting;
  const facts = [...generations].map(([arrival, generation]) => {
    return { ...arrival, generation, ...(resultOf(arrival) ?? fateWhileWaiting(arrival)) };
  });
  await insertFacts(queries, id, facts);
}

const fateWhileWaiting = ({ refused }: Arrival): FactResult =>
  refused?.outcome === 'unreadable'
    ? { ...refused, attendanceId: null }
    : { outcome: 'parked', reason: 'It waits until somebody approves the device', attendanceId: null };

async function storeResults(queries: Queries, device: DeviceRow, results: readonly CommandResult[], now: Date) {
  for (const { id, returnCode, answer } of results) {
    await queries.run(
      sql`update device_commands set answered_at = ${instantOf(now)}, return_code = ${returnCode},
          answer = ${singleLine(answer)}
        where id = ${id} and device_id = ${device.id} and return_code is null`,
    );
  }
}

const keptDelays = 20;
/** A request with more events sends stored ones. */
const mostLiveEvents = 5;
/** Beyond this delay an event may have been stored, unless the next ones are as late. */
const longestDelaySeconds = 3_600;

/** The seconds from each live event of a request to its receipt. */
const liveDelays = (fresh: readonly Arrival[], sent: number, now: Date): number[] =>
  fresh.flatMap(({ isReplay, occurredAt, isAmbiguous }) => {
    if (isReplay || isAmbiguous || occurredAt === null) return [];
    const seconds = delayOf(occurredAt, now);
    // An event from the future cannot be a stored one.
    const isLive = seconds <= longestDelaySeconds ? sent <= mostLiveEvents : sent === 1;
    return isLive || seconds < -wrongClockSeconds ? seconds : [];
  });

/** Delay of the device's clock; undefined if it is ambiguous or the device does not tell it. */
export function delayOfClock({ clock }: AboutDevice, context: ReadingContext, now: Date): number | undefined {
  if (!clock) return undefined;
  const { occurredAt, isAmbiguous } = resolveSentTime({ ...clock, isReplay: false }, context, now);
  return occurredAt === null || isAmbiguous ? undefined : delayOf(occurredAt, now);
}

const delayOf = (instant: string, now: Date): number => Math.floor(now.getTime() / 1_000) - timeOf(instant) / 1_000;

/** The row after the device said this about itself. */
export const describedBy = (row: DeviceRow, about: AboutDevice): DeviceRow => ({
  ...row,
  model: about.model ? singleLine(about.model) : row.model,
  firmware: about.firmware ? singleLine(about.firmware) : row.firmware,
  records_held: about.recordsHeld ?? row.records_held,
  capacity: about.capacity ?? row.capacity,
  told_offset: about.toldOffset ?? row.told_offset,
  wants_all: row.wants_all && about.heardAskForAll !== true,
  sends_heartbeats: row.sends_heartbeats || about.sendsHeartbeats === true,
});

/** Lists columns that differ, with their values afterwards. */
export function changesBetween(before: DeviceRow, after: DeviceRow): [column: string, value: Value][] {
  const known: Readonly<Record<string, Value>> = { ...before };
  return Object.entries({ ...after }).filter(([column, value]) => value !== known[column]);
}

/** Writes changed columns only, so that an unchanged device costs no write. */
async function storeState(queries: Queries, before: DeviceRow, after: DeviceRow): Promise<void> {
  const changes = changesBetween(before, after).map(([column, value]) => sql`${quotedName(column)} = ${value}`);
  if (changes.length > 0) await queries.run(sql`update devices set ${join(changes, ', ')} where id = ${before.id}`);
}

// Devices restart their numbers after a reset. Each start is a generation, so that gaps can be found within one.
// Generations do not identify facts, which may be sent again in any order.

/** Limit: a controller that restarts more often is broken. Facts of earlier generations count as the oldest. */
const mostGenerations = 20;

async function countNumbers(
  queries: Queries,
  controllerId: number,
  device: DeviceRow,
  fresh: readonly Arrival[],
): Promise<NumberedFacts> {
  const { generation, last_number: lastNumber, last_local_time: lastLocalTime } = device;
  const before = { generation, lastNumber, lastLocalTime };
  const times = fresh.flatMap((arrival) => (plausibleNumber(arrival) === null ? [] : arrival.localTime));
  if (times.length === 0) return numberFacts(before, fresh, []);
  if (lastNumber === null)
    return numberFacts({ ...before, generation: (await lastGeneration(queries, controllerId)) + 1 }, fresh, []);
  const earliest = times.reduce((least, time) => (time < least ? time : least), lastLocalTime);
  const starts = earliest < lastLocalTime ? await startsSince(queries, controllerId, generation, earliest) : [];
  return numberFacts(before, fresh, starts);
}

/** Null without a number, and for a time that says nothing about the count. */
const plausibleNumber = ({ number, refused }: Arrival): number | null =>
  refused?.outcome === 'implausible_time' || refused?.outcome === 'unreadable' ? null : number;

/** Numbers of a device that was replaced belong to another count. */
async function lastGeneration(queries: Queries, controllerId: number): Promise<number> {
  const last = await scalar<number | null>(
    queries,
    sql`select max(generation) from device_events where controller_id = ${controllerId} and number is not null`,
  );
  return last ?? 0;
}

/** Reads back to the generation that contains this time. */
async function startsSince(queries: Queries, controllerId: number, last: number, localTime: string) {
  const starts: GenerationStart[] = [];
  for (let generation = last; generation > 0 && starts.length < mostGenerations; generation--) {
    const first = await maybeOne<{ local_time: string }>(
      queries,
      sql`select local_time from device_events
        where controller_id = ${controllerId} and generation = ${generation} and number is not null
        order by number limit 1`,
    );
    if (!first) continue;
    starts.push({ generation, localTime: first.local_time });
    if (first.local_time <= localTime) break;
  }
  return starts;
}

interface Numbering {
  readonly generation: number;
  /** Null before the first number. */
  readonly lastNumber: number | null;
  /** Latest plausible device time that had a number. */
  readonly lastLocalTime: string;
}

/** Device time at which an earlier generation started. */
interface GenerationStart {
  readonly generation: number;
  readonly localTime: string;
}

interface NumberedFacts {
  readonly generations: ReadonlyMap<Arrival, number>;
  readonly after: Numbering;
}

/** Expects the starts of generations so far, latest first. */
function numberFacts(before: Numbering, fresh: readonly Arrival[], starts: readonly GenerationStart[]): NumberedFacts {
  const generations = new Map<Arrival, number>();
  const begun = [...starts];
  let { generation, lastNumber, lastLocalTime } = before;
  for (const arrival of fresh) {
    const number = plausibleNumber(arrival);
    const { localTime } = arrival;
    if (number === null) {
      generations.set(arrival, generation);
    } else if (localTime > lastLocalTime) {
      if (lastNumber !== null && number <= lastNumber) {
        generation++;
        begun.unshift({ generation, localTime });
      }
      [lastNumber, lastLocalTime] = [number, localTime];
      generations.set(arrival, generation);
    } else {
      const then = begun.find((start) => start.localTime <= localTime) ?? begun.at(-1);
      generations.set(arrival, then?.generation ?? generation);
    }
  }
  return { generations, after: { generation, lastNumber, lastLocalTime } };
}
