// Makes the parts of the coming months and of the last two, so that no write has to wait for one.

import type { Db } from '../../db.ts';
import { isByMonth, monthAfter, monthlyTables } from './monthlyTables.ts';
import { addMonths, monthsOf } from './parts.ts';

/** Answers how many were made. */
export async function makeMonthsAhead(db: Db, now: Date): Promise<number> {
  const current = now.toISOString().slice(0, 7);
  const wanted = [-2, -1, 0, 1, 2].map((months) => monthAfter(current, months));
  let made = 0;
  for (const { name: table } of monthlyTables) {
    if (!(await isByMonth(db, table))) continue;
    const known = await monthsOf(db, table);
    if (wanted.every((month) => known.includes(month))) continue;
    made += await db.tx((queries) => addMonths(queries, table, wanted));
  }
  return made;
}
