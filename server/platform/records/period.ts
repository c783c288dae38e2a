// The days that a call asks for, as far as it names them.

import { periodRules } from '../../../src/shared/contract/checks.ts';
import { validate } from '../../../src/shared/contract/validate.ts';
import { invalid } from './domainErrors.ts';
import { type BusinessTime, daysAfter, isDay } from '../time/businessTime.ts';
import { instantOf } from '../time/instants.ts';
import { assertValid } from './endpoint.ts';

export interface AskedPeriod {
  start_date?: string;
  end_date?: string;
}

export function assertPeriod(period: AskedPeriod): void {
  const { start_date: start, end_date: end } = period;
  const invalidDate = 'Please enter a date such as 2026-11-21';
  assertValid({
    ...(start !== undefined && !isDay(start) && { start_date: invalidDate }),
    ...(end !== undefined && !isDay(end) && { end_date: invalidDate }),
    ...validate(periodRules, period),
  });
}

interface Limits {
  readonly usual: number;
  readonly most: number;
}

/** The last days, including today, unless the call names others. */
export function recentDays(
  asked: AskedPeriod,
  { usual, most }: Limits,
  businessTime: BusinessTime,
  now: Date,
): { from: string; until: string } {
  assertPeriod(asked);
  const until = asked.end_date ?? businessTime.dayOf(instantOf(now));
  const from = asked.start_date ?? daysAfter(until, 1 - usual);
  if (until > daysAfter(from, most - 1)) throw invalid({ start_date: `Please select at most ${most} days` });
  return { from, until };
}
