// Reads stored facts by the current rules: their time, their direction, and their meaning with all facts that they
// affect. Facts sent before the approval are read the same way.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import { signedOffset } from '../../../../src/shared/words/timeZones.ts';
import { type Queries, rowsOf, type Sql, scalar, sql } from '../../../platform/db/db.ts';
import { assertLocked } from '../../../platform/db/rowLocks.ts';
import { timeIn, timeOf } from '../../../platform/time/clock.ts';
import { offsetMinutes } from '../../../platform/time/localTime.ts';
import { approvedDevice } from '../../controllers/device/deviceRows.ts';
import { findReadingContext } from '../deviceController.ts';
import { driverOf, drivers } from '../drivers/drivers.ts';
import {
  type ResolvedTime,
  type RuledDirection,
  rejectionReason,
  resolveTime,
  rulesOfFact,
  type Verdict,
} from '../interpret/readFact.ts';
import { decideAndApply } from './applyReadings.ts';
import type { ReadingContext } from './newFacts.ts';
import {
  type ChangedMoment,
  type PersonFact,
  type ReadRow,
  readColumns,
  readPeople,
  storedReading,
} from './readDays.ts';

export async function readStored(queries: Queries, companyId: number, resolved: readonly ResolvedFact[]) {
  const refused = resolved.flatMap(({ fact, refused: reading }) =>
    reading ? [{ fact, reading, employeeId: undefined }] : [],
  );
  const readings = await readPeople(queries, companyId, {
    facts: resolved.flatMap(({ fact, refused: isRefused }) => (isRefused ? [] : fact)),
    moments: resolved.flatMap(formerMoment),
    without: refused.flatMap(({ fact }) => fact.stored?.id ?? []),
  });
  return [...readings, ...refused];
}

/** Touches a fact's former time, at which it may have affected others. */
const formerMoment = ({ before: { occurredAt, outcome }, fact: { code } }: ResolvedFact): ChangedMoment[] =>
  occurredAt === null || outcome === 'parked' || code === '' ? [] : [{ code, occurredAt }];

export interface ResolvedFact extends ResolvedTime {
  readonly id: number;
  readonly zone: string;
  readonly before: { readonly occurredAt: string | null; readonly outcome: DeviceOutcome };
  readonly fact: PersonFact;
  /** Undefined if a person passed. */
  readonly refused: Verdict | undefined;
}

interface Row extends ReadRow {
  device_kind: string | null;
  kind: string;
  meaning: RuledDirection;
  passed: string;
  raw: string;
  received_at: string;
  is_replay: boolean;
}

/** Leaves out the webhook's facts, which no rules apply to. */
export async function resolveFacts(queries: Queries, condition: Sql, context: ReadingContext): Promise<ResolvedFact[]> {
  const rows = await queries.all<Row>(
    sql`select kind, meaning, passed, is_replay, raw, received_at, ${readColumns},
        (select devices.kind from devices where devices.id = device_id) as device_kind
      from device_events left join attendance on attendance.id = attendance_id
      where kind <> 'webhook' and ${condition} order by device_events.id`,
    ['is_replay', 'is_set_aside'],
  );
  const offsets = context.rules.ignores_offset ? new Map<Row, number>() : offsetsOf(rows, context.zone);
  return rows.map((row) => resolveRow(row, context, offsets.get(row)));
}

/** Reads the offsets from the lines again, because drivers may have changed since. */
function offsetsOf(rows: readonly Row[], zone: string): ReadonlyMap<Row, number> {
  const place = timeIn(zone);
  const offsets = new Map<Row, number>();
  for (const driver of drivers) {
    const own = rows.filter(({ device_kind }) => device_kind === driver.kind);
    const lines = own.map((row) => ({
      kind: row.kind,
      raw: row.raw,
      number: row.number,
      receivedAt: timeOf(row.received_at),
      offsetMinutes: offsetMinutes(place, row.received_at),
    }));
    for (const [index, offset] of driver.offsetsIn(lines).entries()) {
      const row = own[index];
      if (row && offset !== null) offsets.set(row, offset);
    }
  }
  return offsets;
}

/** The device's own offset takes precedence over the zone. */
function resolveRow(row: Row, { rules, zone: zoneOfNow }: ReadingContext, offset: number | undefined): ResolvedFact {
  const zone = offset === undefined ? zoneOfNow : signedOffset(offset);
  const sentTime = { localTime: row.localTime, zone, isReplay: row.is_replay };
  const resolved = resolveTime(sentTime, timeOf(row.received_at));
  const sent = {
    ...row,
    ...resolved,
    passed: passedIn(row),
    receivedAt: row.received_at,
    problem: row.outcome === 'unreadable' ? row.reason : '',
  };
  return {
    ...resolved,
    id: row.id,
    zone,
    before: { occurredAt: row.occurredAt, outcome: row.outcome },
    fact: { ...row, ...rulesOfFact(rules, row), ...storedReading(row), occurredAt: resolved.occurredAt ?? '' },
    refused: rejectionReason(sent, rules),
  };
}

/** Asks the driver about an event of an unknown kind again, because it may have learned what that means. */
function passedIn({ passed, device_kind, kind }: Row): string {
  const driver = passed === 'unknown' && device_kind !== null ? driverOf(device_kind) : undefined;
  return driver?.passedBy(kind) ?? passed;
}

export async function storeResolvedTimes(queries: Queries, facts: readonly ResolvedFact[]): Promise<void> {
  const columns = {
    fact: 'bigint',
    new_zone: 'text',
    at: 'timestamp(0)',
    ambiguous: 'boolean',
    rule: 'text',
    ruled: 'text',
    seconds: 'bigint',
  } as const;
  const rows = facts.map(({ id, zone, occurredAt, isAmbiguous, fact }) => ({
    fact: id,
    new_zone: zone,
    at: occurredAt,
    ambiguous: isAmbiguous,
    rule: fact.directionRule,
    ruled: fact.ruledDirection,
    seconds: fact.repeatSeconds,
  }));
  await queries.run(
    sql`update device_events set zone = new_zone, occurred_at = at, is_ambiguous = ambiguous, direction_rule = rule,
        ruled_direction = ruled, repeat_seconds = seconds
      from ${rowsOf(columns, rows)} where device_events.id = fact`,
  );
}

/**
 * Reads what a device sent before it was approved, by the rules of the approval, and returns the number of parked
 * events. Requires the transaction that approves the device and holds the company's lock.
 */
export async function readParked(queries: Queries, controllerId: number, now: Date): Promise<number> {
  const device = await approvedDevice(queries, controllerId);
  if (!device) return 0;
  const companyId = await scalar(queries, sql`select company_id from access_controllers where id = ${controllerId}`);
  assertLocked(queries, 'companies', [companyId], 'change');
  const parked = sql`controller_id = ${controllerId} and outcome = 'parked' and device_id = ${device.id}`;
  const resolved = await resolveFacts(queries, parked, await findReadingContext(queries, { controllerId, companyId }));
  await storeResolvedTimes(queries, resolved);
  await decideAndApply(queries, companyId, await readStored(queries, companyId, resolved), now);
  return resolved.length;
}
