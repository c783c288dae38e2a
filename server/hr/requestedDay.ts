// The day that a person asks for: empty is today, in the zone of the business.

import { type BusinessTime, isDay } from '../time/businessTime.ts';
import { instantOf } from '../time/instants.ts';
import { invalid } from '../platform/domainErrors.ts';

export function chosenDay(date: string | undefined, time: BusinessTime, at: Date): string {
  const today = time.dayOf(instantOf(at));
  if (date === undefined) return today;
  if (!isDay(date)) throw invalid({ date: 'Please enter a date like 2026-01-31' });
  if (date > today) throw invalid({ date: 'The date must not lie in the future' });
  return date;
}
