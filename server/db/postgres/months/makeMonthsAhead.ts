// Makes the parts of the coming months and of the last two, so that no write has to wait for one.

import type { Db } from '../../db.ts';
import { isByMonth, monthAfter, monthlyTables } from './monthlyTables.ts';
import { addMonth, monthsOf } from './parts.ts';

/** Answers how many were made. */
export async function makeMonthsAhead(db: Db, now: Date): Promise<number> {
  const current = now.toISOString().slice(0, 7);
  let made = 0;
  for (const { name: table } of monthlyTables) {
    if (!(await isByMonth(db, table))) continue;
    const known = await monthsOf(db, table);
    for (const month of [-2, -1, 0, 1, 2].map((months) => monthAfter(current, months))) {
      if (known.includes(month)) continue;
      await db.tx((queries) => addMonth(queries, { table, month }));
      made++;
    }
  }
  return made;
}
