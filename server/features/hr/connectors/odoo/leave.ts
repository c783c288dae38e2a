// Reads validated Time Off, without the types that Odoo counts as worked time. Odoo 19 has leave that begins or ends with
// half a day; before, half a day was a leave of its own.

import { type Decoder, flag, integer, list, object } from '../../../../../src/shared/contract/decode.ts';
import { stated } from '../../../../../src/shared/contract/decodeRecords.ts';
import { timeOf } from '../../../../platform/time/instants.ts';
import { leaveStretches } from '../answers.ts';
import { type Connection, type Conversation, type DaySpan, type HrLeave, NotNow } from '../connector.ts';
import { relatedId, searchAll, textOrFalse, usesJsonRpc } from './calls.ts';
import { findUser, isInGroup } from './probe.ts';

const common = {
  employee_id: relatedId,
  request_date_from: textOrFalse,
  request_date_to: textOrFalse,
  /** Of some hours of one day. */
  request_unit_hours: flag,
  /** UTC. */
  date_from: textOrFalse,
  date_to: textOrFalse,
};
const decodeOld = object({ ...common, id: integer, request_unit_half: flag });
/** Each is 'am' or 'pm': the half with which the leave begins and ends. */
const decodeNew = object({
  ...common,
  id: integer,
  request_date_from_period: textOrFalse,
  request_date_to_period: textOrFalse,
});
type Leave = ReturnType<typeof decodeOld> | ReturnType<typeof decodeNew>;

export function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  yield* assertSeesAll(connection);
  const isOld = usesJsonRpc(connection);
  const decode: Decoder<Leave[]> = isOld ? stated(list(decodeOld)) : stated(list(decodeNew));
  const halves = isOld ? ['request_unit_half'] : ['request_date_from_period', 'request_date_to_period'];
  const domain = [
    ['state', '=', 'validate'],
    ['employee_id', '!=', false],
    ['holiday_status_id.time_type', '=', 'leave'],
    ['request_date_from', '<=', until],
    ['request_date_to', '>=', from],
  ];
  const query = { domain, fields: [...Object.keys(common), ...halves] };
  return (yield* searchAll(connection, 'hr.leave', query, decode)).flatMap(stretchesOf);
}

/** Odoo shows others only their own leave, without a word. */
function* assertSeesAll(connection: Connection): Conversation<void> {
  const { id } = yield* findUser(connection);
  if (yield* isInGroup(connection, id, 'hr_holidays.group_hr_holidays_user')) return;
  throw new NotNow('The user of the API key is no Time Off Officer, so Odoo hides the leave of others');
}

function stretchesOf(each: Leave): HrLeave[] {
  const { id, employee_id, request_date_from: firstDay, request_date_to: lastDay, date_from, date_to } = each;
  const days = { id: String(id), personId: String(employee_id), firstDay, lastDay };
  if (each.request_unit_hours) return [{ ...days, off: Math.round((timeOf(date_to) - timeOf(date_from)) / 60_000) }];
  if ('request_unit_half' in each) return leaveStretches(days, each.request_unit_half ? [firstDay] : []);
  const beginsLate = each.request_date_from_period === 'pm';
  const endsEarly = each.request_date_to_period === 'am';
  return leaveStretches(days, [...(beginsLate ? [firstDay] : []), ...(endsEarly ? [lastDay] : [])]);
}
