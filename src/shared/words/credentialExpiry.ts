// Credentials that expire soon or have expired: when they count as such, and in words.

import { dateTitle } from './dates.ts';
import { dayAfter } from './days.ts';

const warningDays = 14;

/** `expiresOn` is the last day on which the credentials work; empty if they do not expire. */
export const isExpiring = (expiresOn: string, today: string): boolean =>
  expiresOn !== '' && expiresOn <= dayAfter(today, warningDays);

export const isExpired = (expiresOn: string, today: string): boolean => expiresOn !== '' && expiresOn < today;

interface Expiry {
  isOver: boolean;
  /** 'Credentials expired on 1 May 2026' */
  sentence: string;
}

/** `today` is the company's. Undefined if the day is far away. */
export function expiryOf(expiresOn: string, today: string): Expiry | undefined {
  if (!isExpiring(expiresOn, today)) return undefined;
  const isOver = isExpired(expiresOn, today);
  return { isOver, sentence: `Credentials ${isOver ? 'expired' : 'expire'} on ${dateTitle(expiresOn)}` };
}
