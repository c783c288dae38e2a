// Frappe HR, versions 14 to 16: each record becomes an Employee Checkin, one per request. It refuses another with the
// same person, second and direction, but its message may not name it, so it is searched first. docs/hr/frappe.md.
import { flag, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import type { OutboundAnswer } from '../../../../platform/http/outbound.ts';
import { forAll, leaveStretches } from '../answers.ts';
import {
  type BatchOutcome,
  type Connection,
  type Connector,
  type Conversation,
  type DaySpan,
  type EventItem,
  field,
  type HrLeave,
  type HttpRequest,
} from '../connector.ts';
import { occursTwice, timeZoneField } from '../siteTime.ts';
import { allOf, call, readAnswer } from './calls.ts';
import { deviceIdOf, find, finish, localTime, logTypeOf, openSince } from './checkins.ts';
import { numberField, people, probe } from './probe.ts';

const addLog = 'hrms.hr.doctype.employee_checkin.employee_checkin.add_log_based_on_employee_field';

export const frappe = {
  name: 'Frappe HR',
  takes: 'event' as const,
  summary: 'Every record that a sync sends becomes an Employee Checkin, from which Frappe HR makes its attendance.',
  address: 'https://hr.example.com',
  fields: [
    field('api_key', 'API Key', 'Of a user of its own with the role HR User'),
    field('api_secret', 'API Secret', 'Shown once, when the key is generated', { kind: 'secret' }),
    field('company', 'Company', 'Its name in Frappe HR; empty for the employees of all companies', {
      is_required: false,
    }),
    field('number_field', 'Our Employee ID Is', 'The field of an Employee that has it', numberField),
    field(
      'shift_types',
      'Shift Types',
      'Their names, separated by commas. They are told when all records have arrived',
      {
        is_required: false,
      },
    ),
    timeZoneField(
      'The time zone in the System Settings of Frappe, such as Asia/Kolkata; empty if it is the company’s time zone here',
    ),
  ],
  mostPerRequest: 1,
  requestsPerMinute: 600,
  takesBreaks: false,
  people,
  leave,
  request,
  outcome,
  find,
  openSince,
  finish,
  probe,
} satisfies Connector<EventItem>;

function request([item]: readonly EventItem[], connection: Connection): HttpRequest {
  if (!item) throw new Error('A request sends one record');
  return call(connection, addLog, {
    employee_fieldname: 'name',
    employee_field_value: item.personId,
    timestamp: `${localTime(item.at, connection)}.000000`,
    device_id: deviceIdOf(item, connection),
    log_type: logTypeOf(item),
    ...item.place,
  });
}

function outcome(items: readonly EventItem[], answer: OutboundAnswer, connection: Connection): BatchOutcome {
  const created = readAnswer(answer, 'message', object({ name: nonEmptyText }), connection);
  if (created.kind === 'result') return forAll(items, { kind: 'accepted', remoteId: created.result.name });
  if (created.kind === 'later') return created;
  const { kind, reason } = created;
  if (kind !== 'refused') return { kind: 'later', reason };
  if (wantsPlace.test(reason)) return forAll(items, { kind: 'later', reason: placeless(items[0], reason) });
  if (!hasSameTime.test(reason)) return { kind: 'rejected', reason };
  return items.some(({ at }) => occursTwice(at, connection))
    ? {
        kind: 'rejected',
        reason: 'Clocks were set back: Frappe HR keeps only one log of a local time that occurs twice',
      }
    : forAll(items, { kind: 'later', reason: otherLog });
}

const wantsPlace = /^Latitude and longitude values are required/;
const placeless = (item: EventItem | undefined, reason: string) =>
  item?.place
    ? `This version of Frappe HR takes no place from other programs. Update it, or switch off Allow Geolocation Tracking: ${reason}`
    : `Give the controller ${item?.controller ?? ''} its latitude and longitude, or switch off Allow Geolocation Tracking in the HR Settings of Frappe: ${reason}`;
/** The message may be about another record: the search before did not find this one. */
const hasSameTime = /already has a log with the same timestamp/;
const otherLog = 'Frappe HR has another log of this person at this second, or has only just received this one';

const fields = {
  name: nonEmptyText,
  employee: nonEmptyText,
  from_date: nonEmptyText,
  to_date: nonEmptyText,
  half_day: flag,
  /** May be missing for leave of a single day. */
  half_day_date: text,
};
const decodeLeave = object(fields);

/**
 * Reads approved Leave Applications of all companies, since an application keeps its company when the employee is
 * transferred. A half day may be any day of the leave, so it is cut out.
 */
function* leave(connection: Connection, { from, until }: DaySpan): Conversation<HrLeave[]> {
  const filters = [
    // Submitted, and neither cancelled nor rejected.
    ['docstatus', '=', 1],
    ['status', '=', 'Approved'],
    ['from_date', '<=', until],
    ['to_date', '>=', from],
  ] as const;
  const leaves = yield* allOf(connection, 'Leave Application', { fields: Object.keys(fields), filters }, decodeLeave);
  return leaves.flatMap(stretchesOf);
}

function stretchesOf({ name, employee, from_date, to_date, half_day, half_day_date }: ReturnType<typeof decodeLeave>) {
  const days = { id: name, personId: employee, firstDay: from_date, lastDay: to_date };
  return leaveStretches(days, half_day ? [half_day_date || from_date] : []);
}
