// Reads approved Leave Applications. A half day may be any day of one, so it is cut out of it.

import { flag, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import type { Connection, Conversation, DaySpan, HrLeave } from '../connector.ts';
import { allOf } from './calls.ts';

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

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  const { company = '' } = connection.values;
  const filters = [
    // Submitted, and neither cancelled nor rejected.
    ['docstatus', '=', 1],
    ['status', '=', 'Approved'],
    ['from_date', '<=', until],
    ['to_date', '>=', from],
    ...(company === '' ? [] : [['company', '=', company] as const]),
  ] as const;
  const leaves = yield* allOf(connection, 'Leave Application', { fields: Object.keys(fields), filters }, decodeLeave);
  return leaves.flatMap(stretchesOf);
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
