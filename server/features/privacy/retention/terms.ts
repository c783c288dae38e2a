// When a term ends, by the calendar of the business.

import type { BusinessTime } from '../../../platform/time/businessTime.ts';
import { instantOf } from '../../../platform/time/instants.ts';

/** '2026-03-31' and 1 -> '2026-02-28' */
export function monthsBefore(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const lastDate = new Date(Date.UTC(year, month - months, 0)).getUTCDate();
  return new Date(Date.UTC(year, month - 1 - months, Math.min(date, lastDate))).toISOString().slice(0, 10);
}

/** What is from before this day goes. */
export const lastKeptDay = ({ dayOf }: BusinessTime, keepMonths: number, now: Date): string =>
  monthsBefore(dayOf(instantOf(now)), keepMonths);
