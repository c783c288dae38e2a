// Reads approved Leave Applications. A half day may be any day of one, so it is cut out of it.

import { flag, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import { type Connection, type Conversation, type DaySpan, type HrLeave, NotNow } from '../connector.ts';
import { listOf } from './calls.ts';

const fields = {
  name: nonEmptyText,
  employee: nonEmptyText,
  from_date: nonEmptyText,
  to_date: nonEmptyText,
  half_day: flag,
  /** May be missing where the leave is of one day. */
  half_day_date: text,
};
const decodeLeave = object(fields);

const perPage = 500;

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  const { company = '' } = connection.values;
  const leaves = new Map<string, HrLeave[]>();
  for (let last = ''; ; ) {
    const query = {
      fields: Object.keys(fields),
      filters: [
        ['name', '>', last],
        // Submitted, and neither cancelled nor rejected.
        ['docstatus', '=', 1],
        ['status', '=', 'Approved'],
        ['from_date', '<=', until],
        ['to_date', '>=', from],
        ...(company === '' ? [] : [['company', '=', company] as const]),
      ] as const,
      order_by: 'name asc',
      limit_page_length: perPage,
    };
    const page = yield* listOf(connection, 'Leave Application', query, decodeLeave);
    if (page.some(({ name }) => leaves.has(name))) throw new NotNow('Frappe names the same leave again and again');
    for (const each of page) {
      last = each.name;
      leaves.set(each.name, stretchesOf(each));
    }
    if (page.length < perPage) return [...leaves.values()].flat();
  }
}

function stretchesOf({ name, employee, from_date, to_date, half_day, half_day_date }: ReturnType<typeof decodeLeave>) {
  const stretch = (firstDay: string, lastDay: string, off: HrLeave['off']): HrLeave[] =>
    firstDay > lastDay ? [] : [{ id: name, personId: employee, firstDay, lastDay, off }];
  if (!half_day) return stretch(from_date, to_date, 'day');
  const half = half_day_date || from_date;
  return [
    ...stretch(from_date, daysAfter(half, -1), 'day'),
    ...stretch(half, half, 'half'),
    ...stretch(daysAfter(half, 1), to_date, 'day'),
  ];
}
