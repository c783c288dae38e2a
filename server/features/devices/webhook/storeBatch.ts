// Stores a batch of the webhook: attendance at once, as it was sent, and beside it the facts, with those that are
// refused.

import { noteLateEvents } from '../../workday/closedMonthChanges.ts';
import type { Db } from '../../../platform/db/db.ts';
import { lockRow } from '../../../platform/db/rowLocks.ts';
import { lockCompany } from '../../companies/companyQueries.ts';
import type { Sender } from '../../controllers/controllerQueries.ts';
import { identityOf, readEvent } from '../drivers/webhook/readEvent.ts';
import { decidesAboutOthers, readOthers } from './aroundEvents.ts';
import { findEventsById, insertEvents } from './eventQueries.ts';
import { type EventResult, resultsOf } from './results.ts';
import { type SentEvent, storeSent } from './sentEvents.ts';

/** In the order of the events. */
export function storeBatch(db: Db, sender: Sender, values: readonly unknown[], now: Date): Promise<EventResult[]> {
  const read = values.map((value) => readEvent(value, now));
  const events = read.filter((event) => typeof event !== 'string');
  return db.tx(async (queries) => {
    const isDecisive = await decidesAboutOthers(queries, sender);
    await lockCompany(queries, sender.company_id, isDecisive ? 'change' : 'rely');
    // Two batches with the same events in another order would wait for each other; here, or in another process.
    await lockRow(queries, 'access_controllers', sender.id, 'change');
    const stored = await insertEvents(queries, sender, events, now);
    const others = events.filter((event) => !stored.has(identityOf(event)));
    const results = resultsOf(read, stored, await findEventsById(queries, sender, others));
    await storeSent(
      queries,
      sender.id,
      values.map((value, index): SentEvent => ({ value, read: read[index] ?? '', result: results[index] })),
      now,
    );
    await noteLateEvents(queries, sender.company_id, [...stored.values()], now);
    if (isDecisive) await readOthers(queries, sender, [...stored.values()], now);
    return results;
  });
}
