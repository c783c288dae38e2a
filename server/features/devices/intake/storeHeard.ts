// Stores all that one request of a device said, in one transaction: when it is answered, nothing of it can be lost, and
// sent again it changes nothing.

import { lockCompany } from '../../companies/companyQueries.ts';
import type { Db, Queries } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { sql } from '../../../platform/db/sql.ts';
import { DomainError } from '../../../platform/records/domainErrors.ts';
import { singleLine } from '../../../platform/log/log.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { changedMeanwhile } from '../changedMeanwhile.ts';
import { type DeviceRow, devicesWhere } from '../../controllers/device/deviceRows.ts';
import type { StoredRules } from '../../controllers/device/deviceRules.ts';
import type { AboutDevice, CommandResult, Heard } from '../drivers/driver.ts';
import type { NumberedFacts, Numbering } from '../interpret/numbering.ts';
import { type Arrival, arrivalOf, newOnes } from './arrivals.ts';
import type { Fate } from './carryOut.ts';
import { countNumbers } from './countNumbers.ts';
import { delayOfClock, delaysAfter, storeState } from './deviceState.ts';
import { factRow } from './factRow.ts';
import { storeNotes } from './heardNotes.ts';
import { insertFacts } from './insertFacts.ts';
import { carryOutNew, readNew } from './readNew.ts';

const mostParked = 20_000;

/** A device whose controller is known. Until it is approved, its events are parked. */
export interface HearingDevice {
  readonly device: Pick<DeviceRow, 'id' | 'state'>;
  readonly controllerId: number;
  readonly companyId: number;
  readonly rules: StoredRules;
  /** What the rules' zone comes to: never empty. */
  readonly zone: string;
}

/** Answers where the device's own numbers are then. */
export async function storeHeard(db: Db, hearing: HearingDevice, heard: Heard, now: Date): Promise<Numbering> {
  const { controllerId, rules, zone } = hearing;
  const arrivals = heard.facts.map((fact) => arrivalOf(fact, { rules, zone }, now));
  const clockDelay = delayOfClock(heard.about, { rules, zone }, now);
  return db.tx(async (queries) => {
    // A person may pass two doors of the company at once, and each decides about the other.
    if (arrivals.length > 0) await lockCompany(queries, hearing.companyId, 'change');
    // Two requests with the same events would both find them new.
    await lockRow(queries, 'access_controllers', controllerId, 'change');
    await lockRow(queries, 'devices', hearing.device.id, 'change');
    const device = await stillConnected(queries, hearing);
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
async function stillConnected(
  queries: Queries,
  { device: { id, state }, controllerId, companyId }: HearingDevice,
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
  { controllerId, companyId }: HearingDevice,
  { device, fresh, generations }: NewFacts,
  now: Date,
): Promise<void> {
  const fates =
    device.state === 'approved'
      ? await carryOutNew(queries, fresh, await readNew(queries, { controllerId, companyId }, fresh), now)
      : new Map<Arrival, Fate>();
  await insertFacts(
    queries,
    { controllerId, deviceId: device.id },
    fresh.map((arrival) =>
      factRow({
        arrival,
        generation: generations.get(arrival) ?? device.generation,
        fate: fates.get(arrival) ?? fateWhileWaiting(arrival),
      }),
    ),
  );
}

const fateWhileWaiting = ({ refused }: Arrival): Fate =>
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
