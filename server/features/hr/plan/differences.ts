// Finds records in the HR system that contradict the day after a correction. Such a record is never replaced
// automatically: the HR system would have two where there can be only one. The guessed end of a day is sent late, and
// differs once a later passage is known.

import type { EventType } from '../../../../src/shared/contract/queries.ts';
import { type Contradiction, type DayPairing, isOfDay, spanOf, timeOf } from './pairsAndBreaks.ts';
import type { Hold, HrDay, HrRecord } from './types.ts';

export interface Difference {
  /** Record that the HR system has or is about to get. */
  readonly delivered: HrRecord;
  /** Record of the day in its place; undefined if there is none. */
  readonly replacement: HrRecord | undefined;
  /** Ends without a full stop. */
  readonly sentence: string;
}

/** `chosen` holds the day's first check-in and last check-out now, `chosenBefore` those without corrections. */
export function findDifferences(
  day: HrDay,
  chosen: readonly HrRecord[],
  chosenBefore: ReadonlySet<number>,
): Difference[] {
  const delivered = day.records.filter(isDelivered);
  const replaced = delivered.filter((record) => !chosen.includes(record));
  const differences = chosen
    .filter(({ id, delivery }) => delivery === 'none' && !chosenBefore.has(id))
    .flatMap((replacement) => {
      const old = replacedBy(replaced, replacement.event_type);
      return old ? [difference(day, old, `; the day now says ${timeOf(day, replacement)}`, replacement)] : [];
    });
  const named = new Set(differences.map((each) => each.delivered));
  const rest = delivered.filter((record) => record.isSetAside && !named.has(record));
  return [...differences, ...rest.map((record) => difference(day, record, ', which was set aside'))];
}

const isDelivered = ({ delivery, isFormerEnd }: HrRecord): boolean =>
  (delivery === 'accepted' && !isFormerEnd) || delivery === 'waiting';

/** Picks the record that counts for an HR system: the first check-in, the last check-out. */
function replacedBy(replaced: readonly HrRecord[], type: EventType): HrRecord | undefined {
  const alike = replaced.filter(({ event_type }) => event_type === type);
  return type === 'check-in' ? alike[0] : alike.at(-1);
}

function difference(day: HrDay, delivered: HrRecord, now: string, replacement?: HrRecord): Difference {
  const sentence = `${hasOf(delivered)} the ${delivered.event_type} at ${timeOf(day, delivered)}${now}`;
  return { delivered, replacement, sentence };
}

/** Names the system, which may be a former one. */
const hasOf = ({ delivery, system }: HrRecord): string =>
  delivery === 'accepted' ? `${system || 'The HR system'} has` : 'The HR system is being sent';

/** Finds pairs in the HR system that the day contradicts, unless `known` differences name one of their records. */
export function findContradictedPairs(
  day: HrDay,
  contradictions: readonly Contradiction[],
  known: readonly Difference[],
): Difference[] {
  const named = new Set(known.map(({ delivered }) => delivered.id));
  return contradictions
    .filter(({ sent }) => !named.has(sent.startId) && !named.has(sent.carrier.id))
    .map(({ sent, pairs }) => {
      const now = pairs.map(({ start, end }) => spanOf(day, { from: start.occurred_at, until: end.occurred_at }));
      const sentence = `${hasOf(sent.carrier)} ${spanOf(day, sent)}; the day now says ${now.join(' and ')}`;
      return { delivered: sent.carrier, replacement: undefined, sentence };
    });
}

/**
 * Holds back check-outs of readers that give no direction. A guessed end of a day is not sent until no later passage
 * can move it, nor while the day has a later event without an end. `chosen` would be sent otherwise.
 */
export function holdGuessedEnds(day: HrDay, chosen: readonly HrRecord[], { stretches }: DayPairing, hold: Hold): void {
  const withoutEnd = stretches.flatMap(({ kind, in: begin }) =>
    begin && kind !== 'pair' && isOfDay(begin, day) ? begin.record : [],
  );
  const over = day.clock.wallClock(day.end).slice(0, 16).replace('T', ' ');
  for (const record of chosen.filter(({ event_type }) => event_type === 'check-out')) {
    const later = withoutEnd.find((each) => each.occurred_at > record.occurred_at && isGuess(record, each));
    if (record.guessedBy !== '' && day.now < day.end) {
      hold(
        record,
        'end_may_move',
        `The reader does not say in or out, so a later passage may move the end of the day. It is sent from ${over}`,
      );
    } else if (later) {
      const sentence = `The check-in at ${timeOf(day, later)} has no check-out, so the end of the day is not known`;
      hold(record, 'end_missing', `${sentence}. Correct the day, or change the direction of the check-in`);
    }
  }
}

const isGuess = (one: HrRecord, other: HrRecord): boolean => one.guessedBy !== '' || other.guessedBy !== '';

/** The end in the HR system, if a later passage has become known. */
export function findOvertakenEnd(day: HrDay, { stretches }: DayPairing): Difference | undefined {
  const first = stretches.find((stretch) => isOfDay(stretch.in, day))?.in?.record;
  const last = stretches.at(-1);
  const end = (last?.out ?? last?.in)?.record;
  const delivered = day.records.findLast(
    (record) =>
      record.event_type === 'check-out' &&
      isDelivered(record) &&
      record.occurred_at > (first?.occurred_at ?? record.occurred_at),
  );
  if (!delivered || !end || end.occurred_at <= delivered.occurred_at || !isGuess(delivered, end)) return undefined;
  const time = timeOf(day, end);
  const now = end.event_type === 'check-out' ? `says ${time}` : `has a check-in at ${time} without a check-out`;
  return difference(day, delivered, `; the day now ${now}`);
}
