// New facts of a controller, in the order of the flow: `arrivalOf` adds when it happened and by which rules it is read;
// facts stored before are left out; the rest is read together with everything it affects, applied to attendance, and
// stored with its outcome.

import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import {
  type ColumnType,
  type Queries,
  quotedNames,
  rowsOf,
  type Sql,
  scalars,
  sql,
  type Value,
} from '../../../platform/db/db.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import type { StoredRules } from '../../controllers/device/deviceRows.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import type { WireTime } from '../drivers/wireValues.ts';
import {
  factKey,
  type ResolvedTime,
  type RulesOfFact,
  rejectionReason,
  resolveTime,
  rulesOfFact,
  type Verdict,
} from '../interpret/readFact.ts';
import { decideAndApply, type FactResult, lockRecords } from './applyReadings.ts';
import { type PersonReading, readPeople } from './readDays.ts';

export interface Arrival extends DeviceFact, ResolvedTime, RulesOfFact {
  readonly key: string;
  readonly controllerId: number;
  readonly zone: string;
  readonly receivedAt: string;
  /** Undefined if a person passed. */
  readonly refused: Verdict | undefined;
}

/** The rules by which the facts of a device are read, and the zone of its clock. */
export interface ReadingContext {
  readonly rules: StoredRules;
  readonly zone: string;
}

export function arrivalOf(fact: DeviceFact, context: ReadingContext, now: Date): Arrival {
  const sent = storable(fact);
  const resolved = resolveSentTime(sent, context, now);
  const { rules } = context;
  const receivedAt = instantOf(now);
  return {
    ...sent,
    ...resolved,
    ...rulesOfFact(rules, sent),
    key: factKey(sent),
    controllerId: rules.controllerId,
    receivedAt,
    refused: rejectionReason({ ...sent, ...resolved, receivedAt }, rules),
  };
}

/** Uses the device's own offset unless the rules ignore it, otherwise the zone of its place. */
export function resolveSentTime(sent: WireTime & Pick<DeviceFact, 'isReplay'>, context: ReadingContext, now: Date) {
  const { offsetMinutes } = sent;
  const zone = offsetMinutes === null || context.rules.ignores_offset ? context.zone : signedOffset(offsetMinutes);
  return { zone, ...resolveTime({ ...sent, zone }, now.getTime()) };
}

/** Removes duplicates and facts that are stored already, also from when the device was at another controller. */
export async function filterNew(
  queries: Queries,
  controllerId: number,
  arrivals: readonly Arrival[],
  deviceId?: number,
) {
  const byKey = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!byKey.has(arrival.key)) byKey.set(arrival.key, arrival);
  const storedKeys = await scalars<string>(
    queries,
    sql`select fact_key from device_events where controller_id = ${controllerId} and fact_key in (${[...byKey.keys()]})`,
  );
  for (const key of storedKeys) byKey.delete(key);
  if (deviceId !== undefined)
    for (const key of await keysElsewhere(queries, controllerId, [...byKey.values()], deviceId)) byKey.delete(key);
  return [...byKey.values()];
}

/** A device sends all that it holds to its new controller, even of another company. Reads only what is old enough. */
async function keysElsewhere(queries: Queries, controllerId: number, arrivals: readonly Arrival[], deviceId: number) {
  const approvals = (controller: Sql) =>
    sql`select at from device_notes
      where controller_id = ${controller} and kind = 'approved' and device_id = ${deviceId}`;
  const here = sql`${approvals(sql`${controllerId}`)} order by id desc limit 1`;
  const [approvedAt = ''] = await scalars<string>(queries, here);
  const keys = arrivals.flatMap(({ occurredAt, key }) => (occurredAt === null || occurredAt < approvedAt ? key : []));
  if (keys.length === 0) return [];
  const others = sql`select id from access_controllers
    where id <> ${controllerId} and exists (${approvals(sql`access_controllers.id`)})`;
  const sent = sql`controller_id in (${others}) and device_id = ${deviceId} and fact_key in (${keys})`;
  return scalars<string>(queries, sql`select fact_key from device_events where ${sent}`);
}

/** Whether a person passed. */
const isPass = (arrival: Arrival): arrival is Arrival & { readonly occurredAt: string } =>
  !arrival.refused && arrival.occurredAt !== null;

const longestWord = 255;
const longestLine = 4_000;

/** Makes a fact storable, whatever the driver let through. */
function storable(fact: DeviceFact): DeviceFact {
  const isTooLong = fact.code.length > longestWord;
  const isUnsafe = fact.number !== null && !Number.isSafeInteger(fact.number);
  const problem = isTooLong ? 'The code is too long' : isUnsafe ? 'The number is not a whole number' : fact.problem;
  return {
    ...fact,
    number: isUnsafe ? null : fact.number,
    code: storableText(fact.code, longestWord),
    localTime: storableText(fact.localTime, 19),
    kind: storableText(fact.kind, longestWord),
    direction: storableText(fact.direction, longestWord),
    reader: storableText(fact.reader, longestWord),
    verify: storableText(fact.verify, longestWord),
    raw: storableText(fact.raw, longestLine),
    problem: problem === '' && fact.localTime === '' ? 'It has no time' : problem,
  };
}

/** Databases refuse U+0000 and unpaired surrogates. */
export const storableText = (text: string, length: number) =>
  text.slice(0, length).replace(/[\0\p{Surrogate}]/gu, '\ufffd');

export const readNew = (queries: Queries, companyId: number, fresh: readonly Arrival[]): Promise<PersonReading[]> =>
  readPeople(queries, companyId, { facts: fresh.filter(isPass) });

/** Applies the readings of new facts, and returns a function that gives the result of each. */
export async function applyNew(queries: Queries, companyId: number, readings: readonly PersonReading[], now: Date) {
  const results = await decideAndApply(queries, companyId, readings, now);
  return (arrival: Arrival): FactResult | undefined =>
    isPass(arrival) ? results.get(arrival) : arrival.refused && { ...arrival.refused, attendanceId: null };
}

/** A fact, with what was made of it. */
export interface NewFact extends Omit<Arrival, 'refused'>, FactResult {
  readonly generation: number;
}

/** Each column's type, and its value for a fact. */
const columns = Object.entries<readonly [type: ColumnType, of: (fact: NewFact) => Value]>({
  controller_id: ['bigint', ({ controllerId }) => controllerId],
  fact_key: ['text', ({ key }) => key],
  generation: ['bigint', ({ generation }) => generation],
  number: ['bigint', ({ number }) => number],
  code: ['text', ({ code }) => code],
  local_time: ['text', ({ localTime }) => localTime],
  zone: ['text', ({ zone }) => zone],
  occurred_at: ['timestamp(0)', ({ occurredAt }) => occurredAt],
  received_at: ['timestamp(0)', ({ receivedAt }) => receivedAt],
  is_ambiguous: ['boolean', ({ isAmbiguous }) => isAmbiguous],
  kind: ['text', ({ kind }) => kind],
  direction: ['text', ({ direction }) => direction],
  meaning: ['text', ({ meaning = '' }) => meaning],
  reader: ['text', ({ reader }) => reader],
  verify: ['text', ({ verify }) => verify],
  passed: ['text', ({ passed }) => passed],
  is_replay: ['boolean', ({ isReplay }) => isReplay],
  raw: ['text', ({ raw }) => raw],
  direction_rule: ['text', ({ directionRule }) => directionRule],
  ruled_direction: ['text', ({ ruledDirection }) => ruledDirection],
  repeat_seconds: ['bigint', ({ repeatSeconds }) => repeatSeconds],
  outcome: ['text', ({ outcome }) => outcome],
  reason: ['text', ({ reason }) => reason],
  attendance_id: ['bigint', ({ attendanceId }) => attendanceId],
});

const names = quotedNames(columns.map(([name]) => name));
const types = Object.fromEntries(columns.map(([name, [type]]) => [name, type]));

/** Inserts facts in the order sent, without a device for a webhook or a file. Existing facts stay as they are. */
export async function insertFacts(queries: Queries, deviceId: number | null, facts: readonly NewFact[]) {
  if (facts.length === 0) return;
  const rows = (await withRecordsThatStay(queries, facts)).map((fact) =>
    Object.fromEntries(columns.map(([name, [, of]]) => [name, of(fact)])),
  );
  await queries.run(
    sql`insert into device_events (device_id, ${names}) select ${deviceId}, ${names} from ${rowsOf(types, rows)}
      where true on conflict (controller_id, fact_key) do nothing`,
  );
}

/** Clears references to deleted records. A fact with the outcome 'attendance' has just made its record. */
async function withRecordsThatStay(queries: Queries, facts: readonly NewFact[]): Promise<NewFact[]> {
  const isOfAnother = ({ outcome }: NewFact) => outcome !== 'attendance';
  const ids = facts.filter(isOfAnother).flatMap(({ attendanceId }) => attendanceId ?? []);
  const there = await lockRecords(queries, ids);
  return facts.map((fact) =>
    isOfAnother(fact) && !there.has(fact.attendanceId) ? { ...fact, attendanceId: null } : fact,
  );
}
