// Applies readings of people's facts. Each is compared with the record that its fact gave before: records that somebody
// relies on stay as they are; otherwise attendance and the stored fact change.

import type { DeviceOutcome } from '../../../../src/shared/contract/deviceEvents.ts';
import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { closedInWords } from '../../../../src/shared/words/closedMonths.ts';
import { type Queries, rowsOf, scalars, sql } from '../../../platform/db/db.ts';
import { lockRows } from '../../../platform/db/rowLocks.ts';
import { instantOf } from '../../../platform/time/clock.ts';
import { withdrawGuessedEnds, withdrawUnsent } from '../../hr/delivery/withdrawals.ts';
import { clockOf } from '../../settings/clocks.ts';
import { closedMonthsChangedBy, type RecordChange } from '../../workday/closedDays.ts';
import { noteLateEvents } from '../../workday/closedMonthChanges.ts';
import { guessOf } from '../interpret/readFact.ts';
import {
  type ChangedMoment,
  eventIdOf,
  type OwnRecord,
  type PersonFact,
  type PersonReading,
  readPeople,
} from './readDays.ts';

export interface FactResult {
  readonly outcome: DeviceOutcome;
  readonly reason: string;
  readonly attendanceId: number | null;
}

/** A difference; `keptBecause` is empty if it is applied. */
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
  const differences = readings.map((read): Difference => ({ ...read, record: stepOf(read) }));
  const reasons = await reasonsToKeep(queries, companyId, differences, intent, now);
  return differences.map((difference) => ({ difference, keptBecause: reasons.get(difference) ?? '' }));
}

/** Returns the result for each fact, including unchanged ones. At `moments`, something else changed. */
export async function applyReadings(
  queries: Queries,
  companyId: number,
  decisions: readonly Decision[],
  now: Date,
  moments: readonly ChangedMoment[] = [],
): Promise<Map<PersonFact, FactResult>> {
  const free = decisions.flatMap(({ difference, keptBecause }) => (keptBecause === '' ? difference : []));
  await removeRecords(queries, free);
  await updateRecords(queries, free);
  const added = await addRecords(queries, companyId, free, now);
  const records = [...added].map(([{ occurredAt }, id]) => ({ id, occurredAt }));
  await noteLateEvents(queries, companyId, records, now);
  const results = new Map(
    decisions.map(({ difference, keptBecause }) => {
      const { fact } = difference;
      const result = keptBecause === '' ? resultOf(difference, added.get(fact) ?? null) : keptResult(fact, keptBecause);
      return [fact, result] as const;
    }),
  );
  await storeResults(queries, results);
  await withdrawEndsOf(queries, companyId, decisions, [...moments, ...free.flatMap(placesOfChange)]);
  return results;
}

/** Decides on new readings of these people and applies them. */
export async function decideAndApply(
  queries: Queries,
  companyId: number,
  readings: readonly PersonReading[],
  now: Date,
  moments: readonly ChangedMoment[] = [],
): Promise<Map<PersonFact, FactResult>> {
  if (readings.length === 0) return new Map();
  const decisions = await decide(queries, companyId, readings, 'apply', now);
  return applyReadings(queries, companyId, decisions, now, moments);
}

/** Reads people's stored facts again around moments at which something else changed. */
export async function readAround(queries: Queries, companyId: number, moments: readonly ChangedMoment[], now: Date) {
  await decideAndApply(queries, companyId, await readPeople(queries, companyId, { moments }), now, moments);
}

/** Leaves the ends of other days, because a sync may not reach back as far as the events that are read. */
async function withdrawEndsOf(
  queries: Queries,
  companyId: number,
  decisions: readonly Decision[],
  changes: readonly Pick<ChangedMoment, 'occurredAt'>[],
): Promise<void> {
  const records = decisions.flatMap(({ difference }) => difference.fact.stored?.record ?? []);
  if (records.every(({ guessedBy }) => guessedBy === '')) return;
  const { dayOf } = (await clockOf(queries, companyId)).workingDays;
  const changedDays = new Set(changes.map(({ occurredAt }) => dayOf(occurredAt)));
  const ofChangedDays = records.flatMap(({ id, occurredAt }) => (changedDays.has(dayOf(occurredAt)) ? id : []));
  await withdrawGuessedEnds(queries, ofChangedDays);
}

/** Finds where a record was, and where it is now. */
function placesOfChange({ fact, record }: Difference): Pick<ChangedMoment, 'occurredAt'>[] {
  if (record.step === 'none') return [];
  return [...('from' in record ? [record.from] : []), ...(record.step === 'remove' ? [] : [fact])];
}

function resultOf({ fact, reading }: Difference, addedId: number | null): FactResult {
  if (reading.outcome === 'attendance')
    return { outcome: 'attendance', reason: '', attendanceId: fact.stored?.record?.id ?? addedId };
  const attendanceId = 'recordId' in reading ? reading.recordId : null;
  return { outcome: reading.outcome, reason: reading.reason, attendanceId };
}

function keptResult({ stored }: PersonFact, why: string): FactResult {
  const reason = `${why}, so it stays as it was read before`;
  return { outcome: stored?.outcome ?? 'attendance', reason, attendanceId: stored?.attendanceId ?? null };
}

/** Stores changed results. New facts are stored together with theirs. */
async function storeResults(queries: Queries, results: ReadonlyMap<PersonFact, FactResult>): Promise<void> {
  const rows = [...results].flatMap(([{ stored }, { outcome, reason, attendanceId }]) =>
    stored && (stored.outcome !== outcome || stored.reason !== reason || stored.attendanceId !== attendanceId)
      ? [{ fact: stored.id, became: outcome, why: reason, record: attendanceId }]
      : [],
  );
  if (rows.length === 0) return;
  const records = rows.flatMap(({ record }) => record ?? []);
  const there = await lockRecords(queries, records);
  const columns = { fact: 'bigint', became: 'text', why: 'text', record: 'bigint' } as const;
  const stored = rows.map((row) => ({ ...row, record: there.has(row.record) ? row.record : null }));
  await queries.run(
    sql`update device_events set outcome = became, reason = why, attendance_id = record
      from ${rowsOf(columns, stored)} where device_events.id = fact`,
  );
}

/** A reading, and its effect on attendance. */
type Difference = PersonReading & { readonly record: RecordStep };

/** Effect on the record of a fact. */
type RecordStep =
  | { readonly step: 'none' }
  | { readonly step: 'add'; readonly type: EventType }
  | { readonly step: 'change'; readonly from: OwnRecord; readonly type: EventType }
  | { readonly step: 'remove'; readonly from: OwnRecord };

function stepOf({ fact, reading }: PersonReading): RecordStep {
  const from = fact.stored?.record;
  if (reading.outcome !== 'attendance') return from ? { step: 'remove', from } : { step: 'none' };
  const { type } = reading;
  if (!from) return { step: 'add', type };
  const isSame = from.type === type && from.occurredAt === fact.occurredAt && from.guessedBy === guessOf(fact);
  return isSame ? { step: 'none' } : { step: 'change', from, type };
}

type Intent = 'apply' | 'try';

/**
 * Guards finished work: records that were sent to HR, processed or corrected, or that matter to a day of a closed
 * month, stay as they are however their facts are read. Returns the reasons why records stay as they are, as sentences.
 * Withdraws unsent deliveries of those that change.
 */
async function reasonsToKeep(
  queries: Queries,
  companyId: number,
  differences: readonly Difference[],
  intent: Intent,
  now: Date,
): Promise<Map<Difference, string>> {
  const reasons = new Map<Difference, string>();
  const ofRecord = new Map<number, Difference>();
  const closed = await closedMonthsChangedBy(queries, companyId, differences.flatMap(changeOf), now);
  for (const [{ difference }, month] of closed) reasons.set(difference, closedInWords([month]));
  for (const difference of differences)
    if ('from' in difference.record && !reasons.has(difference)) ofRecord.set(difference.record.from.id, difference);
  if (ofRecord.size === 0) return reasons;
  const keep = (ids: readonly number[], why: string) => {
    for (const id of ids) {
      const difference = ofRecord.get(id);
      if (difference) reasons.set(difference, why);
      ofRecord.delete(id);
    }
  };
  if (intent === 'apply') await lockRows(queries, 'attendance', [...ofRecord.keys()], 'change');
  const { processed, corrected } = await doneWith(queries, [...ofRecord.keys()]);
  keep(processed, 'Its record is processed');
  keep(corrected, 'Its record was corrected by hand');
  if (intent === 'apply') await withdrawUnsent(queries, [...ofRecord.keys()]);
  keep(await sentToHr(queries, [...ofRecord.keys()]), 'Its record was sent to the HR system');
  return reasons;
}

/** Leaves out facts that were never read before: their records are late events like any other. */
function changeOf(difference: Difference): (RecordChange & { readonly difference: Difference })[] {
  const { fact, record, employeeId = null } = difference;
  if (record.step === 'none') return [];
  if (record.step === 'remove') return [{ difference, step: 'remove', id: record.from.id }];
  const to = { employeeId, eventType: record.type, occurredAt: fact.occurredAt, guessedBy: guessOf(fact) };
  if (record.step === 'change') return [{ difference, step: 'change', id: record.from.id, to }];
  const isFirst = !fact.stored || fact.stored.outcome === 'parked';
  return isFirst ? [] : [{ difference, step: 'add', to }];
}

async function doneWith(queries: Queries, ids: readonly number[]) {
  const rows = await queries.all<{ id: number; is_processed: boolean }>(
    sql`select id, is_processed from attendance where id in (${ids}) and (is_processed = true
      or exists (select 1 from corrections where attendance_id = attendance.id))`,
    ['is_processed'],
  );
  const idsOf = (isProcessed: boolean) =>
    rows.filter(({ is_processed }) => is_processed === isProcessed).map(({ id }) => id);
  return { processed: idsOf(true), corrected: idsOf(false) };
}

const sentToHr = (queries: Queries, ids: readonly number[]): Promise<number[]> =>
  scalars(
    queries,
    sql`select attendance_id from hr_deliveries
      where attendance_id in (${ids}) and (state <> 'waiting' or was_sent = true)`,
  );

async function removeRecords(queries: Queries, differences: readonly Difference[]): Promise<void> {
  const ids = differences.flatMap(({ record }) => (record.step === 'remove' ? record.from.id : []));
  if (ids.length === 0) return;
  await queries.run(sql`update device_events set attendance_id = null where attendance_id in (${ids})`);
  await queries.run(sql`delete from attendance where id in (${ids})`);
}

async function updateRecords(queries: Queries, differences: readonly Difference[]): Promise<void> {
  const rows = differences.flatMap(({ fact, record, employeeId: employee = null }) =>
    record.step === 'change'
      ? { record_id: record.from.id, type: record.type, at: fact.occurredAt, employee, guess: guessOf(fact) }
      : [],
  );
  if (rows.length === 0) return;
  await queries.run(
    sql`update attendance set event_type = type, occurred_at = at, employee_id = employee, guessed_by = guess
      from ${rowsOf({ record_id: 'bigint', type: 'text', at: 'timestamp(0)', employee: 'bigint', guess: 'text' }, rows)}
      where attendance.id = record_id`,
  );
}

/** Returns the ids of added records by fact. */
async function addRecords(queries: Queries, companyId: number, differences: readonly Difference[], now: Date) {
  const added = differences.filter(({ record }) => record.step === 'add');
  if (added.length === 0) return new Map();
  const rows = added.map(({ fact, record, employeeId }) => ({
    controller: fact.controllerId,
    employee: employeeId ?? null,
    code: fact.code,
    event: eventIdOf(fact),
    type: record.step === 'add' ? record.type : null,
    at: fact.occurredAt,
    guess: guessOf(fact),
  }));
  const columns = {
    controller: 'bigint',
    employee: 'bigint',
    code: 'text',
    event: 'text',
    type: 'text',
    at: 'timestamp(0)',
    guess: 'text',
  } as const;
  const inserted = await queries.all<{ id: number; access_controller_id: number; event_id: string }>(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id, event_type,
        occurred_at, guessed_by, created_at)
      select ${companyId}, employee, code, controller, event, type, at, guess, ${instantOf(now)} from ${rowsOf(columns, rows)}
      where true order by at, event
      returning id, access_controller_id, event_id`,
  );
  const ids = new Map(inserted.map((row) => [`${row.access_controller_id} ${row.event_id}`, row.id]));
  return new Map(
    added.flatMap(({ fact }) => {
      const id = ids.get(`${fact.controllerId} ${eventIdOf(fact)}`);
      return id === undefined ? [] : [[fact, id] as const];
    }),
  );
}

/**
 * Locks the records that facts refer to, which retention could remove meanwhile, as a record may be older than its
 * fact. Returns the ids of those still there, which stay until the transaction ends.
 */
export async function lockRecords(queries: Queries, ids: readonly number[]): Promise<ReadonlySet<number | null>> {
  if (ids.length === 0) return new Set();
  await lockRows(queries, 'attendance', ids, 'rely');
  return new Set(await scalars(queries, sql`select id from attendance where id in (${ids})`));
}
