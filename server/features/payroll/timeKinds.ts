// Splits worked time by the clock into kinds, minute by minute: night, Sunday, free day, and whatever lies in no band.

import { freeDayMark, type TimeKind } from '../../../src/shared/contract/payroll.ts';
import type { WorkedDay } from '../../../src/shared/day/types.ts';
import { daysIn } from '../../../src/shared/words/periods.ts';
import { type Clock, daysAfter, instantOf, timeOf } from '../../platform/time/clock.ts';

/** Minutes since 1970; the end is excluded. */
type Span = readonly [from: number, until: number];

/** What is known of a company's days. */
export interface PayCalendar {
  readonly clock: Clock;
  /** Whole days only: which half of a half day is free is not recorded. */
  readonly freeDays: ReadonlySet<string>;
}

/** Returns the minutes of each kind in a working day, by the kind's code. Bands may overlap: each counts separately. */
export function createTimeKinds(
  kinds: readonly TimeKind[],
  { clock, freeDays }: PayCalendar,
): (day: WorkedDay) => ReadonlyMap<string, number> {
  const bands = kinds.filter(({ counts }) => counts === 'band');
  const known = new Map<string, readonly Band[]>();

  /** The bands that begin on a calendar day. */
  function bandsOn(day: string): readonly Band[] {
    const before = known.get(day);
    if (before) return before;
    const marks = [new Date(day).getUTCDay() || 7, ...(freeDays.has(day) ? [freeDayMark] : [])];
    const begun = bands.filter(({ weekdays }) => weekdays.some((each) => marks.includes(each)));
    const steady = begun.length > 0 ? steadyTimes(day, clock) : [];
    const ofDay = begun.flatMap((kind) => spansOf(kind, day, steady).map((span) => ({ code: kind.code, span })));
    known.set(day, ofDay);
    return ofDay;
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
        for (const { code, span: band } of bandsOn(day)) {
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

interface Band {
  readonly code: string;
  readonly span: Span;
}

/** A span without a clock change, and the minutes by which its time is ahead of UTC. */
interface SteadyTime {
  readonly from: number;
  until: number;
  readonly ahead: number;
}

/** Cuts a day and the next one where the clock changes, which happens only at quarter hours. */
function steadyTimes(day: string, clock: Clock): readonly SteadyTime[] {
  const end = minuteOf(timeOf(clock.endOf(daysAfter(day, 1))));
  const times: SteadyTime[] = [];
  for (let from = minuteOf(timeOf(clock.startOf(day))); from < end; from += 15) {
    const ahead = wallMinute(clock.wallClock(instantOf(new Date(from * 60_000)))) - from;
    const last = times.at(-1);
    if (last?.ahead === ahead) last.until = from + 15;
    else times.push({ from, until: from + 15, ahead });
  }
  return times;
}

/** The minutes in which the clock shows a time in the band. They are two spans if it goes back within the band. */
function spansOf({ from, until }: TimeKind, day: string, steady: readonly SteadyTime[]): Span[] {
  const begin = wallMinute(`${day}T${from}`);
  const end = wallMinute(`${until > from ? day : daysAfter(day, 1)}T${until}`);
  return steady
    .map((time): Span => [Math.max(time.from, begin - time.ahead), Math.min(time.until, end - time.ahead)])
    .filter(([first, last]) => first < last);
}

const wallMinute = (wallClock: string): number => minuteOf(Date.parse(`${wallClock.slice(0, 16)}Z`));
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
