// Chooses the pairs of a day for HR systems that take pairs. A record without a partner waits for one. Pairs in the HR
// system are never contradicted; they may only get a later end.
import { longestShiftHours, type Paired, pairEvents, type Stretch } from '../../../../src/shared/day/pairEvents.ts';
import type { DayEvent } from '../../../../src/shared/day/types.ts';
import { breakBetween } from '../../../../src/shared/day/workedDays.ts';
import { type Clock, dateOf, instantOf, plusMinutes } from '../../../platform/time/clock.ts';
import type { HrRules } from '../connection/connectionQueries.ts';
import type { Hold, HrDay, HrRecord } from './types.ts';

export interface RecordPair {
  readonly start: HrRecord;
  /** Belongs to the day and carries the pair. */
  readonly end: HrRecord;
}

/** 'HH:MM' by the company's clock. */
export const timeOf = ({ clock }: Pick<HrDay, 'clock'>, { occurred_at }: HrRecord): string =>
  clock.wallClock(occurred_at).slice(11, 16);

/** What an HR system has in place of these pairs of the day. */
export interface Contradiction {
  readonly sent: SentPair;
  readonly pairs: readonly RecordPair[];
}

/** 'HH:MM to HH:MM' by the company's clock. */
export const spanOf = ({ clock }: Pick<HrDay, 'clock'>, { from, until }: Pick<SentPair, 'from' | 'until'>): string =>
  [from, until].map((at) => clock.wallClock(at).slice(11, 16)).join(' to ');

/** `breaks` are to be sent as well. Holds back chosen records without a pair. */
export function choosePairs(
  day: HrDay,
  chosen: readonly HrRecord[],
  pairing: DayPairing,
  breaks: readonly Break[],
  hold: Hold,
): { pairs: readonly RecordPair[]; contradictions: readonly Contradiction[] } {
  const given = sentPairs(day);
  // From first to last may be longer than a shift, so these two alone would be no pair.
  const { stretches } = day.hours === 'first_last' ? pairing : pairRecords(day, chosen);
  const pairs = pairsAmong(day, chosen, stretches, breaks);
  const obstacles = new Map(pairs.map((pair) => [pair, obstacleOf(day, pair, given)]));
  const taken = pairs.filter((pair) => obstacles.get(pair) === undefined);
  const parts = new Set(taken.flatMap(({ start, end }) => [start, end]));
  for (const record of chosen.filter((each) => !parts.has(each) && each.pairedUntil === '')) {
    const own = pairs.find(({ start, end }) => record === start || record === end);
    const obstacle = own && obstacles.get(own);
    if (obstacle !== undefined) hold(record, 'cannot_be_taken', obstacle);
    else hold(record, 'no_pair', missingPartner(day, record, stretches));
  }
  const contradictions = given
    .map((sent) => ({ sent, pairs: pairs.filter((pair) => contradicts(sent, pair)) }))
    .filter(({ pairs }) => pairs.length > 0);
  return { pairs: taken, contradictions };
}

function pairsAmong(
  day: HrDay,
  chosen: readonly HrRecord[],
  stretches: DayPairing['stretches'],
  breaks: readonly Break[],
): RecordPair[] {
  const isKept = (record: HrRecord) => record.occurred_at < day.start || chosen.includes(record);
  return [
    ...stretches.flatMap((stretch) =>
      stretch.kind === 'pair' && isOfDay(stretch.out, day) ? { start: stretch.in.record, end: stretch.out.record } : [],
    ),
    ...breaks.map(({ out, back }) => ({ start: out, end: back })),
  ].filter(({ start, end }) => isKept(start) && chosen.includes(end));
}

function missingPartner({ connector }: HrDay, record: HrRecord, stretches: DayPairing['stretches']): string {
  const own = record.event_type;
  const other = own === 'check-in' ? 'check-out' : 'check-in';
  if (stretches.some((each) => each.kind === 'tooLong' && [each.in.record, each.out.record].includes(record)))
    return `Its ${other} is more than ${longestShiftHours} hours away, so the two are no pair`;
  return `${connector.name} takes pairs: this ${own} is sent with its ${other}, once there is one`;
}

/** A pair that the current HR system has or may have, or that a former one has. */
interface SentPair {
  /** The record that ends it, or its start if it ends after the day. */
  readonly carrier: HrRecord;
  /** The HR system's name; empty if the pair is not known to be there. */
  readonly system: string;
  readonly startId: number;
  readonly from: string;
  readonly until: string;
  /** True if its end does not count any more. */
  readonly hasLostEnd: boolean;
}

function sentPairs({ recordsBefore, records }: HrDay): SentPair[] {
  const all = [...recordsBefore, ...records];
  return all.flatMap((record, index) => {
    const { id, system, occurred_at, pairedUntil, mayBeThere, isSetAside, isFormerEnd } = record;
    const start = record.pairStart ?? startSentAlone(all.slice(0, index), record);
    return [
      ...(start && mayBeThere && !isFormerEnd
        ? [{ carrier: record, system, startId: start.id, from: start.at, until: occurred_at, hasLostEnd: isSetAside }]
        : []),
      ...(pairedUntil === ''
        ? []
        : [{ carrier: record, system, startId: id, from: occurred_at, until: pairedUntil, hasLostEnd: false }]),
    ];
  });
}

/** Finds the start of an end sent to a former HR system as a single record. */
function startSentAlone(before: readonly HrRecord[], { event_type }: HrRecord): HrRecord['pairStart'] {
  if (event_type !== 'check-out') return null;
  const start = before.findLast((each) => each.mayBeThere && each.event_type === 'check-in');
  return start ? { id: start.id, at: start.occurred_at } : null;
}

/** Reason why the pair cannot go out, without a full stop. */
function obstacleOf(day: HrDay, pair: RecordPair, given: readonly SentPair[]): string | undefined {
  const { start, end } = pair;
  const { connector } = day;
  if (end.mayBeThere) {
    const isSame = end.pairStart?.id === start.id;
    const system = end.system || connector.name;
    const sentence = `${system} has the ${end.event_type} at ${timeOf(day, end)} with another start. Correct it there`;
    return isSame ? undefined : sentence;
  }
  if (end.delivery === 'retryNeeded')
    return `The ${end.event_type} at ${timeOf(day, end)}, which ends it, needs a manual retry`;
  const other = given.find((each) => blocks(each, pair));
  if (other) {
    return `${other.system || connector.name} has ${spanOf(day, other)}, which this would contradict. Correct it there`;
  }
  return connector.refusal?.({ from: start.occurred_at, until: end.occurred_at }, day);
}

/** Whether the pairs overlap, unless the sent one becomes this one by a later end. */
function blocks({ startId, from, until, hasLostEnd }: SentPair, { start, end }: RecordPair): boolean {
  const overlaps = from < end.occurred_at && start.occurred_at < until;
  const becomesThis = startId === start.id && (until < end.occurred_at || hasLostEnd);
  return overlaps && !becomesThis;
}

/** Whether a sync leaves the sent pair as it is although the day has this one. */
function contradicts(sent: SentPair, pair: RecordPair): boolean {
  const hasSameStart = sent.startId === pair.start.id;
  if (hasSameStart && sent.until === pair.end.occurred_at) return false;
  return blocks(sent, pair) || (hasSameStart && pair.end.isFormerEnd);
}

interface Punch extends DayEvent {
  readonly record: HrRecord;
}

export interface DayPairing {
  /** Stretches with a record of the day. */
  readonly stretches: readonly Stretch<Punch>[];
  /** Records that do not count because only the day's first and last do. */
  readonly between: ReadonlySet<HrRecord>;
  /** Earlier record, by the record that repeats it. */
  readonly repeats: ReadonlyMap<HrRecord, HrRecord>;
  /** Set if the day's first check-out ends a shift from before. */
  readonly isInAtStart: boolean;
}

/**
 * Pairs records as timesheets do, so that both always use the same punches for a shift. A plan sees one day only, so it
 * counts a break wherever its shift began. Pairing also finds lunch breaks and warns of missing records. `records` are
 * one employee's usable records of the day.
 */
export function pairRecords(day: HrDay, records: readonly HrRecord[]): DayPairing {
  const punches = [...day.recordsBefore, ...records].map((record) => punchOf(record, day));
  const { stretches, between, repeats } = pairEvents(punches, {
    repeatSeconds: day.repeatSeconds,
    hours: day.hours,
    now: dateOf(day.now).getTime(),
    today: day.clock.workingDays.dayOf(day.now),
  });
  return {
    stretches: stretches.filter((stretch) => isOfDay(stretch.out, day) || isOfDay(stretch.in, day)),
    between: new Set([...between].map(({ record }) => record)),
    repeats: recordsOf(repeats),
    isInAtStart: stretches.some(
      (stretch) => stretch.kind === 'pair' && !isOfDay(stretch.in, day) && isOfDay(stretch.out, day),
    ),
  };
}

export const isOfDay = (punch: Punch | undefined, { start }: HrDay): boolean =>
  punch !== undefined && punch.record.occurred_at >= start;

const punchOf = (record: HrRecord, { clock }: HrDay): Punch => ({
  id: record.id,
  at: dateOf(record.occurred_at).getTime(),
  day: clock.workingDays.dayOf(record.occurred_at),
  direction: record.event_type === 'check-in' ? 'in' : 'out',
  isManual: record.isManual,
  isSetAside: record.isSetAside,
  isLongShift: record.isLongShift,
  guessedBy: record.guessedBy,
  record,
});

const recordsOf = (repeats: Paired<Punch>['repeats']): DayPairing['repeats'] =>
  new Map([...repeats].map(([punch, original]) => [punch.record, original.record]));

export interface Break {
  readonly out: HrRecord;
  readonly back: HrRecord;
  readonly minutes: number;
}

/** Hours in which a break must begin without auto detection. */
const noon = { from: '11:00', until: '15:00' };

/** A lunch break lasts between the configured bounds, inclusive; the clock may change during it. */
export function findBreaks({ stretches }: DayPairing, rules: HrRules, clock: Clock): Break[] {
  if (!rules.lunch_break_detection) return [];
  return stretches
    .flatMap((stretch, index) => breakBetween(stretches[index - 1], stretch))
    .map((pause) => ({ out: pause.out.record, back: pause.in.record, minutes: pause.minutes }))
    .filter(
      ({ out, minutes }) =>
        minutes >= rules.min_break_duration_minutes &&
        minutes <= rules.max_break_duration_minutes &&
        (rules.auto_detect_breaks || beginsAroundNoon(out, clock)),
    );
}

/** Instant until which a check-out without a successor may begin a lunch break; empty if it cannot. */
export function mayBeginBreakUntil(out: HrRecord, rules: HrRules, clock: Clock): string {
  const isPossible = rules.lunch_break_detection && (rules.auto_detect_breaks || beginsAroundNoon(out, clock));
  return isPossible ? instantOf(plusMinutes(dateOf(out.occurred_at), rules.max_break_duration_minutes)) : '';
}

function beginsAroundNoon(out: HrRecord, clock: Clock): boolean {
  const time = timeOf({ clock }, out);
  return time >= noon.from && time < noon.until;
}

/** Warns of check-ins without a check-out, and the reverse. */
export function findWarnings({ stretches }: DayPairing, day: HrDay, isDayOver: boolean): string[] {
  const warningOf = (stretch: Stretch<Punch>, index: number): string | undefined => {
    const next = stretches[index + 1]?.in;
    switch (stretch.kind) {
      case 'pair':
      case 'firstCheckIn':
        return undefined;
      case 'noCheckIn':
        return `The check-out at ${timeOf(day, stretch.out.record)} has no check-in before it`;
      case 'tooLong':
        return `The check-out at ${timeOf(day, stretch.out.record)} comes more than ${longestShiftHours} hours after its check-in`;
      case 'open':
      case 'noCheckOut':
        if (!isOfDay(stretch.in, day)) return undefined;
        if (next) return `The check-in at ${timeOf(day, next.record)} follows another check-in`;
        return isDayOver ? `No check-out follows the check-in at ${timeOf(day, stretch.in.record)}` : undefined;
    }
  };
  return stretches.map(warningOf).filter((warning) => warning !== undefined);
}
