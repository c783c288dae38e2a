// Check-outs where a reader does not say in or out. HR systems are told no end of a day that is only a guess: it waits until
// no later passage can move it, and while the day has a later event without an end.

import { type DayPairing, isOfDay } from './pairing.ts';
import type { Difference } from './differences.ts';
import type { Hold, HrDay, HrRecord, TimeOf } from './types.ts';

/** `chosen` are those that would be sent. */
export function holdGuessedEnds(
  day: HrDay,
  chosen: readonly HrRecord[],
  { stretches }: DayPairing,
  hold: Hold,
  timeOf: TimeOf,
): void {
  const withoutEnd = stretches.flatMap(({ kind, in: begin }) =>
    begin && kind !== 'pair' && isOfDay(begin, day) ? begin.record : [],
  );
  const over = day.businessTime.wallClock(day.end).slice(0, 16).replace('T', ' ');
  for (const record of chosen.filter(({ event_type }) => event_type === 'check-out')) {
    const later = withoutEnd.find((each) => each.occurred_at > record.occurred_at && isGuess(record, each));
    if (record.guessedBy !== '' && day.now < day.end) {
      hold(
        record,
        'end_may_move',
        `The reader does not say in or out, so a later passage may move the end of the day. It is sent from ${over}`,
      );
    } else if (later) {
      const sentence = `The check-in at ${timeOf(later)} has no check-out, so the end of the day is not known`;
      hold(record, 'end_missing', `${sentence}. Correct the day, or change the direction of the check-in`);
    }
  }
}

const isGuess = (one: HrRecord, other: HrRecord): boolean => one.guessedBy !== '' || other.guessedBy !== '';

/** The end of the day that the HR system has, if a passage is known since that was later. */
export function findOvertakenEnd(
  day: HrDay,
  { stretches }: DayPairing,
  timeOf: TimeOf,
): Omit<Difference, 'instead'> | undefined {
  const first = stretches.find((stretch) => isOfDay(stretch.in, day))?.in?.record;
  const last = stretches.at(-1);
  const end = (last?.out ?? last?.in)?.record;
  const given = day.records.findLast(
    (record) =>
      record.event_type === 'check-out' &&
      (record.delivery === 'accepted' || record.delivery === 'waiting') &&
      record.occurred_at > (first?.occurred_at ?? record.occurred_at),
  );
  if (!given || !end || end.occurred_at <= given.occurred_at || !isGuess(given, end)) return undefined;
  const now =
    end.event_type === 'check-out' ? `says ${timeOf(end)}` : `has a check-in at ${timeOf(end)} without a check-out`;
  const has = given.delivery === 'accepted' ? 'The HR system has' : 'The HR system is being sent';
  return { given, sentence: `${has} the check-out at ${timeOf(given)}; the day now ${now}` };
}
