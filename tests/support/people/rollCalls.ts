// Lets each test start a roll call of its own.

import { type Queries, sql } from '../../../server/platform/db/db.ts';

/** Ends open roll calls: within its first minute, one would be joined instead of a new one started. */
export const endRollCalls = (queries: Queries) =>
  queries.run(sql`update roll_calls set ended_at = started_at where ended_at is null`);
