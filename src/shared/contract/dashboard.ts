// Dashboard figures that our server counts: what deserves a look today.

import type { Calls } from './call.ts';
import { type Decoded, integer, list, maybe, nonEmptyText, object, text } from './decode.ts';
import { count } from './decodeRecords.ts';

export const attention = object({
  /** Today in the business's time zone. */
  day: nonEmptyText,
  events: count,
  /** Events on the same weekday a week before, up to the same time of day. */
  events_week_before: count,
  /** Events in this period whose code belongs to no employee. */
  unknown: object({ events: count, start_date: nonEmptyText, end_date: nonEmptyText }),
  /** Null for callers who may not see the HR sync. */
  hr: maybe(
    object({
      failed: count,
      waiting: count,
      /** Companies whose HR credentials expire soon or have expired, for callers who may change them. */
      expiring: list(object({ company_id: integer, company_name: text, expires_on: nonEmptyText })),
    }),
  ),
});
export type Attention = Decoded<typeof attention>;

/** Counts of what waits or is wrong, shown in the sidebar; null for callers who may not see it. */
const attentionCounts = object({
  /** Unanswered exceptions of the last two weeks. */
  exceptions: maybe(count),
  /** Access controllers with problems. */
  controllers: maybe(count),
  /** Records that HR systems have not accepted. */
  hr: maybe(count),
});
export type AttentionCounts = Decoded<typeof attentionCounts>;

export const calls = {
  'GET /attention': {
    needs: 'attendance.view',
    feature: 'attention',
    answer: attention,
  },
  'GET /attention/counts': {
    needs: 'attendance.view',
    feature: 'trouble',
    answer: attentionCounts,
  },
} satisfies Calls;
