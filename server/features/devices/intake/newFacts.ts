// New facts of a controller, in the order of the flow: `arrivalOf` adds when it happened and by which rules it is read;
// facts stored before are left out; the rest is read together with everything it affects, applied to attendance, and
// stored with its outcome.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import { listed, type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import type { StoredRules } from '../../controllers/device/deviceRows.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import {
  factKey,
  type Placed,
  placeInTime,
  type RulesOfFact,
  rejectionReason,
  rulesOfFact,
  type Verdict,
} from '../interpret/readFact.ts';
import { decideAndApply, type FactResult, lockRecords } from './applyReadings.ts';
import { type PersonReading, readPeople } from './readDays.ts';

export interface Arrival extends DeviceFact, Placed, RulesOfFact {
  readonly key: string;
  readonly controllerId: number;
  readonly zone: string;
  readonly receivedAt: string;
  /** Undefined if a person passed. */
  readonly refused: Verdict | undefined;
}

/** Location of the device, and the rules by which its facts are read. */
export interface Place {
  readonly rules: StoredRules;
  readonly zone: string;
}

export function arrivalOf(fact: DeviceFact, { rules, zone }: Place, now: Date): Arrival {
  const sent = storable(fact);
  const itsZone = zoneInEffect(sent, { rules, zone });
  const placed = placeInTime({ ...sent, zone: itsZone }, now.getTime());
  const receivedAt = instantOf(now);
  return {
    ...sent,
    ...placed,
    ...rulesOfFact(rules, sent),
    key: factKey(sent),
    controllerId: rules.controllerId,
    zone: itsZone,
    receivedAt,
    refused: rejectionReason({ ...sent, ...placed, receivedAt }, rules),
  };
}

/** The device's own offset unless the rules ignore it, otherwise its place's zone. */
export const zoneInEffect = ({ offsetMinutes }: Pick<DeviceFact, 'offsetMinutes'>, { rules, zone }: Place): string =>
  offsetMinutes === null || rules.ignores_offset ? zone : signedOffset(offsetMinutes);

/** Removes duplicates and facts that are stored already. */
export async function newOnes(queries: Queries, controllerId: number, arrivals: readonly Arrival[]) {
  const byKey = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!byKey.has(arrival.key)) byKey.set(arrival.key, arrival);
  const storedKeys = await scalars<string>(
    queries,
    sql`select fact_key from device_events where controller_id = ${controllerId} and fact_key in (${[...byKey.keys()]})`,
  );
  for (const key of storedKeys) byKey.delete(key);
  return [...byKey.values()];
}

/** Whether a person passed. */
const isPass = (arrival: Arrival): arrival is Arrival & { readonly occurredAt: string } =>
  !arrival.refused && arrival.occurredAt !== null;

const longestWord = 255;
const longestLine = 4_000;

/** Makes a fact storable whatever the driver let through. */
function storable(fact: DeviceFact): DeviceFact {
  const isTooLong = fact.code.length > longestWord;
  const isUnsafe = fact.number !== null && !Number.isSafeInteger(fact.number);
  const problem = isTooLong ? 'The code is too long' : isUnsafe ? 'The number is no whole number' : fact.problem;
  return {
    ...fact,
    number: isUnsafe ? null : fact.number,
    code: cut(fact.code, longestWord),
    localTime: cut(fact.localTime, 19),
    kind: cut(fact.kind, longestWord),
    direction: cut(fact.direction, longestWord),
    reader: cut(fact.reader, longestWord),
    verify: cut(fact.verify, longestWord),
    raw: cut(fact.raw, longestLine),
    problem: problem === '' && fact.localTime === '' ? 'It has no time' : problem,
  };
}

/** Databases refuse U+0000 and unpaired surrogates. */
export const cut = (text: string, length: number) => text.slice(0, length).replace(/[\0\p{Surrogate}]/gu, '\ufffd');

export const readNew = (queries: Queries, companyId: number, fresh: readonly Arrival[]): Promise<PersonReading[]> =>
  readPeople(queries, companyId, { facts: fresh.filter(isPass) });

/** Applies the readings of new facts, and tells the result of each. */
export async function applyNew(queries: Queries, companyId: number, readings: readonly PersonReading[], now: Date) {
  const results = await decideAndApply(queries, companyId, readings, now);
  return (arrival: Arrival): FactResult | undefined =>
    isPass(arrival) ? results.get(arrival) : arrival.refused && { ...arrival.refused, attendanceId: null };
}

export interface NewFact {
  readonly arrival: Arrival;
  readonly generation: number;
  readonly result: FactResult;
}

export const factRow = ({ arrival, generation, result }: NewFact): FactRow => ({
  fact_key: arrival.key,
  generation,
  number: arrival.number,
  code: arrival.code,
  local_time: arrival.localTime,
  zone: arrival.zone,
  occurred_at: arrival.occurredAt,
  received_at: arrival.receivedAt,
  is_ambiguous: arrival.isAmbiguous,
  kind: arrival.kind,
  direction: arrival.direction,
  meaning: arrival.meaning ?? '',
  reader: arrival.reader,
  verify: arrival.verify,
  passed: arrival.passed,
  is_replay: arrival.isReplay,
  raw: arrival.raw,
  direction_rule: arrival.directionRule,
  ruled_direction: arrival.ruledDirection,
  repeat_seconds: arrival.repeatSeconds,
  outcome: result.outcome,
  reason: result.reason,
  attendance_id: result.attendanceId,
});

const columns = {
  fact_key: 'text',
  generation: 'bigint',
  number: 'bigint',
  code: 'text',
  local_time: 'text',
  zone: 'text',
  occurred_at: 'timestamp(0)',
  received_at: 'timestamp(0)',
  is_ambiguous: 'boolean',
  kind: 'text',
  direction: 'text',
  meaning: 'text',
  reader: 'text',
  verify: 'text',
  passed: 'text',
  is_replay: 'boolean',
  raw: 'text',
  direction_rule: 'text',
  ruled_direction: 'text',
  repeat_seconds: 'bigint',
  outcome: 'text',
  reason: 'text',
  attendance_id: 'bigint',
} as const;

const names = listed(Object.keys(columns));

export type FactRow = Readonly<Record<keyof typeof columns, string | number | boolean | null>> & {
  readonly kind: string;
  readonly outcome: DeviceOutcome;
  readonly attendance_id: number | null;
};

/** Inserts facts in the order they were sent, by no device from a webhook or a file; existing ones stay as they are. */
export async function insertFacts(
  queries: Queries,
  { controllerId, deviceId }: { readonly controllerId: number; readonly deviceId: number | null },
  facts: readonly FactRow[],
): Promise<void> {
  if (facts.length === 0) return;
  const rows = await withRecordsThatStay(queries, facts);
  await queries.run(
    sql`insert into device_events (controller_id, device_id, ${names})
      select ${controllerId}, ${deviceId}, ${names} from ${rowsOf(columns, rows)} where true
      on conflict (controller_id, fact_key) do nothing`,
  );
}

/** Clears references to records that are gone. A fact that is attendance itself came with its record. */
async function withRecordsThatStay(queries: Queries, facts: readonly FactRow[]): Promise<FactRow[]> {
  const isOfAnother = ({ outcome }: FactRow) => outcome !== 'attendance';
  const ids = facts.filter(isOfAnother).flatMap(({ attendance_id: id }) => id ?? []);
  const there = await lockRecords(queries, ids);
  return facts.map((fact) =>
    isOfAnother(fact) && !there.has(fact.attendance_id) ? { ...fact, attendance_id: null } : fact,
  );
}
