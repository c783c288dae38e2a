// Figures of the dashboard that our server counts: what a person should look at today.

import type { Calls } from './call.ts';
import { type Decoded, integer, list, maybe, nonEmptyText, object, text } from './decode.ts';
import { count } from './decodeRecords.ts';

export const attention = object({
  /** Today in the business's time zone. */
  day: nonEmptyText,
  events: count,
  /** Events of the same weekday a week before, until the same time of day. */
  events_week_before: count,
  /** Events of people whom no employee's ID names, in this period. */
  unknown: object({ events: count, start_date: nonEmptyText, end_date: nonEmptyText }),
  /** Null for those who may not see the HR sync. */
  hr: maybe(
    object({
      failed: count,
      waiting: count,
      /** Companies whose credentials for their HR system expire soon or have expired, for those who may change them. */
      expiring: list(object({ company_id: integer, company_name: text, expires_on: nonEmptyText })),
    }),
  ),
});
export type Attention = Decoded<typeof attention>;

/** What waits or is wrong, beside the links of the sidebar; null for those who may not see it. */
const attentionCounts = object({
  /** Exceptions of the last two weeks that nobody has answered. */
  exceptions: maybe(count),
  /** Access controllers in trouble. */
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
