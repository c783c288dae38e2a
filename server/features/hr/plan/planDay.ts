// The plan of one day's HR sync: which records are sent, queued or held back, and why. Pure, so a dry run shows exactly
// what the sync will do. docs/hr-sync.md lists the rules.

import { createHash } from 'node:crypto';
import { toleratedMinutesAhead } from '../../../../src/shared/day/pairEvents.ts';
import { dateOf, daysAfter, instantAt, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import type { HrRules } from '../connection/connectionQueries.ts';
import type { Connector } from '../connectors/connector.ts';
import type { Queued } from '../delivery/deliveryQueries.ts';
import { unmatchedSentence } from '../delivery/shipments.ts';
import {
  type Difference,
  findContradictedPairs,
  findDifferences,
  findOvertakenEnd,
  holdGuessedEnds,
} from './differences.ts';
import {
  type Break,
  choosePairs,
  findBreaks,
  findWarnings,
  mayBeginBreakUntil,
  pairRecords,
  type RecordPair,
  timeOf,
} from './pairsAndBreaks.ts';
import type { Decision, Held, Hold, HrDay, HrRecord } from './types.ts';

export interface PlannedRecord {
  readonly record: HrRecord;
  readonly decision: Decision;
}

export interface EmployeePlan {
  readonly employeeNumber: string;
  readonly name: string;
  /** Records of the day in order. */
  readonly records: readonly PlannedRecord[];
  readonly breaks: readonly Break[];
  /** Records sent together, for HR systems that take pairs. Includes pairs whose end is sent only on request. */
  readonly pairs: readonly RecordPair[];
  /** Hints that a record is missing. */
  readonly warnings: readonly string[];
  readonly differences: readonly Difference[];
}

export function planDay(day: HrDay, rules: HrRules): EmployeePlan[] {
  const threshold = thresholdOf(day, rules);
  const recordsBefore = Map.groupBy(inOrder(day.recordsBefore), employeeKey);
  return [...Map.groupBy(inOrder(day.records), employeeKey)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, records]) =>
      planEmployee({ ...day, records, recordsBefore: recordsBefore.get(key) ?? [] }, rules, threshold),
    );
}

export const plannedRecords = (plan: readonly EmployeePlan[]): PlannedRecord[] =>
  plan.flatMap((employee) => employee.records);

const employeeKey = ({ employee, employee_code }: HrRecord) =>
  employee ? `${employee.employeeNumber} ${employee.id}` : `${employee_code} unknown`;

/** Expects records of one employee. */
function planEmployee(day: HrDay, rules: HrRules, threshold: ReturnType<typeof thresholdOf>): EmployeePlan {
  const { records } = day;
  const { held, pairing, breaks, chosen, last } = choose(day, rules);
  const hold = holdIn(held);
  const differences = differencesOf(day, rules, chosen);
  for (const { replacement, sentence } of differences) {
    if (replacement) hold(replacement, 'replaces_sent', `${sentence}. It is sent only if somebody says so`);
  }
  const overtaken = findOvertakenEnd(day, pairing);
  const isNew = overtaken && differences.every(({ delivered }) => delivered !== overtaken.delivered);
  const unheld = () => chosen.filter((record) => !held.has(record));
  holdGuessedEnds(day, unheld(), pairing, hold);
  const isDayOver = day.now >= threshold.instant;
  for (const record of unheld()) {
    if (record.event_type === 'check-out' && !isDayOver) hold(record, 'before_threshold', threshold.sentence);
  }

  const { takes, takesBreaks } = day.connector;
  if (takes === 'event' && rules.multiple_clock_out_mode === 'first_last')
    holdWhileBreakIsPossible(day, last, rules, held);
  const isPaired = (record: HrRecord) => !held.has(record) || held.get(record)?.reason === 'replaces_sent';
  const { pairs, contradictions } =
    takes === 'pair'
      ? choosePairs(day, chosen.filter(isPaired), pairing, takesBreaks ? breaks : [], hold)
      : { pairs: [], contradictions: [] };
  const known = isNew ? [...differences, overtaken] : differences;
  const { employee, employee_code } = records[0] ?? { employee: null, employee_code: '' };
  return {
    employeeNumber: employee?.employeeNumber ?? employee_code,
    name: employee?.name ?? '',
    records: records.map((record) => ({ record, decision: decide(record, held.get(record), takes) })),
    breaks,
    pairs,
    warnings: employee ? findWarnings(pairing, day, isDayOver) : [],
    differences: [...known, ...findContradictedPairs(day, contradictions, known)],
  };
}

/**
 * Chooses what is sent of a day, regardless of the time and of earlier deliveries: the records that are not held back.
 * `last` is the last record that counts, if any.
 */
function choose(day: HrDay, rules: HrRules) {
  const held = new Map<HrRecord, Held>();
  const hold = holdIn(held);
  const free = () => day.records.filter((record) => !held.has(record));
  holdUnusable(day, free, hold);
  const last = free().at(-1);
  const pairing = pairRecords(day, free());
  const breaks = findBreaks(pairing, rules, day.clock);
  const { takes, takesBreaks } = day.connector;
  const isFirstLast = rules.multiple_clock_out_mode === 'first_last';
  if (isFirstLast || takes === 'pair') {
    for (const [record, original] of pairing.repeats) {
      hold(record, 'repeated', `It repeats the ${original.event_type} at ${timeOf(day, original)}`);
    }
  }
  for (const record of pairing.between) {
    const [reason, which] =
      record.event_type === 'check-in' ? (['not_first', 'first'] as const) : (['not_last', 'last'] as const);
    hold(record, reason, `Only the ${which} ${record.event_type} of the day counts`);
  }
  if (isFirstLast) {
    const breakRecords = new Set(takesBreaks ? breaks.flatMap(({ out, back }) => [out, back]) : []);
    if (!takesBreaks) for (const each of breaks) holdBreak(day, each, rules, hold);
    const others = free().filter((record) => !breakRecords.has(record));
    holdBetweenFirstAndLast(day, others, pairing.isInAtStart, hold);
  }
  return { held, pairing, breaks, chosen: free(), last };
}

const holdIn =
  (held: Map<HrRecord, Held>): Hold =>
  (record, reason, sentence, until) =>
    held.set(record, { kind: 'held', reason, sentence, ...(until !== undefined && { until }) });

/** Skipped in the mode all_records, where no record replaces another. */
function differencesOf(day: HrDay, rules: HrRules, chosen: readonly HrRecord[]): Difference[] {
  const isCorrected = ({ isManual, isSetAside, isLongShift }: HrRecord) => isManual || isSetAside || isLongShift;
  if (![...day.records, ...day.recordsBefore].some(isCorrected)) return [];
  const before = rules.multiple_clock_out_mode === 'all_records' ? chosen : choose(uncorrected(day), rules).chosen;
  return findDifferences(day, chosen, new Set(before.map(({ id }) => id)));
}

function uncorrected(day: HrDay): HrDay {
  const withoutCorrections = (records: readonly HrRecord[]) =>
    records.filter(({ isManual }) => !isManual).map((record) => ({ ...record, isSetAside: false, isLongShift: false }));
  return {
    ...day,
    records: withoutCorrections(day.records),
    recordsBefore: withoutCorrections(day.recordsBefore),
  };
}

function holdUnusable(day: HrDay, free: () => HrRecord[], hold: Hold): void {
  for (const record of free().filter(({ isErased }) => isErased)) hold(record, 'erased', 'The person was erased');
  for (const record of free().filter(({ employee }) => !employee)) {
    const sentence = `No employee has ID ${record.employee_code}. The record will be sent once one is added`;
    hold(record, 'unknown_employee', sentence);
  }
  for (const record of free().filter(({ employee }) => day.connector.people && employee?.personId === '')) {
    hold(record, 'unmatched_employee', unmatchedSentence(day.connector.name, record.employee?.employeeNumber ?? ''));
  }
  const latest = instantOf(plusMinutes(dateOf(day.now), toleratedMinutesAhead));
  for (const record of free().filter(({ occurred_at }) => occurred_at > latest)) {
    hold(record, 'in_the_future', "Dated in the future: the controller's clock is ahead");
  }
  for (const record of free().filter(({ isSetAside }) => isSetAside)) {
    hold(record, 'set_aside', 'It was set aside and does not count');
  }
  for (const record of duplicatesAmong(free())) {
    hold(record, 'duplicate', `Another record has the same ${record.event_type} at the same second`);
  }
}

/** Keeps the queued or sent one of equal records, else the first. */
function duplicatesAmong(records: readonly HrRecord[]): HrRecord[] {
  const equal = Map.groupBy(records, ({ event_type, occurred_at }) => `${event_type} ${occurred_at}`);
  return [...equal.values()].flatMap((group) => {
    const kept = group.find(({ delivery }) => delivery !== 'none') ?? group[0];
    return group.filter((record) => record !== kept);
  });
}

function holdBreak(day: HrDay, { out, back, minutes }: Break, rules: HrRules, hold: Hold): void {
  const { min_break_duration_minutes: shortest, max_break_duration_minutes: longest } = rules;
  const sentence =
    `Part of the lunch break from ${timeOf(day, out)} to ${timeOf(day, back)} ` +
    `(${minutes} minutes; breaks last ${shortest} to ${longest})`;
  hold(out, 'lunch_break', sentence);
  hold(back, 'lunch_break', sentence);
}

/**
 * Holds back a check-out only where it could not be corrected later: a single record cannot be taken back, but a pair
 * can get a later end. Manual records are final.
 */
function holdWhileBreakIsPossible(
  { now, clock }: HrDay,
  last: HrRecord | undefined,
  rules: HrRules,
  held: Map<HrRecord, Held>,
): void {
  if (last?.event_type !== 'check-out' || last.isManual || held.has(last)) return;
  const until = mayBeginBreakUntil(last, rules, clock);
  if (until <= now) return;
  const sentence = `It may still begin a lunch break, until ${clock.wallClock(until).slice(11, 16)}`;
  holdIn(held)(last, 'may_be_break', sentence, until);
}

/** A threshold earlier than the start of the working day falls into its last hours. */
function thresholdOf({ date, start, clock }: HrDay, rules: HrRules) {
  const timeOfDay = `${String(rules.sync_time_threshold_hour).padStart(2, '0')}:00`;
  const sameDate = instantAt(clock, date, timeOfDay);
  return {
    instant: sameDate < start ? instantAt(clock, daysAfter(date, 1), timeOfDay) : sameDate,
    sentence: `Check-outs of ${date} are sent from ${timeOfDay} (${clock.zone})`,
  };
}

/** A queued record is never taken back, whatever arrives or is configured later; pairs are made again until sent. */
function decide(record: HrRecord, held: Held | undefined, takes: Connector['takes']): Decision {
  const { delivery, last_error, mayBeThere, pairedUntil } = record;
  const isPairedAnew = takes === 'pair' && !mayBeThere && pairedUntil === '';
  if (delivery === 'accepted') return { kind: 'sent' };
  if (delivery === 'waiting' && !isPairedAnew) return { kind: 'send' };
  if (delivery === 'retryNeeded' && held?.reason !== 'set_aside') {
    return { kind: 'held', reason: 'delivery_failed', sentence: `It needs a manual retry: ${last_error}` };
  }
  return held ?? { kind: 'send' };
}

/** Sorts by time; records of the same second stay in the order of arrival. */
function inOrder(records: readonly HrRecord[]): HrRecord[] {
  return [...records].sort((one, other) =>
    one.occurred_at === other.occurred_at ? one.id - other.id : one.occurred_at < other.occurred_at ? -1 : 1,
  );
}

const isCheckIn = ({ event_type }: HrRecord) => event_type === 'check-in';

/**
 * Applies the mode first_last. Check-outs before the day's first check-in close the previous day's shift, if there was
 * one.
 */
function holdBetweenFirstAndLast(day: HrDay, events: readonly HrRecord[], isInAtStart: boolean, hold: Hold): void {
  const first = events.find(isCheckIn);
  const start = first ? events.indexOf(first) : events.length;
  const before = events.slice(0, start);
  const today = events.slice(start);

  if (isInAtStart) holdAllButLast(day, before, hold);
  else for (const out of before) hold(out, 'orphan_check_out', 'No check-in precedes this check-out');
  const outs = today.filter((record) => !isCheckIn(record));
  holdAllButLast(day, outs, hold);
  for (const record of today.filter(isCheckIn)) {
    if (first && record !== first) hold(record, 'not_first', `Only the first check-in (${timeOf(day, first)}) is sent`);
  }
}

function holdAllButLast(day: HrDay, outs: readonly HrRecord[], hold: Hold): void {
  const last = outs.at(-1);
  for (const out of outs) {
    if (last && out !== last) hold(out, 'not_last', `Only the last check-out (${timeOf(day, last)}) is sent`);
  }
}

// Queues the records of a plan, each with the start of its pair if it carries one; the start may belong to the day
// before.

/** `company` is the unique identifier. */
export function recordsToQueue(plan: readonly EmployeePlan[], sent: readonly HrRecord[], company: string): Queued[] {
  const startOf = new Map(plan.flatMap(({ pairs }) => pairs.map(({ start, end }) => [end.id, start] as const)));
  const starts = sent.flatMap((record) => startOf.get(record.id) ?? []).filter(({ delivery }) => delivery === 'none');
  return [...new Set([...sent, ...starts])].map((record) => ({
    id: record.id,
    key: idempotencyKey(company, record),
    pair_start_id: startOf.get(record.id)?.id ?? null,
  }));
}

/** Leaves out starts of the next day's pairs, which are queued with their end. */
export const recordsToSend = (plan: readonly EmployeePlan[]): HrRecord[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'send' && record.pairedUntil === '')
    .map(({ record }) => record);

/** Records queued with a pair that no longer exists. */
export const recordsToWithdraw = (plan: readonly EmployeePlan[]): number[] =>
  plannedRecords(plan)
    .filter(({ record, decision }) => decision.kind === 'held' && record.delivery === 'waiting')
    .map(({ record }) => record.id);

type Event = Pick<HrRecord, 'employee_code' | 'event_type' | 'occurred_at'>;

/**
 * Lets an HR system recognize a repeated record. Derived from the content: a restored database reuses record numbers,
 * which would name somebody else's record. If two records have the same key, the plan holds one back as a duplicate.
 */
export function idempotencyKey(company: string, { employee_code, event_type, occurred_at }: Event): string {
  const content = JSON.stringify([company, employee_code, event_type, occurred_at]);
  const digest = createHash('sha256').update(content).digest('hex').slice(0, 32);
  return `${company}/${digest}/${event_type}`;
}
