// Stores all that one request of a device said, in one transaction: when it is answered, nothing of it can be lost, and
// sent again it changes nothing. The row of the device then says what it said about itself, and how late its events come.

import { lockCompany } from '../../companies/companyQueries.ts';
import type { Db, Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { join, sql, type Sql } from '../../../platform/db/sql.ts';
import { DomainError } from '../../../platform/records/domainErrors.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { instantOf, timeOf } from '../../../platform/time/instants.ts';
import {
  aheadSeconds,
  changedMeanwhile,
  delaysOf,
  type DeviceRow,
  devicesWhere,
} from '../../controllers/device/deviceRows.ts';
import type { StoredRules } from '../../controllers/device/deviceRules.ts';
import type { AboutDevice, CommandResult, ParsedRequest } from '../drivers/driver.ts';
import { countNumbers, type NumberedFacts, type Numbering } from './numbering.ts';
import {
  applyNew,
  type Arrival,
  arrivalOf,
  factRow,
  insertFacts,
  newOnes,
  type Place,
  readNew,
  zoneSaid,
} from './newFacts.ts';
import type { FactResult } from './applyReadings.ts';
import { storeNotes } from '../deviceNotes.ts';
import { placeInTime } from '../interpret/readFact.ts';

const mostParked = 20_000;

/** A device whose controller is known. Until it is approved, its events are parked. */
interface CallingDevice {
  readonly device: Pick<DeviceRow, 'id' | 'state'>;
  readonly controllerId: number;
  readonly companyId: number;
  readonly rules: StoredRules;
  /** What the rules' zone comes to: never empty. */
  readonly zone: string;
}

/** Answers where the device's own numbers are then. */
export async function storeRequest(
  db: Db,
  hearing: CallingDevice,
  heard: ParsedRequest,
  now: Date,
): Promise<Numbering> {
  const { controllerId, rules, zone } = hearing;
  const arrivals = heard.facts.map((fact) => arrivalOf(fact, { rules, zone }, now));
  const clockDelay = delayOfClock(heard.about, { rules, zone }, now);
  return db.tx(async (queries) => {
    // A person may pass two doors of the company at once, and each decides about the other.
    if (arrivals.length > 0) await lockCompany(queries, hearing.companyId, 'change');
    // Two requests with the same events would both find them new.
    await lockRow(queries, 'access_controllers', controllerId, 'change');
    await lockRow(queries, 'devices', hearing.device.id, 'change');
    const device = await reloadDeviceOrThrow(queries, hearing);
    const fresh = await newOnes(queries, controllerId, arrivals);
    assertRoom(device, fresh.length);
    const { generations, after: numbering } = await numbered(queries, controllerId, device, fresh);
    await storeNew(queries, hearing, { device, fresh, generations }, now);
    await storeNotes(queries, { controllerId, device, rules, heard, numbering, fresh }, now);
    await storeState(queries, device, {
      about: heard.about,
      numbering,
      delays: delaysAfter(device, { sent: arrivals.length, fresh, clockDelay }, now),
      saidOffset: saidOffset(device, fresh, heard.about),
      parked: device.state === 'approved' ? 0 : fresh.length,
    });
    await storeResults(queries, device, heard.results, now);
    return numbering;
  });
}

/** A request may arrive slowly. What changed meanwhile must not store its events elsewhere: the device sends them again. */
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
  if (!device) throw changedMeanwhile();
  return device;
}

/** Who knows the secret address of a controller must not fill the disk before anybody approves the device. */
function assertRoom({ state, events_offered: parked }: DeviceRow, more: number): void {
  if (state === 'approved' || more === 0 || parked + more <= mostParked) return;
  throw new DomainError('unavailable', 'Too many of its events wait for an approval', { retryAfterSeconds: 300 });
}

/** Of its events; the clock beside them may be in another zone, and only tells until there is one. */
function saidOffset(device: DeviceRow, fresh: readonly Arrival[], { clock }: AboutDevice): number | undefined {
  const { sent } = fresh.findLast(({ sent: { offsetMinutes } }) => offsetMinutes !== null) ?? {};
  return sent?.offsetMinutes ?? (device.said_offset === null ? (clock?.offsetMinutes ?? undefined) : undefined);
}

async function numbered(
  queries: Queries,
  controllerId: number,
  device: DeviceRow,
  fresh: readonly Arrival[],
): Promise<NumberedFacts<Arrival>> {
  const facts = fresh.map((arrival) => ({
    arrival,
    number: arrival.sent.number,
    localTime: arrival.sent.localTime,
    isPlausible: arrival.refused?.outcome !== 'implausible_time' && arrival.refused?.outcome !== 'unreadable',
  }));
  const { generations, after } = await countNumbers(queries, controllerId, device, facts);
  return { generations: new Map([...generations].map(([{ arrival }, generation]) => [arrival, generation])), after };
}

interface NewFacts {
  readonly device: DeviceRow;
  readonly fresh: readonly Arrival[];
  readonly generations: ReadonlyMap<Arrival, number>;
}

async function storeNew(
  queries: Queries,
  { controllerId, companyId }: CallingDevice,
  { device, fresh, generations }: NewFacts,
  now: Date,
): Promise<void> {
  const results =
    device.state === 'approved'
      ? await applyNew(queries, fresh, await readNew(queries, { controllerId, companyId }, fresh), now)
      : new Map<Arrival, FactResult>();
  await insertFacts(
    queries,
    { controllerId, deviceId: device.id },
    fresh.map((arrival) =>
      factRow({
        arrival,
        generation: generations.get(arrival) ?? device.generation,
        result: results.get(arrival) ?? fateWhileWaiting(arrival),
      }),
    ),
  );
}

const fateWhileWaiting = ({ refused }: Arrival): FactResult =>
  refused?.outcome === 'unreadable'
    ? { ...refused, attendanceId: null }
    : { outcome: 'parked', reason: 'It waits until somebody approves the device', attendanceId: null };

async function storeResults(
  queries: Queries,
  device: DeviceRow,
  results: readonly CommandResult[],
  now: Date,
): Promise<void> {
  for (const { id, returnCode, answer } of results) {
    await queries.run(
      sql`update device_commands set answered_at = ${instantOf(now)}, return_code = ${returnCode},
          answer = ${singleLine(answer)}
        where id = ${id} and device_id = ${device.id} and answered_at is null`,
    );
  }
}

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
function delaysAfter(device: Pick<DeviceRow, 'delays'>, heard: HeardTimes, now: Date): readonly number[] {
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
async function storeState(queries: Queries, device: DeviceRow, state: NewState): Promise<void> {
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
