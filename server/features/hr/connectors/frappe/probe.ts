// Reads the facts about a Frappe site before anything is sent to it, and its employees.

import { flag, nonEmptyText, object, text } from '../../../../../src/shared/contract/decode.ts';
import { mapOf } from '../../../../../src/shared/contract/decodeRecords.ts';
import type { HrPerson } from '../../../../../src/shared/contract/hrConnections.ts';
import { instantOf, isTimeZone, plusMinutes, timeIn } from '../../../../platform/time/clock.ts';
import { clockFindings, resultOf } from '../answers.ts';
import { bad, type Connection, type Conversation, type Finding, good, warning } from '../connector.ts';
import { siteTimeOf } from '../siteTime.ts';
import { allOf, call, listOf, readAnswer } from './calls.ts';
import { namedShiftTypes, readShiftType, type ShiftType, kind as shiftType } from './checkins.ts';

export function* probe(connection: Connection): Conversation<readonly Finding[]> {
  const answer = yield call(connection, 'frappe.auth.get_logged_user');
  const user = resultOf(readAnswer(answer, 'message', nonEmptyText, connection));
  return [
    good('User', user),
    ...clockFindings(answer, connection.now),
    yield* versionFinding(connection),
    yield* zoneFinding(connection),
    yield* companyFinding(connection),
    yield* rightFinding(connection),
    ...(yield* shiftTypeFindings(connection)),
  ];
}

const knownVersions = /^1[456]\./;

function* versionFinding(connection: Connection): Conversation<Finding> {
  const answer = yield call(connection, 'frappe.utils.change_log.get_versions');
  const apps = resultOf(readAnswer(answer, 'message', mapOf(object({ version: text })), connection));
  const version = apps.hrms?.version;
  const what = 'Version of Frappe HR';
  if (version === undefined) return bad(what, 'The app Frappe HR is not installed on this site');
  return knownVersions.test(version)
    ? good(what, version)
    : warning(what, `${version}: this connector was written for 14 to 16`);
}

function* zoneFinding(connection: Connection): Conversation<Finding> {
  const answer = yield call(connection, 'frappe.client.get_time_zone');
  const theirs = resultOf(readAnswer(answer, 'message', object({ time_zone: text }), connection)).time_zone;
  const { zone } = siteTimeOf(connection);
  const what = 'Time zone';
  if (!isTimeZone(theirs)) return warning(what, `None is set; this connection uses ${zone}`);
  return isSameTime(theirs, zone, connection.now)
    ? good(what, theirs)
    : bad(what, `${theirs}, but this connection uses ${zone}`);
}

/** Compares in summer and winter, because a zone can have several names. */
const isSameTime = (zone: string, other: string, now: Date) =>
  [now, plusMinutes(now, (365 / 2) * 24 * 60)]
    .map(instantOf)
    .every((instant) => timeIn(zone).wallClock(instant) === timeIn(other).wallClock(instant));

function* companyFinding(connection: Connection): Conversation<Finding> {
  const query = { fields: ['company'], group_by: 'company', order_by: 'company asc', limit_page_length: 100 };
  const companies = yield* listOf(connection, 'Employee', query, object({ company: text }));
  const names = companies.map(({ company }) => company);
  const { company = '' } = connection.values;
  const what = 'Company';
  if (names.length === 0) return bad(what, 'The user of the API key can read no employee');
  if (company === '') return good(what, `All: ${names.join(', ')}`);
  return names.includes(company)
    ? good(what, company)
    : bad(what, `No employee belongs to ${company}, only to ${names.join(', ')}`);
}

const decodePermission = object({ has_permission: flag });

function* mayDo(connection: Connection, kind: string, name: string, right: string): Conversation<boolean> {
  const query = { doctype: kind, docname: name, perm_type: right };
  const answer = yield call(connection, 'frappe.client.has_permission', query);
  return resultOf(readAnswer(answer, 'message', decodePermission, connection)).has_permission;
}

function* rightFinding(connection: Connection): Conversation<Finding> {
  const may = yield* mayDo(connection, 'Employee Checkin', '', 'create');
  return may
    ? good('Rights', 'May create Employee Checkins')
    : bad('Rights', 'The user may not create Employee Checkins: give it the role HR User');
}

function* shiftTypeFindings(connection: Connection): Conversation<Finding[]> {
  const names = namedShiftTypes(connection);
  if (names.length === 0) {
    return [warning('Shift Types', 'None is named, so automatic attendance waits')];
  }
  const findings: Finding[] = [];
  for (const name of names) findings.push(yield* shiftTypeFinding(connection, name));
  return findings;
}

function* shiftTypeFinding(connection: Connection, name: string): Conversation<Finding> {
  const answer = yield* readShiftType(connection, name);
  const what = `Shift Type ${name}`;
  if (answer.kind === 'missing') return bad(what, 'No Shift Type has this name');
  const { enable_auto_attendance, process_attendance_after, auto_update_last_sync } = resultOf(answer);
  if (!(yield* mayDo(connection, shiftType, name, 'write'))) {
    return bad(what, 'The user may not change it: give it the role HR User');
  }
  if (!enable_auto_attendance) return warning(what, 'Auto Attendance is not enabled');
  if (process_attendance_after === '') return warning(what, 'Process Attendance After is empty');
  return auto_update_last_sync
    ? warning(what, 'Frappe HR assumes by itself that all records have arrived: switch off Auto Update Last Sync')
    : hoursFinding(what, resultOf(answer), connection);
}

const everyPair = 'Every Valid Check-in and Check-out';
const byLogType = 'Strictly based on Log Type in Employee Checkin';

/** Judges the hours that Frappe HR will compute from the records it gets. */
function hoursFinding(what: string, shiftType: ShiftType, { mode }: Connection): Finding {
  const told = 'It is told when all records have arrived';
  const countsPairs = shiftType.working_hours_calculation_based_on === everyPair;
  if (mode === 'first_last') {
    return countsPairs
      ? warning(
          what,
          `${told}. Only the first check-in and the last check-out arrive: hours can be too few. Set Working Hours` +
            ' Calculation Based On to First Check-in and Last Check-out',
        )
      : good(what, `${told}. Hours are from the first check-in to the last check-out, with breaks`);
  }
  if (!countsPairs) {
    const says = `${told}. Hours are from the first check-in to the last check-out: breaks count, although they arrive`;
    return warning(what, says);
  }
  return shiftType.determine_check_in_and_check_out === byLogType
    ? good(what, `${told}. Hours are those of each check-in with its check-out, without breaks`)
    : warning(
        what,
        `${told}. Frappe HR reads check-ins alternately as in and out: a missing or duplicate entry makes the hours wrong.` +
          ` Set Determine Check-in and Check-out to ${byLogType}`,
      );
}

/** Values of the setting `number_field`. */
export const numberField = {
  kind: 'choice',
  options: [
    { value: 'attendance_device_id', label: 'Attendance Device ID' },
    { value: 'employee_number', label: 'Employee Number' },
    { value: 'name', label: 'ID, such as HR-EMP-00001' },
  ],
  initial: 'attendance_device_id',
};

const employeeFields = {
  name: nonEmptyText,
  employee_name: text,
  employee_number: text,
  attendance_device_id: text,
  company_email: text,
  user_id: text,
  personal_email: text,
  status: text,
};
const decodeEmployee = object(employeeFields);

function numberOf(employee: ReturnType<typeof decodeEmployee>, field: string | undefined): string {
  if (field === 'name' || field === 'employee_number') return employee[field];
  return employee.attendance_device_id;
}

export function* people(connection: Connection): Conversation<HrPerson[]> {
  const { company = '', number_field } = connection.values;
  const filters = company === '' ? [] : [['company', '=', company] as const];
  const employees = yield* allOf(
    connection,
    'Employee',
    { fields: Object.keys(employeeFields), filters },
    decodeEmployee,
  );
  return employees.map((employee) => ({
    id: employee.name,
    number: numberOf(employee, number_field),
    name: employee.employee_name,
    email: employee.company_email || employee.user_id || employee.personal_email,
    is_active: employee.status === 'Active',
  }));
}
