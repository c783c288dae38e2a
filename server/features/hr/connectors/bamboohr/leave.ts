// Reads approved time off requests, which say for each day how much of it is off, in days or in hours. Answers have no
// pages, so that a month is asked for at a time.

import { integer, list, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { mapOf, stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import { lastDayOf } from '../../../../../src/shared/words/months.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import type { Connection, Conversation, DaySpan, HrLeave } from '../connector.ts';
import { ask, read } from './api.ts';

const decodeRequests = stated(
  list(
    object({
      id: nonEmptyText,
      employeeId: integer,
      status: object({ status: text }),
      amount: object({ unit: text }),
      /** Days or hours by day. */
      dates: mapOf(text),
    }),
  ),
);
type TimeOff = ReturnType<typeof decodeRequests>[number];

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  const requests = new Map<string, TimeOff>();
  for (let start = from; start <= until; ) {
    const last = lastDayOf(start.slice(0, 7));
    const end = last < until ? last : until;
    const query = new URLSearchParams({ start, end, status: 'approved', excludeNote: '1' });
    for (const request of yield* ask(read(`/time_off/requests?${query}`, connection), decodeRequests, connection))
      requests.set(request.id, request);
    start = daysAfter(end, 1);
  }
  return [...requests.values()].filter(({ status }) => status.status === 'approved').flatMap(daysOf);
}

function daysOf({ id, employeeId, amount, dates }: TimeOff): HrLeave[] {
  return Object.entries(dates).flatMap(([day, text]) => {
    const number = Number(text);
    if (!(number > 0)) return [];
    const off: HrLeave['off'] = amount.unit === 'hours' ? Math.round(number * 60) : number < 1 ? 'half' : 'day';
    return [{ id, personId: String(employeeId), firstDay: day, lastDay: day, off }];
  });
}
