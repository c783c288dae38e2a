// Splits worked time by kinds of the clock, minute by minute: night, Sunday, free day, and what lies in no band.

import { freeDayMark, type TimeKind } from '../../../src/shared/contract/payroll.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { type Clock, daysAfter, instantAt, instantOf, timeOf } from '../../platform/time/clock.ts';

/** Minutes since 1970; the end is excluded. */
type Span = readonly [from: number, until: number];

/** What is known of a company's days. */
export interface PayCalendar {
  readonly clock: Clock;
  /** Whole days only: which half of a half day is free is not recorded. */
  readonly freeDays: ReadonlySet<string>;
}

/** Answers the minutes of each kind in a working day, by the kind's code. Bands may overlap: each counts by itself. */
export function createTimeKinds(
  kinds: readonly TimeKind[],
  { clock, freeDays }: PayCalendar,
): (day: WorkedDay) => ReadonlyMap<string, number> {
  const bands = kinds.filter(({ counts }) => counts === 'band');
  const known = new Map<string, ReadonlyMap<TimeKind, Span>>();

  /** The bands that begin on a day of the calendar. */
  function bandsOn(day: string): ReadonlyMap<TimeKind, Span> {
    const before = known.get(day);
    if (before) return before;
    const marks = [new Date(day).getUTCDay() || 7, ...(freeDays.has(day) ? [freeDayMark] : [])];
    const spans = new Map(
      bands
        .filter(({ weekdays }) => weekdays.some((each) => marks.includes(each)))
        .map((kind) => [kind, spanOf(kind, day, clock)] as const),
    );
    known.set(day, spans);
    return spans;
  }

  return (worked) => {
    const minutes = new Map(kinds.map(({ code }) => [code, 0]));
    const inBands: Span[] = [];
    for (const pair of worked.pairs) {
      const span: Span = [minuteOf(pair.in.at), minuteOf(pair.out.at)];
      // A band of the day before may last until then.
      const start_date = daysAfter(clock.dayOf(instantOf(new Date(pair.in.at))), -1);
      const end_date = clock.dayOf(instantOf(new Date(pair.out.at)));
      for (const day of daysIn({ start_date, end_date })) {
        for (const [{ code }, band] of bandsOn(day)) {
          const common: Span = [Math.max(span[0], band[0]), Math.min(span[1], band[1])];
          if (common[1] <= common[0]) continue;
          inBands.push(common);
          minutes.set(code, (minutes.get(code) ?? 0) + common[1] - common[0]);
        }
      }
    }
    for (const { code, counts } of kinds) {
      if (counts === 'all') minutes.set(code, worked.workedMinutes);
      if (counts === 'rest') minutes.set(code, worked.workedMinutes - covered(inBands));
    }
    return minutes;
  };
}

function spanOf({ from, until }: TimeKind, day: string, clock: Clock): Span {
  const endDay = until > from ? day : daysAfter(day, 1);
  return [at(day, from, clock), at(endDay, until, clock)];
}

const at = (day: string, time: string, clock: Clock): number => minuteOf(timeOf(instantAt(clock, day, time)));
const minuteOf = (time: number): number => Math.floor(time / 60_000);

/** Counts each minute once. */
function covered(spans: readonly Span[]): number {
  let total = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const [from, until] of spans.toSorted((one, other) => one[0] - other[0])) {
    total += Math.max(0, until - Math.max(from, end));
    end = Math.max(end, until);
  }
  return total;
}
