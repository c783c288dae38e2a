// The day in a request: today in business time, unless the request names an earlier one.

import { invalid } from '../../platform/records/domainErrors.ts';
import { type BusinessTime, isDay } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';

export function requestedDay(date: string | undefined, businessTime: BusinessTime, now: Date): string {
  const today = businessTime.dayOf(instantOf(now));
  if (date === undefined) return today;
  if (!isDay(date)) throw invalid({ date: 'Please enter a date like 2026-01-31' });
  if (date > today) throw invalid({ date: 'The date must not be in the future' });
  return date;
}
