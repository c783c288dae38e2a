// Shift Types, from which Frappe HR makes its attendance by itself: each is told until when all check-ins are there.

import { flag, object, text } from '../../../../../src/shared/contract/decode.ts';
import { instantAt } from '../../../../platform/time/localTime.ts';
import { type Connection, type Conversation, NotNow } from '../connector.ts';
import { siteTimeOf } from '../siteTime.ts';
import { changeDocument, type FrappeAnswer, readAnswer, readDocument, resultOf } from './calls.ts';
import { localTime, occursTwice } from './checkins.ts';

/** Those that the connection names. */
export const namedShiftTypes = ({ values }: Pick<Connection, 'values'>): string[] =>
  (values.shift_types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const decodeShiftType = object({
  enable_auto_attendance: flag,
  process_attendance_after: text,
  last_sync_of_checkin: text,
  /** Not in older versions: Frappe HR then sets `last_sync_of_checkin` itself. */
  auto_update_last_sync: flag,
  determine_check_in_and_check_out: text,
  working_hours_calculation_based_on: text,
});

export type ShiftType = ReturnType<typeof decodeShiftType>;

export const kind = 'Shift Type';

/** From the first day that Frappe HR is to process, or where it has come to: the earliest of all Shift Types. */
export function* openSince(connection: Connection): Conversation<string | undefined> {
  const instants: string[] = [];
  for (const name of namedShiftTypes(connection)) {
    const found = yield* readShiftType(connection, name);
    if (found.kind === 'missing') continue;
    const { enable_auto_attendance, process_attendance_after: first, last_sync_of_checkin: last } = resultOf(found);
    if (!enable_auto_attendance || first === '') continue;
    instants.push(instantOfLocal(last > first ? last : first, connection));
  }
  return instants.sort()[0];
}

/** 'YYYY-MM-DD', perhaps with a time. */
const instantOfLocal = (local: string, connection: Connection): string =>
  instantAt(siteTimeOf(connection), local.slice(0, 10), local.slice(11, 16) || '00:00');

/** One that was deleted keeps nobody from telling the others. */
export function* finish(until: string, connection: Connection): Conversation<void> {
  // Local time runs back: what happens in the second hour would be said to be there.
  if (occursTwice(until, connection)) return;
  const time = localTime(until, connection);
  const missing: string[] = [];
  for (const name of namedShiftTypes(connection)) {
    const found = yield* readShiftType(connection, name);
    if (found.kind === 'missing') missing.push(name);
    else if (resultOf(found).last_sync_of_checkin < time) {
      const change = changeDocument(connection, kind, name, { last_sync_of_checkin: time });
      resultOf(readAnswer(yield change, 'data', object({}), connection));
    }
  }
  if (missing.length > 0) {
    throw new NotNow(`It has no Shift Type ${missing.join(', ')}. Take it out of the connection, or name another`);
  }
}

export function* readShiftType(connection: Connection, name: string): Conversation<FrappeAnswer<ShiftType>> {
  return readAnswer(yield readDocument(connection, kind, name), 'data', decodeShiftType, connection);
}
