// The sources about an employee: the record and what belongs to it, and when they came and went.

import { employeeFields } from '../../../../src/shared/contract/employees.ts';
import { fieldsWith, identifying, namesOf } from '../../../../src/shared/contract/fields.ts';
import { anyOf, quotedNames, type Sql, sql } from '../../../platform/db/db.ts';
import { companyOfEvent } from '../../controllers/controllerQueries.ts';
import { type ReportedEmployee, sourcesByName } from './person.ts';

const specified = namesOf(fieldsWith(employeeFields, []));
const further = namesOf(employeeFields).filter((name) => !(name in fieldsWith(employeeFields, [])));

export const employeeSources = sourcesByName<ReportedEmployee>({
  record: {
    title: 'Employee Record',
    about: 'What was entered about the employee.',
    knows: ['id', ...identifying(employeeFields)].map((column) => `employees.${column}`),
    rows: ({ id }) => sql`employees where employees.id = ${id}`,
    fields: quotedNames([...specified, 'is_active', ...further, 'created_at', 'deleted_at']),
    order: { id: sql`employees.id` },
    flags: ['is_active'],
  },
  search_words: {
    title: 'Words for the Search',
    about: 'The words of the record, by which lists find it.',
    knows: ['employee_words.record_id'],
    rows: ({ id }) => sql`(select word, row_number() over (order by word) as id from employee_words
      where record_id = ${id}) words where true`,
    fields: sql`word`,
  },
  codes: {
    title: 'PINs and Badges',
    about: 'Further codes by which devices know the employee.',
    knows: ['employee_codes.employee_id', 'employee_codes.code'],
    rows: ({ id }) => sql`employee_codes where employee_id = ${id}`,
    fields: sql`code, valid_from, valid_until, author as assigned_by, created_at`,
  },
  week_patterns: {
    title: 'Week Patterns',
    about: 'The hours that the employee is to work, where they differ from those of the company or department.',
    knows: ['week_patterns.employee_id'],
    rows: ({ id }) => sql`week_patterns where employee_id = ${id}`,
    fields: sql`valid_from, monday, tuesday, wednesday, thursday, friday, saturday, sunday, latest_start, earliest_end`,
  },
  leave: {
    title: 'Leave',
    about: 'Days on which the employee was on leave.',
    knows: ['leaves.employee_id'],
    rows: ({ id }) => sql`leaves where employee_id = ${id}`,
    fields: sql`first_day, last_day, is_half, minutes, source_id as id_in_hr_system`,
    flags: ['is_half'],
  },
  balances: {
    title: 'Balances',
    about: 'Hours that were carried forward from a day, with the reason.',
    knows: ['balances.employee_id'],
    rows: ({ id }) => sql`balances where employee_id = ${id}`,
    fields: sql`day, minutes, reason`,
  },
  former_departments: {
    title: 'Former Departments',
    about: 'The departments that the employee had, until which day.',
    knows: ['former_departments.employee_id'],
    rows: ({ id }) => sql`(select department, left_on, row_number() over (order by left_on, id) as id
      from former_departments where employee_id = ${id}) departments where true`,
    fields: sql`department, left_on`,
  },
  corrections: {
    title: 'Corrections',
    about: 'Events that people added or set aside, with their reasons.',
    knows: ['corrections.employee_id', 'corrections.employee_code'],
    rows: ({ id }) => sql`corrections where employee_id = ${id} and kind <> 'as_is'`,
    fields: correctionFields(),
  },
  exception_answers: {
    title: 'Answers to Exceptions',
    about: 'Exceptions of which somebody said that they are as they are.',
    knows: ['corrections.employee_id', 'corrections.employee_code'],
    rows: ({ id }) => sql`corrections where employee_id = ${id} and kind = 'as_is'`,
    fields: sql`exception, ${correctionFields()}`,
  },
  roll_calls: {
    title: 'Roll Calls',
    about: 'How the employee was known in roll calls, and who ticked them.',
    knows: ['roll_call_people.employee_id', 'roll_call_people.employee_number'],
    rows: ({ id }) =>
      sql`roll_call_people join roll_calls on roll_calls.id = roll_call_people.roll_call_id where employee_id = ${id}`,
    // A tick has the time as the phone sent it, in ISO 8601.
    fields: sql`started_at, name, employee_number, roll_call_people.department, state, since, roll_call_people.site,
      is_ticked, ticked_by, substr(replace(ticked_at, 'T', ' '), 1, 19) as ticked_at`,
    order: { id: sql`roll_calls.id` },
    flags: ['is_ticked'],
  },
  hr_match: {
    title: 'Match in the HR System',
    about: 'Who the employee is in the HR system, and how that is known.',
    knows: ['hr_matches.employee_id', 'hr_matches.person_id', 'hr_matches.matched_by'],
    rows: ({ id }) => sql`hr_matches where employee_id = ${id}`,
    fields: sql`person_id, matched_by`,
    order: { id: sql`employee_id` },
  },
  hr_person: {
    title: 'Copy from the HR System',
    about: 'What the HR system says about the person that the employee is matched with.',
    knows: ['hr_people.id', 'hr_people.number', 'hr_people.email'],
    rows: ({ id }) => sql`hr_people join hr_matches on hr_matches.company_id = hr_people.company_id
      and hr_matches.person_id = hr_people.id where employee_id = ${id}`,
    fields: sql`hr_people.id as person_id, number, name, email, is_active`,
    order: { id: sql`employee_id` },
    flags: ['is_active'],
  },
});

function correctionFields() {
  return sql`day, kind, event_type, occurred_at, reason, state, author, created_at, decider, decided_at,
    decision_reason`;
}

const ofAttendance = (id: number) => sql`attendance.employee_id = ${id}`;

const factFields = sql`access_controllers.name as controller, device_events.code, local_time, zone,
  device_events.occurred_at, is_ambiguous, device_events.kind, direction, reader, verify, passed, number, is_replay,
  outcome, reason, received_at, raw`;
const factFlags = ['is_ambiguous', 'is_replay'];

export const attendanceSources = sourcesByName<ReportedEmployee>({
  attendance: {
    title: 'Attendance',
    about: 'Check-ins and check-outs.',
    knows: ['attendance.employee_id', 'attendance.employee_code'],
    rows: ({ id }) => sql`attendance join access_controllers on access_controllers.id = access_controller_id
      where ${ofAttendance(id)}`,
    fields: sql`event_type, occurred_at, access_controllers.name as controller, employee_code as code, is_processed,
      added_by is not null as was_added_by_hand, set_aside_by is not null as is_set_aside, hr_state,
      attendance.created_at`,
    order: { at: sql`occurred_at`, id: sql`attendance.id` },
    flags: ['is_processed', 'was_added_by_hand', 'is_set_aside'],
  },
  unnamed_attendance: {
    title: 'Attendance Without a Name',
    about: "Check-ins and check-outs with one of the employee's codes but no name: their month was closed before.",
    knows: ['attendance.employee_code'],
    rows: (employee) => sql`attendance join access_controllers on access_controllers.id = access_controller_id
      where ${isUnnamedOf(employee)}`,
    fields: sql`event_type, occurred_at, access_controllers.name as controller, employee_code as code,
      attendance.created_at`,
    order: { at: sql`occurred_at`, id: sql`attendance.id` },
  },
  device_events: {
    title: 'What Devices Sent',
    about: 'Each event of the attendance as the device sent it.',
    knows: ['device_events.code'],
    rows: ({ id }) => sql`attendance join device_events on device_events.attendance_id = attendance.id
      join access_controllers on access_controllers.id = device_events.controller_id where ${ofAttendance(id)}`,
    fields: factFields,
    order: { at: sql`attendance.occurred_at`, id: sql`device_events.id` },
    flags: factFlags,
  },
  other_device_events: {
    title: 'Other Device Messages',
    about: "Events with one of the employee's codes that became no attendance of theirs, such as repeats.",
    knows: ['device_events.code'],
    rows: (employee) => sql`device_events join access_controllers on access_controllers.id = controller_id
      where device_events.id in (${otherEventsOf(employee)})`,
    fields: factFields,
    order: { id: sql`device_events.id` },
    flags: factFlags,
  },
  hr_deliveries: {
    title: 'Deliveries to HR',
    about: 'What was sent to the HR system, and what it answered.',
    knows: ['hr_deliveries.person_id'],
    rows: ({ id }) => sql`attendance join hr_deliveries on attendance_id = attendance.id where ${ofAttendance(id)}`,
    fields: sql`day, event_type, attendance.occurred_at, state, attempts, last_attempt_at, last_error, next_try_at,
      accepted_at, evidence, sent_to, person_id, remote_id`,
    order: { at: sql`attendance.occurred_at`, id: sql`attendance.id` },
  },
});

/** Repeats the codes as a list, which an index can search, beside the alternatives that it cannot. */
const isOneOf = (column: Sql, { codes }: ReportedEmployee): Sql => sql`${column} in (${codes.map(({ code }) => code)})`;

/** Whether a record without a name has one of the employee's codes, from a time when the code was theirs. */
export function isUnnamedOf(employee: ReportedEmployee): Sql {
  const each = employee.codes.map(
    ({ code, receivedAfter, receivedUntil, occurredFrom, occurredBefore }) =>
      sql`(employee_code = ${code} and attendance.created_at > ${receivedAfter}
        and attendance.created_at <= ${receivedUntil}
        and attendance.occurred_at >= ${occurredFrom} and attendance.occurred_at < ${occurredBefore})`,
  );
  return sql`(attendance.employee_id is null and attendance.company_id = ${employee.companyId}
    and ${isOneOf(sql`employee_code`, employee)} and ${anyOf(each)})`;
}

/** Selects the ids of device events about the employee that led to no record with their name. */
export const otherEventsOf = (employee: ReportedEmployee): Sql =>
  sql`select id from device_events where attendance_id is null and ${hasCodeOf(employee)}
      and controller_id in (select id from access_controllers where company_id = ${employee.companyId}
        union all select access_controller_id from access_controller_moves where company_id = ${employee.companyId})
      and ${companyOfEvent} = ${employee.companyId}
    union select device_events.id from attendance join device_events on attendance_id = attendance.id
      where ${isUnnamedOf(employee)}`;

/** Whether a device event has one of the employee's codes, from a time when it meant this employee. */
function hasCodeOf(employee: ReportedEmployee): Sql {
  const each = employee.codes.map(({ code, receivedAfter, receivedUntil, from, until }) => {
    const firstDay = from === '' ? sql`` : sql`and local_time >= ${from}`;
    const lastDay = until === '' ? sql`` : sql`and local_time <> '' and substr(local_time, 1, 10) <= ${until}`;
    return sql`(device_events.code = ${code} and received_at > ${receivedAfter} and received_at <= ${receivedUntil}
      ${firstDay} ${lastDay})`;
  });
  return sql`${isOneOf(sql`device_events.code`, employee)} and ${anyOf(each)}`;
}
