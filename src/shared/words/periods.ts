// Periods, some of which have names. Weeks begin on Monday. Days are counted in UTC, where each has 24 hours.

import { isCalendarDay } from '../contract/calendarDay.ts';
import { dateTitle } from './dates.ts';
import { dayAfter, today } from './days.ts';

/** Range from one day to another; '' means any. */
export interface Period {
  start_date: string;
  end_date: string;
}

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.start_date === other.start_date && one.end_date === other.end_date;

/** Includes today. */
export const lastTwoWeeks = () => ({ start_date: today(-13), end_date: today() });

export interface NamedPeriod extends Period {
  label: string;
}

const oneDay = (day: string): Period => ({ start_date: day, end_date: day });

/** Returns the periods with their names on a day, 'YYYY-MM-DD'. */
export const namedPeriods = (on: string): NamedPeriod[] => [
  { label: 'Today', ...oneDay(on) },
  { label: 'Yesterday', ...oneDay(dayAfter(on, -1)) },
  { label: 'This Week', ...weeksOf(on, 1) },
  { label: 'Last Week', ...weeksOf(dayAfter(on, -7), 1) },
  { label: 'This Month', ...monthOf(on) },
  { label: 'Last Month', ...monthOf(on, -1) },
];

// Steps between periods of whole weeks or months.

export const periodLengths = ['week', 'two weeks', 'month'] as const;
type PeriodLength = (typeof periodLengths)[number];

const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`);

const countDays = ({ start_date, end_date }: Period): number =>
  Math.round((instantOf(end_date) - instantOf(start_date)) / 86_400_000) + 1;

export const daysIn = (period: Period): string[] =>
  Array.from({ length: countDays(period) }, (_, index) => dayAfter(period.start_date, index));

/** Returns the month that is `months` after the day's own. */
function monthOf(day: string, months = 0): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const dayOfMonth = (later: number, date: number) =>
    new Date(Date.UTC(year, month - 1 + months + later, date)).toISOString().slice(0, 10);
  return { start_date: dayOfMonth(0, 1), end_date: dayOfMonth(1, 0) };
}

const weeksOf = (day: string, weeks: number): Period => {
  const sinceMonday = (new Date(instantOf(day)).getUTCDay() + 6) % 7;
  const monday = dayAfter(day, -sinceMonday);
  return { start_date: monday, end_date: dayAfter(monday, weeks * 7 - 1) };
};

/** Returns undefined for periods of other lengths. */
export function lengthOf(period: Period): PeriodLength | undefined {
  if (isSamePeriod(period, monthOf(period.start_date))) return 'month';
  return { 7: 'week' as const, 14: 'two weeks' as const }[countDays(period)];
}

/** Returns the period of this length around today, if the given one contains it, or else around its first day. */
export function resized({ start_date, end_date }: Period, length: PeriodLength, today: string): Period {
  const day = start_date <= today && today <= end_date ? today : start_date;
  return length === 'month' ? monthOf(day) : weeksOf(day, length === 'week' ? 1 : 2);
}

export function stepped(period: Period, by: 1 | -1): Period {
  if (lengthOf(period) === 'month') return monthOf(period.start_date, by);
  const days = by * countDays(period);
  return { start_date: dayAfter(period.start_date, days), end_date: dayAfter(period.end_date, days) };
}

/** Extends the period by this many days at both ends. */
export const widened = ({ start_date, end_date }: Period, days: number): Period => ({
  start_date: dayAfter(start_date, -days),
  end_date: dayAfter(end_date, days),
});

/** Servers' usual limit, in days. */
const longest = 38;

/** Whether the period from an address can be shown. */
export function isPeriod({ start_date, end_date }: Period): boolean {
  return (
    [start_date, end_date].every(isCalendarDay) &&
    start_date <= end_date &&
    countDays({ start_date, end_date }) <= longest
  );
}

// Periods in words, for filters and lists.

/** '16 – 22 Nov 2026', '30 Nov – 6 Dec 2026', '22 Nov 2026', 'from 9 Nov 2026'; empty if the period is. */
export function describePeriod({ start_date: start, end_date: end }: Period): string {
  if (!start) return end && `until ${dateTitle(end)}`;
  if (!end) return `from ${dateTitle(start)}`;
  if (start === end) return dateTitle(start);
  const [first, last] = [dateTitle(start).split(' '), dateTitle(end).split(' ')];
  while (first.length > 1 && first.at(-1) === last[first.length - 1]) first.pop();
  return `${first.join(' ')} – ${last.join(' ')}`;
}
