// The days of a timesheet.

import { invalid } from '../../platform/records/domainErrors.ts';
import { type PeriodQuery, assertPeriod } from '../../platform/records/parameters.ts';
import { type BusinessTime, daysAfter } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import type { Days } from '../workday/loadDays.ts';

const daysOfWeek = 7;
/** A month, with the rest of its first and last week. */
const maxDays = 31 + daysOfWeek;

/** This week, unless the call asks for other days. */
export function timesheetPeriod(asked: PeriodQuery, businessTime: BusinessTime, now: Date): Days {
  assertPeriod(asked);
  const { start_date, end_date } = asked;
  const from = start_date ?? (end_date ? daysAfter(end_date, 1 - daysOfWeek) : thisMonday(businessTime, now));
  const until = end_date ?? daysAfter(from, daysOfWeek - 1);
  if (until > daysAfter(from, maxDays - 1)) throw invalid({ end_date: `Please select at most ${maxDays} days` });
  return { from, until };
}

function thisMonday(businessTime: BusinessTime, now: Date): string {
  const today = businessTime.dayOf(instantOf(now));
  return daysAfter(today, -((new Date(today).getUTCDay() + 6) % daysOfWeek));
}
