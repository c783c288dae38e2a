// Sends each record as an Employee Checkin, in the site's local time without an offset. Shift Types make Frappe HR's
// attendance from these; each is told the time up to which all checkins have arrived.

import { flag, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { instantAt } from '../../../../platform/time/clock.ts';
import { idsByKey, resultOf } from '../answers.ts';
import { type Connection, type Conversation, type EventItem, NotNow } from '../connector.ts';
import { occursTwice, type Site, siteTimeOf } from '../siteTime.ts';
import { changeDocument, type FrappeAnswer, listOf, readAnswer, readDocument } from './calls.ts';

/** 'YYYY-MM-DD HH:MM:SS' */
export const localTime = (instant: string, site: Site): string =>
  siteTimeOf(site).wallClock(instant).slice(0, 19).replace('T', ' ');

export const logTypeOf = ({ eventType }: EventItem): string => (eventType === 'check-in' ? 'IN' : 'OUT');

const longestDeviceId = 140;

/** Ends with the offset if the local time occurs twice, which tells the two apart. */
export function deviceIdOf({ at, controller }: EventItem, site: Site): string {
  if (!occursTwice(at, site)) return controller.slice(0, longestDeviceId);
  const end = ` ${siteTimeOf(site).wallClock(at).slice(19)}`;
  return controller.slice(0, longestDeviceId - end.length) + end;
}

const decodeLog = object({ name: nonEmptyText, employee: text, time: text, log_type: text, device_id: text });
type Log = ReturnType<typeof decodeLog>;

/** Limit well above the logs that people can have at these times. */
const mostFound = 5_000;

export function* find(items: readonly EventItem[], connection: Connection): Conversation<ReadonlyMap<string, string>> {
  const logs = yield* listOf(
    connection,
    'Employee Checkin',
    {
      fields: ['name', 'employee', 'time', 'log_type', 'device_id'],
      filters: [
        ['employee', 'in', unique(items.map(({ personId }) => personId))],
        ['time', 'in', unique(items.map(({ at }) => localTime(at, connection)))],
      ],
      order_by: 'name asc',
      limit_page_length: mostFound,
    },
    decodeLog,
  );
  const byKey = Map.groupBy(logs, ({ employee, time, log_type }) => keyOf(employee, time, log_type));
  return idsByKey(items, (item) => {
    const key = keyOf(item.personId, localTime(item.at, connection), logTypeOf(item));
    return byKey.get(key)?.find((each) => isOf(each, item, connection))?.name;
  });
}

const unique = (values: readonly string[]) => [...new Set(values)];

/** Cuts fractions of a second, which some versions store. */
const keyOf = (employee: string, time: string, type: string) =>
  `${employee} ${time.slice(0, 19).replace('T', ' ')} ${type}`;

const isOf = (log: Log, item: EventItem, connection: Connection) =>
  !occursTwice(item.at, connection) || log.device_id === deviceIdOf(item, connection);

/** Shift types named by the connection. */
export const namedShiftTypes = ({ values }: Pick<Connection, 'values'>): string[] =>
  (values.shift_types ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);

const decodeShiftType = object({
  enable_auto_attendance: flag,
  process_attendance_after: text,
  last_sync_of_checkin: text,
  /** Missing in older versions, where Frappe HR sets `last_sync_of_checkin` itself. */
  auto_update_last_sync: flag,
  determine_check_in_and_check_out: text,
  working_hours_calculation_based_on: text,
});

export type ShiftType = ReturnType<typeof decodeShiftType>;

export const kind = 'Shift Type';

/** Earliest progress of all Shift Types: the first day that Frappe HR is to process, or the point it has reached. */
export function* openSince(connection: Connection): Conversation<string | undefined> {
  const instants: string[] = [];
  for (const name of namedShiftTypes(connection)) {
    const answer = yield* readShiftType(connection, name);
    if (answer.kind === 'missing') continue;
    const { enable_auto_attendance, process_attendance_after: first, last_sync_of_checkin: last } = resultOf(answer);
    if (!enable_auto_attendance || first === '') continue;
    instants.push(instantOfLocal(last > first ? last : first, connection));
  }
  return instants.sort()[0];
}

/** Accepts 'YYYY-MM-DD', with or without a time. */
const instantOfLocal = (local: string, connection: Connection): string =>
  instantAt(siteTimeOf(connection), local.slice(0, 10), local.slice(11, 16) || '00:00');

/** Tells all Shift Types, even if one of them was deleted. */
export function* finish(until: string, connection: Connection): Conversation<void> {
  // Skipped while local time repeats: events of the second hour would count as arrived.
  if (occursTwice(until, connection)) return;
  const time = localTime(until, connection);
  const missing: string[] = [];
  for (const name of namedShiftTypes(connection)) {
    const answer = yield* readShiftType(connection, name);
    if (answer.kind === 'missing') missing.push(name);
    else if (resultOf(answer).last_sync_of_checkin < time) {
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
