// Reads approved absence periods, of which the first and the last day may be half. Those of a type that counts hours have
// times instead of halves.

import { maybe, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { daysAfter } from '../../../../platform/time/clock.ts';
import { leaveStretches } from '../answers.ts';
import type { Connection, Conversation, DaySpan, HrLeave } from '../connector.ts';
import { askAll } from './api.ts';

const decodeAbsence = object({
  id: nonEmptyText,
  person: object({ id: nonEmptyText }),
  /** FIRST_HALF or SECOND_HALF: with which half it begins and ends. */
  starts_from: object({ date_time: nonEmptyText, type: text }),
  /** Missing while it has no end. */
  ends_at: maybe(object({ date_time: text, type: text })),
  approval: object({ status: nonEmptyText }),
});

/** It is still leave while somebody asks to delete it. */
const approved = ['APPROVED', 'DELETION_PENDING'];

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  // A day more at both ends, because these are instants and absences have local times.
  const query = {
    limit: '100',
    'starts_from.date_time.lte': `${daysAfter(until, 1)}T23:59:59Z`,
    'ends_at.date_time.gte': `${daysAfter(from, -1)}T00:00:00Z`,
  };
  const absences = yield* askAll(connection, '/v2/absence-periods', query, decodeAbsence);
  return absences
    .filter(({ approval }) => approved.includes(approval.status))
    .flatMap((each) => stretchesOf(each, until));
}

function stretchesOf({ id, person, starts_from, ends_at }: ReturnType<typeof decodeAbsence>, until: string): HrLeave[] {
  const firstDay = starts_from.date_time.slice(0, 10);
  const lastDay = ends_at?.date_time.slice(0, 10) || until;
  const days = { id, personId: person.id, firstDay, lastDay };
  const isOfHours = starts_from.type === '' && firstDay === lastDay && ends_at?.type === '';
  const minutes = isOfHours ? minutesOf(ends_at?.date_time ?? '') - minutesOf(starts_from.date_time) : 0;
  if (minutes > 0) return [{ ...days, off: minutes }];
  const beginsLate = starts_from.type === 'SECOND_HALF';
  const endsEarly = ends_at?.type === 'FIRST_HALF';
  return leaveStretches(days, [...(beginsLate ? [firstDay] : []), ...(endsEarly ? [lastDay] : [])]);
}

/** Of 'YYYY-MM-DDTHH:MM:SS', after midnight. */
const minutesOf = (time: string): number => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
