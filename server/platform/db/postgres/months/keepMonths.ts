// Makes the months that come, and moves large tables into months: once after an upgrade, while the server runs.

import type { Db } from '../../db.ts';
import type { Log } from '../../../log/log.ts';
import { type Job, startRepeating } from '../../../concurrency/repeating.ts';
import { makeMonthsAhead } from './makeMonthsAhead.ts';
import { isByMonth, type MonthlyTable, monthlyTables } from './monthlyTables.ts';
import { moveLive } from './moveLive.ts';

export interface KeptMonths {
  readonly db: Db;
  readonly log: Log;
  readonly clock: () => Date;
}

const pauseMs = 60 * 60_000;

export function startMonths({ db, log, clock }: KeptMonths): Job {
  /** Tables whose copy differed. They are copied again after the next start, not every hour. */
  const differed = new Set<MonthlyTable>();
  return startRepeating('keeping months', pauseMs, log, async (isStopping) => {
    if (db.dialect === 'sqlite') return;
    for (const table of monthlyTables) {
      if (isStopping() || differed.has(table) || (await isByMonth(db, table.name))) continue;
      if ((await moveLive({ db, log, isStopping }, table)) === 'differed') differed.add(table);
    }
    await makeMonthsAhead(db, clock());
  });
}
