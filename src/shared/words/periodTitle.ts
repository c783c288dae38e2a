// Titles for the periods of timesheets.

import { monthTitle } from './months.ts';
import { describePeriod, lengthOf, type Period } from './periods.ts';

/** 'November 2026', '16 – 22 Nov 2026' */
export const periodTitle = (period: Period): string =>
  lengthOf(period) === 'month' ? monthTitle(period.start_date.slice(0, 7)) : describePeriod(period);
