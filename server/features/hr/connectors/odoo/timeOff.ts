// Reads validated Time Off, without the types that Odoo counts as worked time. Its fields change from version to
// version, and odoo.com runs versions in between, so Odoo is first asked which of them it has.

import {
  type Decoder,
  flag,
  integer,
  isMissing,
  list,
  number,
  object,
} from '../../../../../src/shared/contract/decode.ts';
import { mapOf, stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import { timeOf } from '../../../../platform/time/clock.ts';
import { leaveOfHours, leaveStretches } from '../answers.ts';
import { type Connection, type Conversation, type DaySpan, type HrLeave, NotNow } from '../connector.ts';
import { ask, relatedId, searchAll, textOrFalse } from './calls.ts';
import { findUser, isInGroup } from './probe.ts';

const hourOrFalse: Decoder<number> = (value) => (value === false || isMissing(value) ? 0 : number(value));

/** Fields of every version. Times are in UTC, hours in the employee's time zone: 9.5 is half past nine. */
const always = {
  employee_id: relatedId,
  request_date_from: textOrFalse,
  request_date_to: textOrFalse,
  date_from: textOrFalse,
  date_to: textOrFalse,
  request_hour_from: hourOrFalse,
  request_hour_to: hourOrFalse,
};
/** Up to 19.0, where leave of a type in hours may also cover whole days. */
const flags = { request_unit_hours: flag, request_unit_half: flag };
/** From 19.1 on: 'day', 'half_day' or 'hour'. The second one replaces the first where leave has work entry types. */
const units = { leave_type_request_unit: textOrFalse, work_entry_type_request_unit: textOrFalse };
/** From 19.0 on: 'am' or 'pm', the half with which leave begins and ends. Before, half a day was a separate leave. */
const periods = { request_date_from_period: textOrFalse, request_date_to_period: textOrFalse };

const decodeLeave = object({ id: integer, ...always, ...flags, ...units, ...periods });
type Leave = ReturnType<typeof decodeLeave>;

const ofType = ['holiday_status_id.time_type', '=', 'leave'];
const ofWorkEntryType = ['work_entry_type_id.count_as', '=', 'absence'];

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  yield* assertSeesAll(connection);
  const allfields = ['holiday_status_id', ...Object.keys({ ...always, ...flags, ...units, ...periods })];
  const params = { allfields, attributes: ['type'] };
  const known = yield* ask(connection, 'hr.leave', 'fields_get', params, stated(mapOf(object({}))));
  const wanted = { ...always, ...('request_unit_hours' in known ? flags : units), ...periods };
  const domain = [
    ['state', '=', 'validate'],
    ['employee_id', '!=', false],
    'holiday_status_id' in known ? ofType : ofWorkEntryType,
    ['request_date_from', '<=', until],
    ['request_date_to', '>=', from],
  ];
  const query = { domain, fields: Object.keys(wanted).filter((field) => field in known) };
  // Excludes archived leave: up to 17.0, it stays validated although it was cancelled.
  return (yield* searchAll(connection, 'hr.leave', query, stated(list(decodeLeave)))).flatMap(stretchesOf);
}

/** Odoo shows other users only their own leave, without saying so. */
function* assertSeesAll(connection: Connection): Conversation<void> {
  const { id } = yield* findUser(connection);
  if (yield* isInGroup(connection, id, 'hr_holidays.group_hr_holidays_user')) return;
  throw new NotNow('The user of the API key is not a Time Off Officer, so Odoo hides the leave of others');
}

function stretchesOf(each: Leave): HrLeave[] {
  const { request_date_from: firstDay, request_date_to: lastDay, date_from, date_to } = each;
  const days = { id: String(each.id), personId: String(each.employee_id), firstDay, lastDay };
  switch (unitOf(each)) {
    case 'hour':
      return firstDay === lastDay
        ? [{ ...days, off: Math.round((timeOf(date_to) - timeOf(date_from)) / 60_000) }]
        : leaveOfHours(days, Math.round(each.request_hour_from * 60), Math.round(each.request_hour_to * 60));
    case 'half_day':
      return leaveStretches(days, halfDaysOf(each));
    default:
      return leaveStretches(days, []);
  }
}

const unitOf = (each: Leave): string =>
  each.leave_type_request_unit ||
  each.work_entry_type_request_unit ||
  (each.request_unit_hours ? 'hour' : each.request_unit_half ? 'half_day' : 'day');

function halfDaysOf({ request_date_from_period, request_date_to_period, ...each }: Leave): string[] {
  const { request_date_from: firstDay, request_date_to: lastDay } = each;
  if (request_date_to_period === '') return [firstDay];
  return [
    ...(request_date_from_period === 'pm' ? [firstDay] : []),
    ...(request_date_to_period === 'am' ? [lastDay] : []),
  ];
}
