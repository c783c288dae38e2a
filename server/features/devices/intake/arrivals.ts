// The facts of one request as they arrive: when they happened, how they are to be read, and which of them are new.

import type { DeviceRules } from '../../../../src/shared/contract/devices.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import type { DeviceFact } from '../drivers/driver.ts';
import { factKey } from '../interpret/factKey.ts';
import { type Placed, placeInTime } from '../interpret/placeInTime.ts';
import { type Beginning, whyNoPass, type Verdict } from '../interpret/whyNoPass.ts';
import { type ReadingRules, type RulesOfFact, rulesOfFact } from '../interpret/rulesOfFact.ts';
import type { PersonFact } from './personFacts.ts';

export interface Arrival extends Placed, RulesOfFact {
  readonly key: string;
  readonly sent: DeviceFact;
  readonly zone: string;
  readonly receivedAt: string;
  /** Undefined if somebody passed. */
  readonly refused: Verdict | undefined;
}

/** Where the device hangs, and how what it sends is read. */
export interface Place {
  readonly rules: ReadingRules & Beginning & Pick<DeviceRules, 'ignores_offset'>;
  readonly zone: string;
}

export function arrivalOf(fact: DeviceFact, { rules, zone }: Place, now: Date): Arrival {
  const sent = storable(fact);
  const itsZone = zoneSaid(sent, { rules, zone });
  const placed = placeInTime({ localTime: sent.localTime, zone: itsZone, isReplay: sent.isReplay }, now.getTime());
  const { occurredAt } = placed;
  const receivedAt = instantOf(now);
  return {
    key: factKey(sent),
    sent,
    zone: itsZone,
    receivedAt,
    ...placed,
    ...rulesOfFact(rules, { meaning: sent.meaning ?? '', reader: sent.reader }),
    refused: whyNoPass({ ...sent, occurredAt, receivedAt }, rules),
  };
}

/** An offset that the device says, unless it does not count; or else the zone of its place. */
export const zoneSaid = ({ offsetMinutes }: Pick<DeviceFact, 'offsetMinutes'>, { rules, zone }: Place): string =>
  offsetMinutes === null || rules.ignores_offset ? zone : signedOffset(offsetMinutes);

/** Each once, and only those that are not stored yet. */
export async function newOnes(
  queries: Queries,
  controllerId: number,
  arrivals: readonly Arrival[],
): Promise<Arrival[]> {
  const byKey = new Map<string, Arrival>();
  for (const arrival of arrivals) if (!byKey.has(arrival.key)) byKey.set(arrival.key, arrival);
  const known = await queries.all<{ fact_key: string }>(
    sql`select fact_key from device_events where controller_id = ${controllerId} and fact_key in (${[...byKey.keys()]})`,
  );
  for (const { fact_key } of known) byKey.delete(fact_key);
  return [...byKey.values()];
}

/** Undefined unless somebody passed. */
export function passOf(
  { sent, occurredAt, refused, ...arrival }: Arrival,
  controllerId: number,
): PersonFact | undefined {
  if (refused || occurredAt === null) return undefined;
  return {
    key: arrival.key,
    controllerId,
    code: sent.code,
    number: sent.number,
    occurredAt,
    direction: sent.direction,
    reader: sent.reader,
    directionRule: arrival.directionRule,
    ruledDirection: arrival.ruledDirection,
    repeatSeconds: arrival.repeatSeconds,
    setAside: undefined,
  };
}

const longestWord = 255;
const longestLine = 4_000;

/** Whatever a driver lets through, the database can hold: U+0000 and unpaired surrogates it refuses. */
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

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\0\p{Surrogate}]/gu, '\ufffd');
