// Splits what an HR system is asked about, so that no answer grows beyond what is read of one.

import { daysAfter } from '../../../platform/time/businessTime.ts';

/** A back-fill of one person is looked up in a few requests, and a day of many people in one. */
const mostDays = 7;

/** In order, each part within a week. `dayOf` is 'YYYY-MM-DD'. */
export function weeksOf<T>(wanted: readonly T[], dayOf: (one: T) => string): T[][] {
  const parts: T[][] = [];
  let end = '';
  for (const one of [...wanted].sort((a, b) => (dayOf(a) < dayOf(b) ? -1 : 1))) {
    const part = parts.at(-1);
    if (part && dayOf(one) < end) part.push(one);
    else {
      parts.push([one]);
      end = daysAfter(dayOf(one), mostDays);
    }
  }
  return parts;
}
