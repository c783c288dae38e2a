// When credentials expire, and from when on it is said.

import { daysAfter } from '../../../platform/time/businessTime.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { Connection, Finding } from '../connectors/connector.ts';

export const warningDays = 14;

/** Whether `expiresOn`, the last day on which the credentials work, is near or past. */
export const isExpiring = (expiresOn: string, today: string): boolean =>
  expiresOn !== '' && expiresOn <= daysAfter(today, warningDays);

export const isExpired = (expiresOn: string, today: string): boolean => expiresOn !== '' && expiresOn < today;

export function expiryFindings(
  expiresOn: string,
  { businessTime, now }: Pick<Connection, 'businessTime' | 'now'>,
): Finding[] {
  const today = businessTime.dayOf(instantOf(now));
  if (!isExpiring(expiresOn, today)) return [];
  return isExpired(expiresOn, today)
    ? [{ what: 'Credentials', says: `They expired: their last day was ${expiresOn}`, state: 'bad' }]
    : [{ what: 'Credentials', says: `They expire: their last day is ${expiresOn}`, state: 'warning' }];
}
