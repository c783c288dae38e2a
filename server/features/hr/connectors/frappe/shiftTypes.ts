// Shift Types, from which Frappe HR makes its attendance by itself: each is told until when all check-ins are there.

import { flag, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { Connection, Conversation } from '../connector.ts';
import { changeDocument, readAnswer, readDocument, resultOf } from './calls.ts';
import { localTime, occursTwice } from './checkins.ts';

/** Those that the connection names. */
export const namedShiftTypes = ({ values }: Pick<Connection, 'values'>): string[] =>
  (values.shift_types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

export const decodeShiftType = object({
  enable_auto_attendance: flag,
  process_attendance_after: text,
  last_sync_of_checkin: text,
  /** Not in older versions: Frappe HR then sets `last_sync_of_checkin` itself. */
  auto_update_last_sync: flag,
});

export const kind = 'Shift Type';

export function* finish(until: string, connection: Connection): Conversation<void> {
  // Local time runs back: what happens in the second hour would be said to be there.
  if (occursTwice(until, connection)) return;
  const time = localTime(until, connection);
  for (const name of namedShiftTypes(connection)) {
    const found = readAnswer(yield readDocument(connection, kind, name), 'data', decodeShiftType, connection);
    if (resultOf(found).last_sync_of_checkin >= time) continue;
    const change = changeDocument(connection, kind, name, { last_sync_of_checkin: time });
    resultOf(readAnswer(yield change, 'data', object({}), connection));
  }
}
