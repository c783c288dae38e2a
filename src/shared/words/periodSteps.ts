// Periods of whole weeks and months, and how one steps from each to the next. Period are counted in UTC, where each has
// 24 hours.

import { isCalendarDay } from '../contract/calendarDay.ts';
import { dayAfter } from './days.ts';
import { isSamePeriod, type Period } from './periods.ts';

export const periodLengths = ['week', 'two weeks', 'month'] as const;
type PeriodLength = (typeof periodLengths)[number];

const instantOf = (day: string) => Date.parse(`${day}T00:00:00Z`);
const dayAt = (instant: number) => new Date(instant).toISOString().slice(0, 10);

const countDays = ({ start_date, end_date }: Period): number =>
  Math.round((instantOf(end_date) - instantOf(start_date)) / 86_400_000) + 1;

export const daysIn = (period: Period): string[] =>
  Array.from({ length: countDays(period) }, (_, index) => dayAfter(period.start_date, index));

/** `months` after the month of the day. */
function monthOf(day: string, months = 0): Period {
  const [year = 0, month = 1] = day.split('-').map(Number);
  const dayOfMonth = (later: number, date: number) => dayAt(Date.UTC(year, month - 1 + months + later, date));
  return { start_date: dayOfMonth(0, 1), end_date: dayOfMonth(1, 0) };
}

const weeksOf = (day: string, weeks: number): Period => {
  const sinceMonday = (new Date(instantOf(day)).getUTCDay() + 6) % 7;
  const monday = dayAfter(day, -sinceMonday);
  return { start_date: monday, end_date: dayAfter(monday, weeks * 7 - 1) };
};

/** Undefined for a period of another length. */
export function lengthOf(period: Period): PeriodLength | undefined {
  if (isSamePeriod(period, monthOf(period.start_date))) return 'month';
  return { 7: 'week' as const, 14: 'two weeks' as const }[countDays(period)];
}

/** The period of this length around today, if today is in the one that is shown; else around its first day. */
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

/** Usual limit of servers, in days. */
const longest = 38;

/** Whether an address names a period that can be shown. */
export function isPeriod({ start_date, end_date }: Period): boolean {
  return (
    [start_date, end_date].every(isCalendarDay) &&
    start_date <= end_date &&
    countDays({ start_date, end_date }) <= longest
  );
}
