// The periods that people call by a name. Weeks begin on Monday. Days are counted in UTC, where each has 24 hours.

import { today } from './days.ts';

/** Range from one day to another; '' means any. */
export interface Period {
  start_date: string;
  end_date: string;
}

export const isSamePeriod = (one: Period, other: Period): boolean =>
  one.start_date === other.start_date && one.end_date === other.end_date;

/** Including today. */
export const lastTwoWeeks = () => ({ start_date: today(-13), end_date: today() });

export interface NamedPeriod extends Period {
  label: string;
}

/** The day with this number in the month; 0 is the last one of the month before. */
const dayIn = (year: number, month: number, date: number) =>
  new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);

/** Periods with their names on the day, 'YYYY-MM-DD'. */
export function namedPeriods(on: string): NamedPeriod[] {
  const [year = 0, month = 0, date = 0] = on.split('-').map(Number);
  const sinceMonday = (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7;
  const period = (label: string, start_date: string, end_date = start_date): NamedPeriod => ({
    label,
    start_date,
    end_date,
  });
  const week = (label: string, monday: number) =>
    period(label, dayIn(year, month, monday), dayIn(year, month, monday + 6));
  const wholeMonth = (label: string, of: number) => period(label, dayIn(year, of, 1), dayIn(year, of + 1, 0));
  return [
    period('Today', on),
    period('Yesterday', dayIn(year, month, date - 1)),
    week('This Week', date - sinceMonday),
    week('Last Week', date - sinceMonday - 7),
    wholeMonth('This Month', month),
    wholeMonth('Last Month', month - 1),
  ];
}
