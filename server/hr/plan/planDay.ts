// The plan of one day's HR sync: of every record whether it is sent or held back, and why. Pure: the dry run
// shows what the sync then does. docs/hr-sync.md has the rules as a table.

import { type Break, findBreaks, minutesBetween } from './breaks.ts';
import { groupBy, type HrDay, type HrRecord, type HrRules, inOrder } from './types.ts';
import { dateOf, instantOf, plusMinutes } from '../../time/instants.ts';
import { instantAt } from '../../time/wallClock.ts';

type Reason =
  | 'unknown_employee'
  | 'in_the_future'
  | 'duplicate'
  | 'lunch_break'
  | 'not_first'
  | 'not_last'
  | 'orphan_check_out'
  | 'before_threshold'
  | 'delivery_failed';

/** sent: the HR system accepted it earlier. send: it is to be sent. held: it is not, and why. */
export type Fate =
  | { readonly kind: 'sent' }
  | { readonly kind: 'send' }
  | { readonly kind: 'held'; readonly reason: Reason; readonly sentence: string };

export interface Decision {
  readonly record: HrRecord;
  readonly fate: Fate;
}

export interface EmployeePlan {
  readonly employee_id: string;
  readonly name: string;
  /** Every record of the day, in order of time. */
  readonly decisions: readonly Decision[];
  readonly breaks: readonly Break[];
  /** What a person should look at: something seems to be missing. */
  readonly warnings: readonly string[];
}

/** A check-out closes the shift of the day before if the check-in was at most so long ago. */
export const longestShiftHours = 16;
/** A controller's clock may be a little ahead. */
const toleratedMinutesAhead = 5;

type Held = Extract<Fate, { kind: 'held' }>;
type Holds = Map<HrRecord, Held>;

const because = (reason: Reason, sentence: string): Held => ({ kind: 'held', reason, sentence });

export function planDay(day: HrDay, rules: HrRules): EmployeePlan[] {
  const threshold = thresholdOf(day, rules);
  const eves = groupBy(inOrder(day.eve), personOf);
  return [...groupBy(inOrder(day.records), personOf)]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([person, records]) => planPerson({ ...day, records }, rules, threshold, eves.get(person)?.at(-1)));
}

export const decisionsOf = (plan: readonly EmployeePlan[]): Decision[] =>
  plan.flatMap((employee) => employee.decisions);

const personOf = ({ employee, employee_code }: HrRecord) =>
  employee ? `${employee.employee_id} ${employee.id}` : `${employee_code} unknown`;

function planPerson(day: HrDay, rules: HrRules, threshold: Threshold, lastOfEve: HrRecord | undefined): EmployeePlan {
  const { records } = day;
  const holds: Holds = new Map();
  const hold = (record: HrRecord, reason: Reason, sentence: string) => holds.set(record, because(reason, sentence));
  const clock = ({ occurred_at }: HrRecord) => day.time.wallClock(occurred_at).slice(11, 16);
  const free = () => records.filter((record) => !holds.has(record));

  for (const record of free().filter(({ employee }) => !employee)) {
    hold(record, 'unknown_employee', `No employee has the ID ${record.employee_code} yet; it is sent once one has it`);
  }
  const latest = instantOf(plusMinutes(dateOf(day.now), toleratedMinutesAhead));
  for (const record of free().filter(({ occurred_at }) => occurred_at > latest)) {
    hold(record, 'in_the_future', 'It lies in the future: the clock of its controller is ahead');
  }
  for (const record of duplicatesAmong(free())) {
    hold(record, 'duplicate', `It is the same ${record.event_type} at the same second as another record`);
  }

  const events = free();
  const isInAtStart = continuesShift(lastOfEve, events[0]);
  const breaks = findBreaks(events, isInAtStart, rules, day.time);
  if (rules.multiple_clock_out_mode === 'first_last') {
    for (const { out, back, minutes } of breaks) {
      const sentence =
        `It is part of the lunch break from ${clock(out)} to ${clock(back)}: ${minutes} minutes, within ` +
        `${rules.min_break_duration_minutes} to ${rules.max_break_duration_minutes}`;
      hold(out, 'lunch_break', sentence);
      hold(back, 'lunch_break', sentence);
    }
    holdBetweenFirstAndLast(free(), isInAtStart, hold, clock);
  }

  for (const record of free().filter(({ event_type }) => event_type === 'check-out')) {
    if (day.now < threshold.instant) hold(record, 'before_threshold', threshold.sentence);
  }

  const { employee, employee_code } = records[0] ?? { employee: null, employee_code: '' };
  return {
    employee_id: employee?.employee_id ?? employee_code,
    name: employee?.name ?? '',
    decisions: records.map((record) => ({ record, fate: fateOf(record, holds.get(record)) })),
    breaks,
    warnings: employee ? warningsOf(events, isInAtStart, day.now >= threshold.instant, clock) : [],
  };
}

/** What was given to the delivery once is never taken back, whatever arrives or is configured later. */
function fateOf({ delivery, last_error }: HrRecord, held: Held | undefined): Fate {
  if (delivery === 'accepted') return { kind: 'sent' };
  if (delivery === 'waiting') return { kind: 'send' };
  if (delivery === 'failed') {
    const sentence = `It could not be delivered, and rests until somebody retries it: ${last_error}`;
    return because('delivery_failed', sentence);
  }
  return held ?? { kind: 'send' };
}

/** Of the same event at the same second, the one already given to the delivery counts, else the first. */
function duplicatesAmong(records: readonly HrRecord[]): HrRecord[] {
  const same = groupBy(records, ({ event_type, occurred_at }) => `${event_type} ${occurred_at}`);
  return [...same.values()].flatMap((group) => {
    const counts = group.find(({ delivery }) => delivery !== 'none') ?? group[0];
    return group.filter((record) => record !== counts);
  });
}

function continuesShift(before: HrRecord | undefined, first: HrRecord | undefined): boolean {
  return (
    before?.event_type === 'check-in' &&
    first?.event_type === 'check-out' &&
    minutesBetween(before.occurred_at, first.occurred_at) <= longestShiftHours * 60
  );
}

/** Check-outs before the day's first check-in close the shift of the day before, or nothing at all. */
function holdBetweenFirstAndLast(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  hold: (record: HrRecord, reason: Reason, sentence: string) => void,
  clock: (record: HrRecord) => string,
): void {
  const start = events.findIndex(({ event_type }) => event_type === 'check-in');
  const before = start < 0 ? events : events.slice(0, start);
  const own = start < 0 ? [] : events.slice(start);
  const first = own[0];

  const holdAllButLast = (outs: readonly HrRecord[]) => {
    const last = outs.at(-1);
    for (const out of outs) {
      if (last && out !== last) hold(out, 'not_last', `Only the last check-out counts, which was at ${clock(last)}`);
    }
  };
  if (isInAtStart) holdAllButLast(before);
  else {
    for (const out of before) {
      hold(out, 'orphan_check_out', 'No check-in came before it, and what is missing is never guessed');
    }
  }
  holdAllButLast(own.filter(({ event_type }) => event_type === 'check-out'));
  for (const record of own.filter(({ event_type }) => event_type === 'check-in')) {
    if (first && record !== first)
      hold(record, 'not_first', `Only the first check-in counts, which was at ${clock(first)}`);
  }
}

interface Threshold {
  readonly instant: string;
  readonly sentence: string;
}

function thresholdOf({ date, time }: HrDay, rules: HrRules): Threshold {
  const clock = `${String(rules.sync_time_threshold_hour).padStart(2, '0')}:00`;
  return {
    instant: instantAt(time, date, clock),
    sentence: `Check-outs of ${date} are sent from ${clock} (${time.zone})`,
  };
}

function warningsOf(
  events: readonly HrRecord[],
  isInAtStart: boolean,
  isDayOver: boolean,
  clock: (record: HrRecord) => string,
): string[] {
  const warnings: string[] = [];
  let isIn = isInAtStart;
  for (const event of events) {
    const comesIn = event.event_type === 'check-in';
    if (comesIn && isIn) warnings.push(`The check-in at ${clock(event)} follows another check-in`);
    if (!comesIn && !isIn) warnings.push(`The check-out at ${clock(event)} has no check-in before it`);
    isIn = comesIn;
  }
  const last = events.at(-1);
  if (last && isIn && isDayOver) warnings.push(`No check-out follows the check-in at ${clock(last)}`);
  return warnings;
}
