// Wording of credentials that expire soon or have expired.

import { dateTitle } from '../../shared/words/dates.ts';
import { dayAfter } from '../../shared/words/days.ts';

/** Equals the server's own warning time. */
const warningDays = 14;

export interface Expiry {
  isOver: boolean;
  /** 'Credentials expired on 1 May 2026' */
  sentence: string;
}

/**
 * `expiresOn` is the last day on which they work, or empty, and `today` the company's. Undefined if the day is far
 * away.
 */
export function expiryOf(expiresOn: string, today: string): Expiry | undefined {
  if (expiresOn === '' || expiresOn > dayAfter(today, warningDays)) return undefined;
  const isOver = expiresOn < today;
  return { isOver, sentence: `Credentials ${isOver ? 'expired' : 'expire'} on ${dateTitle(expiresOn)}` };
}
