// The days that a call asks for, as far as it names them.

import { periodRules } from '../../src/contract/rules.ts';
import { validate } from '../../src/contract/validate.ts';
import { isDay } from '../time/businessTime.ts';
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
