// Frappe HR's Employee Checkins as the sources of versions 14 to 16 treat them: a second log with the same person,
// second and direction is refused, before 14.6.2 in either direction. Times are local without an offset, so the hour
// that occurs twice is ambiguous. See docs/hr/frappe.md.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { dateOf, instantOf, plusMinutes, timeIn } from '../../../server/platform/time/clock.ts';
import { offsetMinutes } from '../../../server/platform/time/localTime.ts';
import type { FakeHr, FakeHrOptions, FakeLeave } from './fakeHr.ts';

interface Log {
  readonly name: string;
  readonly employee: string;
  /** 'YYYY-MM-DD HH:MM:SS', local. */
  readonly time: string;
  readonly log_type: string;
  readonly device_id: string;
}

interface ShiftType {
  enable_auto_attendance: 0 | 1;
  process_attendance_after: string | null;
  last_sync_of_checkin: string | null;
  determine_check_in_and_check_out?: string;
  working_hours_calculation_based_on?: string;
}

export interface FrappeFake extends FakeHr {
  readonly leaves: Map<string, FakeLeave>;
  readonly logs: readonly Log[];
  readonly shiftTypes: Map<string, ShiftType>;
  /** The versions of its apps; without 'hrms', the app Frappe HR is not installed. */
  readonly versions: Map<string, string>;
  /** The name of its only company. */
  readonly company: string;
  /** What the key's user may not do, such as 'create Employee Checkin'. */
  readonly forbidden: Set<string>;
  /** "Allow Geolocation Tracking" in its HR Settings. */
  wantsPlace: boolean;
}

class Refused extends Error {
  readonly status: number;
  readonly type: string;

  constructor(status: number, type: string, message = '') {
    super(message);
    this.status = status;
    this.type = type;
  }
}

const secrets = { api_secret: 'a-long-secret-9' };
const settings = { api_key: '4f1c', company: '', number_field: 'employee_number', shift_types: 'Day Shift' };

export function createFrappeFake({ people, timeZone, clock }: FakeHrOptions): FrappeFake {
  const known = new Map(people.map((person) => [person.id, person]));
  const logs: Log[] = [];
  const shiftTypes = new Map<string, ShiftType>([
    ['Day Shift', { enable_auto_attendance: 1, process_attendance_after: '2019-01-01', last_sync_of_checkin: null }],
  ]);
  const versions = new Map([
    ['frappe', '15.41.2'],
    ['hrms', '15.28.1'],
  ]);
  const forbidden = new Set<string>();
  const company = 'Acme';
  const leaves = new Map<string, FakeLeave>();
  let isExpired = false;

  function allow(right: string, kind: string): void {
    if (forbidden.has(`${right} ${kind}`)) throw new Refused(403, 'PermissionError', `No permission for ${kind}`);
  }

  function addLog(given: Row): Log {
    const { employee_fieldname, employee_field_value, timestamp, log_type, device_id } = given;
    if (!versions.has('hrms')) {
      throw new Refused(417, 'ValidationError', "Failed to get method for command hrms.hr with No module named 'hrms'");
    }
    const employee = known.get(text(employee_field_value));
    if (employee_fieldname !== 'name' || !employee) {
      const searched = `'${text(employee_fieldname)}': ${text(employee_field_value)}`;
      throw new Refused(417, 'ValidationError', `No Employee found for the given employee field value. ${searched}`);
    }
    allow('create', 'Employee Checkin');
    if (!employee.is_active) {
      const link = `<a href="https://frappe.example/app/employee/${employee.id}">${employee.id}</a>`;
      const message = `Transactions cannot be created for an Inactive Employee ${link}.`;
      throw new Refused(417, 'InactiveEmployeeStatusError', message);
    }
    const log = {
      name: `EMP-CKIN-${String(logs.length + 1).padStart(6, '0')}`,
      employee: employee.id,
      time: text(timestamp).slice(0, 19),
      log_type: text(log_type),
      device_id: text(device_id),
    };
    const ignoresType = /^14\.([0-5]\.|6\.[01]$)/.test(versions.get('hrms') ?? '');
    const other = logs.find(
      (each) =>
        each.employee === log.employee && each.time === log.time && (ignoresType || each.log_type === log.log_type),
    );
    if (other) {
      const link = `<Br><a href="/app/Form/Employee Checkin/${other.name}">Employee Checkin ${other.name}</a>`;
      const message = `This employee already has a log with the same timestamp.${link}`;
      throw new Refused(417, 'ValidationError', message);
    }
    if (fake.wantsPlace && !(given.latitude || given.longitude)) {
      throw new Refused(417, 'ValidationError', 'Latitude and longitude values are required for checking in.');
    }
    logs.push(log);
    return log;
  }

  const employeeRows = (): Row[] =>
    [...known.values()]
      .sort((one, another) => (one.id < another.id ? -1 : 1))
      .map(({ id, name, number, email, is_active }) => ({
        name: id,
        employee_name: name,
        employee_number: number,
        attendance_device_id: null,
        company_email: email,
        user_id: null,
        personal_email: null,
        status: is_active ? 'Active' : 'Inactive',
        company,
      }));

  const leaveRows = (): Row[] =>
    [...leaves.values()]
      .sort((one, another) => (one.id < another.id ? -1 : 1))
      .map(({ id, personId, first, last, halfDays = [], isApproved = true, company: former }) => ({
        name: id,
        employee: personId,
        from_date: first,
        to_date: last,
        half_day: halfDays.length > 0 ? 1 : 0,
        half_day_date: halfDays[0] ?? null,
        docstatus: isApproved ? 1 : 2,
        status: isApproved ? 'Approved' : 'Cancelled',
        company: former ?? company,
      }));

  function getList({ doctype, filters, limit_page_length, group_by }: Row): Row[] {
    const kind = text(doctype);
    allow('read', kind);
    const rows: Row[] =
      kind === 'Employee'
        ? employeeRows()
        : kind === 'Leave Application'
          ? leaveRows()
          : logs.map((log) => ({ ...log }));
    const conditions = conditionsIn(text(filters));
    const found = rows.filter((row) => conditions.every((condition) => fulfils(row, condition)));
    const limited = found.slice(0, Number(limit_page_length ?? 20));
    return group_by === 'company' ? limited.slice(0, 1).map(() => ({ company })) : limited;
  }

  const functions: Readonly<Record<string, (given: Row) => unknown>> = {
    'frappe.auth.get_logged_user': () => 'rollcall@example.com',
    'frappe.utils.change_log.get_versions': () =>
      Object.fromEntries([...versions].map(([app, version]) => [app, { title: app, branch: 'version-15', version }])),
    'frappe.client.get_time_zone': () => ({ time_zone: timeZone }),
    'frappe.client.get_list': getList,
    'frappe.client.has_permission': ({ doctype, perm_type }) => ({
      has_permission: !forbidden.has(`${text(perm_type)} ${text(doctype)}`),
    }),
    'hrms.hr.doctype.employee_checkin.employee_checkin.add_log_based_on_employee_field': addLog,
  };

  function document(kind: string, name: string, change?: Row): unknown {
    const found = kind === 'Shift Type' ? shiftTypes.get(name) : undefined;
    if (!found) throw new Refused(404, 'DoesNotExistError', `${kind} ${name} not found`);
    allow(change ? 'write' : 'read', kind);
    if (change) found.last_sync_of_checkin = text(change.last_sync_of_checkin);
    return { name, ...found };
  }

  function perform(path: string, body: string | undefined): Row {
    const [, , what, kind = '', name = ''] = path.split('/').map(decodeURIComponent);
    const given: Row | undefined = body ? JSON.parse(body) : undefined;
    if (what === 'resource') return { data: document(kind, name, given) };
    const called = functions[kind];
    if (!called) throw new Refused(417, 'ValidationError', `Failed to get method for command ${kind}`);
    return { message: called(given ?? {}) };
  }

  const answer = (status: number, content: Row): OutboundAnswer => ({
    status,
    headers: { date: clock().toUTCString() },
    body: JSON.stringify(content),
  });

  const request: SafeRequest = async (url, { body, headers = {} } = {}) => {
    try {
      const isKnown = headers.Authorization === `token ${settings.api_key}:${secrets.api_secret}`;
      if (isExpired || !isKnown) throw new Refused(401, 'AuthenticationError');
      return answer(200, perform(new URL(url).pathname, body));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const { status, type, message } = error;
      return answer(status, {
        exception: `frappe.exceptions.${type}: ${message}`,
        exc_type: type,
        ...(message && { _server_messages: JSON.stringify([JSON.stringify({ message, raise_exception: 1 })]) }),
      });
    }
  };

  const fake: FrappeFake = {
    url: 'https://frappe.example',
    settings: { ...settings, time_zone: timeZone },
    secrets,
    people: known,
    request,
    logs,
    leaves,
    shiftTypes,
    versions,
    company,
    forbidden,
    wantsPlace: false,
    entries: () =>
      logs.map((log) => `${log.employee} ${log.log_type.toLowerCase()} ${instantIn(timeZone, log)}`).sort(),
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
  };
  return fake;
}

type Row = Record<string, unknown>;
type Condition = readonly [field: string, operator: string, value: unknown];

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

function conditionsIn(filters: string): readonly Condition[] {
  return JSON.parse(filters || '[]');
}

function fulfils(row: Row, [field, operator, value]: Condition): boolean {
  if (operator === '=') return row[field] === value;
  const has = text(row[field]);
  if (operator === 'in') return Array.isArray(value) && value.includes(has);
  if (operator === '>') return has > text(value);
  return operator === '<=' ? has <= text(value) : has >= text(value);
}

/** Where a local time occurs twice, the device id says which one is meant. */
function instantIn(zone: string, { time, device_id }: Log): string {
  const offset = / ([+-]\d\d:\d\d)$/.exec(device_id)?.[1];
  if (offset) return instantOf(new Date(`${time.replace(' ', 'T')}${offset}`));
  const site = timeIn(zone);
  const near = atOffset(time, offsetMinutes(site, time));
  const exact = atOffset(time, offsetMinutes(site, near));
  return site.wallClock(exact).startsWith(time.replace(' ', 'T')) ? exact : near;
}

const atOffset = (time: string, minutes: number) => instantOf(plusMinutes(dateOf(time), -minutes));
