// Carries out what a reading of people's facts says: attendance, and what became of each fact.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import { noteLateEvents } from '../../workday/closedMonthChanges.ts';
import { withdrawUnsent } from '../../hr/delivery/deliveryQueries.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { rowsOf, sql } from '../../../platform/db/sql.ts';
import { changeRecords } from './changeRecords.ts';
import { type Difference, differenceOf, isAttendance } from './differences.ts';
import { type Intent, whyKept } from './keptRecords.ts';
import { lockRecords } from './lockRecords.ts';
import type { PersonFact } from './personFacts.ts';
import type { CompanyCalendar, PersonReading } from './readPeople.ts';

/** What became of a fact. */
export interface Fate {
  readonly outcome: DeviceOutcome;
  readonly reason: string;
  readonly attendanceId: number | null;
}

/** A difference, and why it is not carried out: empty if it is. */
export interface Decision {
  readonly difference: Difference;
  readonly keptBecause: string;
}

export async function decide(
  queries: Queries,
  companyId: number,
  readings: readonly PersonReading[],
  intent: Intent,
  now: Date,
): Promise<Decision[]> {
  const differences = readings.map(differenceOf);
  const kept = await whyKept(queries, companyId, differences, intent, now);
  return differences.map((difference) => ({ difference, keptBecause: kept.get(difference) ?? '' }));
}

/** Answers what became of each fact, also of those that stay as they were. */
export async function carryOut(
  queries: Queries,
  companyId: number,
  decisions: readonly Decision[],
  now: Date,
): Promise<Map<PersonFact, Fate>> {
  const free = decisions.flatMap(({ difference, keptBecause }) => (keptBecause === '' ? difference : []));
  const added = await changeRecords(queries, companyId, free, now);
  const records = [...added].map(([{ occurredAt }, id]) => ({ id, occurredAt }));
  await noteLateEvents(queries, companyId, records, now);
  const fates = new Map(
    decisions.map(({ difference, keptBecause }) => {
      const { fact } = difference;
      const fate = keptBecause === '' ? fateOf(difference, added.get(fact) ?? null) : keptFate(fact, keptBecause);
      return [fact, fate] as const;
    }),
  );
  await storeFates(queries, fates);
  return fates;
}

/** Both, for what is new of these people. */
export async function readAndCarryOut(
  queries: Queries,
  { companyId }: CompanyCalendar,
  readings: readonly PersonReading[],
  now: Date,
): Promise<Map<PersonFact, Fate>> {
  const fates = await carryOut(queries, companyId, await decide(queries, companyId, readings, 'carryOut', now), now);
  await withdrawGuessedEnds(queries, readings);
  return fates;
}

/** Of a day that has changed, the ends that were guessed: unless one was sent, the next plan decides about it. */
async function withdrawGuessedEnds(queries: Queries, readings: readonly PersonReading[]): Promise<void> {
  const ends = readings.flatMap(({ fact: { stored } }) => {
    const { record } = stored ?? {};
    return record && record.guessedBy !== '' && record.type === 'check-out' ? record.id : [];
  });
  if (ends.length === 0) return;
  const queued = await queries.all<{ attendance_id: number }>(
    sql`select attendance_id from hr_deliveries where attendance_id in (${ends}) and state = 'waiting' and not was_sent`,
  );
  if (queued.length === 0) return;
  await withdrawUnsent(
    queries,
    queued.map(({ attendance_id }) => attendance_id),
  );
}

function fateOf({ fact, reading }: Difference, addedId: number | null): Fate {
  if (isAttendance(reading))
    return { outcome: 'attendance', reason: '', attendanceId: fact.stored?.record?.id ?? addedId };
  const attendanceId = 'recordId' in reading ? reading.recordId : null;
  return { outcome: reading.outcome, reason: reading.reason, attendanceId };
}

function keptFate({ stored }: PersonFact, why: string): Fate {
  const reason = `${why}, so it stays as it was read before`;
  return { outcome: stored?.outcome ?? 'attendance', reason, attendanceId: stored?.attendanceId ?? null };
}

/** Of new facts, the fate is stored with them. */
async function storeFates(queries: Queries, fates: ReadonlyMap<PersonFact, Fate>): Promise<void> {
  const rows = [...fates].flatMap(([{ stored }, { outcome, reason, attendanceId }]) =>
    stored && (stored.outcome !== outcome || stored.reason !== reason || stored.attendanceId !== attendanceId)
      ? [{ fact: stored.id, became: outcome, why: reason, record: attendanceId }]
      : [],
  );
  if (rows.length === 0) return;
  const there = await lockRecords(
    queries,
    rows.flatMap(({ record }) => record ?? []),
  );
  const columns = { fact: 'bigint', became: 'text', why: 'text', record: 'bigint' } as const;
  const stored = rows.map((row) => ({ ...row, record: there.has(row.record) ? row.record : null }));
  await queries.run(
    sql`update device_events set outcome = became, reason = why, attendance_id = record
      from ${rowsOf(columns, stored)} where device_events.id = fact`,
  );
}
