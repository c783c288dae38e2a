// Lets each test start a roll call of its own.

import { type Queries, sql } from '../../../server/platform/db/db.ts';

/** One that goes on would be joined within its first minute. */
export const endRollCalls = (queries: Queries) =>
  queries.run(sql`update roll_calls set ended_at = started_at where ended_at is null`);
