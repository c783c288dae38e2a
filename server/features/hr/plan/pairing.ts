// Pairs records as the timesheets do, so that an HR system and a timesheet never take different punches for one shift.
// What differs: a plan looks at one day alone, so a break is one wherever its shift began.

import type { DayEvent } from '../../../../src/shared/day/types.ts';
import { type Paired, pairEvents, type Stretch } from '../../../../src/shared/day/pairEvents.ts';
import { dateOf } from '../../../platform/time/instants.ts';
import type { HrDay, HrRecord } from './types.ts';

export interface Punch extends DayEvent {
  readonly record: HrRecord;
}

export interface DayPairing {
  /** Those with a record of the day. */
  readonly stretches: readonly Stretch<Punch>[];
  /** Those that count for nothing, because only the first and the last of the day count. */
  readonly between: ReadonlySet<HrRecord>;
  /** By the record that repeats, the one that it repeats. */
  readonly repeats: ReadonlyMap<HrRecord, HrRecord>;
  /** Whether the first check-out of the day ends a shift that began before it. */
  readonly isInAtStart: boolean;
}

/** `records` are those of the day that can be used, and `before` those of the hours before it, of one employee. */
export function pairRecords(day: HrDay, before: readonly HrRecord[], records: readonly HrRecord[]): DayPairing {
  const punches = [...before, ...records].map((record) => punchOf(record, day));
  const { stretches, between, repeats } = pairEvents(punches, {
    repeatSeconds: day.repeatSeconds,
    hours: day.hours,
    now: dateOf(day.now).getTime(),
    today: day.dayOf(day.now),
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

const punchOf = (record: HrRecord, { dayOf }: HrDay): Punch => ({
  id: record.id,
  at: dateOf(record.occurred_at).getTime(),
  day: dayOf(record.occurred_at),
  direction: record.event_type === 'check-in' ? 'in' : 'out',
  isManual: record.isManual,
  isSetAside: record.isSetAside,
  isLongShift: record.isLongShift,
  guessedBy: record.guessedBy,
  record,
});

const recordsOf = (repeats: Paired<Punch>['repeats']): DayPairing['repeats'] =>
  new Map([...repeats].map(([punch, original]) => [punch.record, original.record]));
