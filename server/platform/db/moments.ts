// Conditions on stored moments. Those further ahead than they can be were stored by a clock that was ahead, and do not
// count: they would outlast their limits by as much.

import { instantOf, plusMinutes } from '../time/clock.ts';
import { type Sql, sql } from './db.ts';

/** Whether something happened in the last minutes. Clocks may differ by as many. */
export const isRecent = (moment: Sql, minutes: number, now: Date): Sql =>
  sql`(${moment} > ${instantOf(plusMinutes(now, -minutes))} and ${moment} < ${instantOf(plusMinutes(now, minutes))})`;

/** Whether something that ends at this moment still lasts, given how many minutes it lasts in all. */
export const isUnexpired = (end: Sql, minutes: number, now: Date): Sql =>
  isRecent(end, minutes, plusMinutes(now, minutes));
