// Odoo with its app Attendances, as version 17, 19 or 20. Its rules and sentences are from Odoo's source.

import type { OutboundAnswer, SafeRequest } from '../../../server/platform/http/outbound.ts';
import { type FakeHr, type FakeHrOptions, type FakeLeave, twoDigits } from './fakeHr.ts';

export interface OdooFake extends FakeHr {
  readonly leaves: Map<string, FakeLeave>;
  /** Enters an attendance by hand. Without a check-out, the employee is still there. */
  enter(employee: number, checkIn: string, checkOut?: string): void;
  remove(id: number): void;
  /** What the user of the key may not do: 'hr.attendance create', 'administer', 'see all leave'. */
  readonly missingRights: Set<string>;
}

const secrets = { api_key: 'a-long-key-of-odoo' };
const user = { id: 7, login: 'rollcall@acme.example', name: 'Rollcall' };
const company = { id: 1, name: 'Acme' };

/** The fields of leave that the connector knows: common to all versions, and specific to each. */
const leaveFields = [
  'id',
  'state',
  'employee_id',
  'request_date_from',
  'request_date_to',
  'date_from',
  'date_to',
  'request_hour_from',
  'request_hour_to',
  'request_date_from_period',
];
const ofVersion = {
  16: ['holiday_status_id', 'request_unit_hours', 'request_unit_half', 'leave_type_request_unit'],
  19: [
    'holiday_status_id',
    'request_unit_hours',
    'request_unit_half',
    'leave_type_request_unit',
    'request_date_to_period',
  ],
  20: ['work_entry_type_id', 'work_entry_type_request_unit', 'request_date_to_period'],
};

/** Version 16 stands for the versions that the connector treats like 16. */
export function createOdooFake({ people, clock }: FakeHrOptions, version: '20' | '19' | '16' = '19'): OdooFake {
  const settings = {
    version: version === '16' ? version : '19',
    database: 'acme',
    user: user.login,
    number_field: 'barcode',
    company: '',
  };
  const known = new Map(people.map((person) => [person.id, person]));
  const missingRights = new Set<string>();
  const leaves = new Map<string, FakeLeave>();
  let attendances: readonly Attendance[] = [];
  let lastId = 41;
  let isExpired = false;

  const nameOf = (employee: number) => known.get(String(employee))?.name ?? '';

  function write(changed: readonly Attendance[]): void {
    const ids = new Set(changed.map(({ id }) => id));
    const all = [...attendances.filter(({ id }) => !ids.has(id)), ...changed];
    check(all, changed, nameOf);
    attendances = all;
  }

  function create({ vals_list = [] }: Params): number[] {
    const created = vals_list.map(({ employee_id, check_in, check_out = '' }, index) => {
      if (!known.has(String(employee_id))) throw missing(`hr.employee(${employee_id},)`);
      return { id: lastId + index + 1, employee: employee_id, checkIn: check_in, checkOut: check_out };
    });
    write(created);
    lastId += created.length;
    return created.map(({ id }) => id);
  }

  function change({ ids = [], vals }: Params): true {
    const found = attendances.filter(({ id }) => ids.includes(id));
    if (found.length < ids.length) throw missing(`hr.attendance(${ids.join(', ')},)`);
    write(found.map((attendance) => ({ ...attendance, checkOut: vals?.check_out ?? attendance.checkOut })));
    return true;
  }

  const searchAttendances = (params: Params) =>
    attendances
      .filter(
        ({ employee, checkIn }) => isWanted(params, 'employee_id', employee) && isWanted(params, 'check_in', checkIn),
      )
      .sort((one, other) => other.id - one.id)
      .map(({ id, employee, checkIn, checkOut }) => {
        return { id, employee_id: [employee, nameOf(employee)], check_in: checkIn, check_out: checkOut || false };
      });

  const searchEmployees = (params: Params) =>
    [...known.values()]
      .filter(({ id }) => Number(id) > Number(valueIn(params, 'id')))
      .filter(({ is_active }) => is_active || params.context?.active_test === false)
      .slice(0, params.limit)
      .map(({ id, name, number, email, is_active }) => {
        return { id: Number(id), name, work_email: email || false, active: is_active, barcode: number || false };
      });

  const fieldsOfLeave = new Set([...leaveFields, ...ofVersion[version]]);

  /** Refuses unknown fields, as Odoo does. */
  function searchLeaves({ domain = [], fields = [], limit, context }: Params) {
    const named = [...fields, ...domain.map(([field]) => field.split('.')[0] ?? '')];
    const wrong = named.find((name) => !fieldsOfLeave.has(name));
    if (wrong) throw new OdooFault('ValueError', `Invalid field '${wrong}' on 'hr.leave'`);
    const clause = (name: string) => domain.find(([field]) => field === name);
    const countsAbsence = ['holiday_status_id.time_type leave', 'work_entry_type_id.count_as absence'].includes(
      domain.map(([field, , value]) => `${field} ${value}`).find((text) => text.includes('_id.')) ?? '',
    );
    return [...leaves.values()]
      .filter(
        ({ id, first, last, isWork = false, ...leave }) =>
          Number(id) > Number(clause('id')?.[2]) &&
          stateOf(leave) === clause('state')?.[2] &&
          (!leave.isCancelled || context?.active_test === false) &&
          (!isWork || !countsAbsence) &&
          first <= String(clause('request_date_from')?.[2]) &&
          last >= String(clause('request_date_to')?.[2]),
      )
      .sort((one, other) => Number(one.id) - Number(other.id))
      .slice(0, limit)
      .map((leave) => {
        const all: Readonly<Record<string, unknown>> = fieldsOf(leave);
        return { id: Number(leave.id), ...Object.fromEntries(fields.map((field) => [field, all[field]])) };
      });
  }

  /** Version 17 archives cancelled leave, and leaves its state "validate". */
  const stateOf = ({ isApproved = true, isCancelled = false }: Pick<FakeLeave, 'isApproved' | 'isCancelled'>) =>
    isCancelled && version !== '16' ? 'cancel' : isApproved ? 'validate' : 'confirm';

  function fieldsOf({ personId, first, last, halfDays = [], hours }: FakeLeave) {
    const unit = hours ? 'hour' : halfDays.length > 0 ? 'half_day' : 'day';
    const [from, until] = hours ?? [8, 17];
    return {
      employee_id: [Number(personId), nameOf(Number(personId))],
      request_date_from: first,
      request_date_to: last,
      date_from: `${first} ${twoDigits(from)}:00:00`,
      date_to: `${last} ${twoDigits(until)}:00:00`,
      // A list of choices in version 16, a number later.
      request_hour_from: version === '16' ? String(from) : from,
      request_hour_to: version === '16' ? String(until) : until,
      request_unit_hours: unit === 'hour',
      request_unit_half: unit === 'half_day',
      leave_type_request_unit: unit,
      work_entry_type_request_unit: unit,
      request_date_from_period: halfDays.includes(first) && first !== last ? 'pm' : 'am',
      request_date_to_period: halfDays.includes(last) ? 'am' : 'pm',
    };
  }

  const describeFields = ({ allfields = [] }: Params) =>
    Object.fromEntries(allfields.filter((name) => fieldsOfLeave.has(name)).map((name) => [name, { type: 'char' }]));

  function countEmployees(params: Params): number {
    const isNumbered = valueIn(params, 'barcode') === false;
    return [...known.values()].filter(({ number, is_active }) => is_active && (!isNumbered || number !== '')).length;
  }

  const mayDo =
    (model: string) =>
    ({ operation }: Params) =>
      !missingRights.has(`${model} ${operation}`);

  const methods: Readonly<Record<string, (params: Params) => unknown>> = {
    'hr.attendance/create': create,
    'hr.attendance/write': change,
    'hr.attendance/search_read': searchAttendances,
    'hr.attendance/has_access': mayDo('hr.attendance'),
    'hr.attendance/check_access_rights': mayDo('hr.attendance'),
    'hr.leave/search_read': searchLeaves,
    'hr.leave/fields_get': describeFields,
    'hr.employee/search_read': searchEmployees,
    'hr.employee/search_count': countEmployees,
    'hr.employee/has_access': mayDo('hr.employee'),
    'hr.employee/check_access_rights': mayDo('hr.employee'),
    'res.users/context_get': () => ({ lang: 'en_US', tz: 'Europe/Berlin', uid: user.id }),
    'res.users/search_read': () => [{ id: user.id, name: user.name }],
    'res.users/has_group': ({ group_ext_id = '' }) =>
      !missingRights.has(group_ext_id.startsWith('hr_holidays.') ? 'see all leave' : 'administer'),
    'res.company/search_read': () => [company],
  };

  function execute(model: string, method: string, params: Params): unknown {
    const perform = methods[`${model}/${method}`];
    if (!perform) throw new Error(`the model '${model}' does not exist`);
    if (params.context?.allowed_company_ids?.some((id) => id !== company.id)) {
      throw new OdooFault('AccessError', 'Access to unauthorized or invalid companies.');
    }
    if (missingRights.has(`${model} ${method}`)) {
      throw new OdooFault('AccessError', `You are not allowed to ${method} 'Attendance' (${model}) records.`);
    }
    return perform(params);
  }

  const takesKey = (key: string) => !isExpired && key === secrets.api_key;
  const speak = version === '16' ? jsonRpc : json2;

  return {
    url: 'https://odoo.example',
    settings,
    secrets,
    people: known,
    leaves,
    missingRights,
    request: speak({ version, database: settings.database, user, clock, takesKey, execute }),
    entries: () =>
      attendances.map(({ employee, checkIn, checkOut }) => `${employee} work ${checkIn} to ${checkOut}`).sort(),
    enter(employee, check_in, check_out = '') {
      create({ vals_list: [{ employee_id: employee, check_in, check_out }] });
    },
    remove(id) {
      attendances = attendances.filter((attendance) => attendance.id !== id);
    },
    expireKey() {
      isExpired = true;
    },
    renewKey() {
      isExpired = false;
    },
  };
}

const missing = (record: string) =>
  new OdooFault('MissingError', `Record does not exist or has been deleted.\n(Record: ${record}, User: ${user.id})`);

/** The value in the domain's clause about a field. */
const valueIn = ({ domain = [] }: Params, field: string): unknown => domain.find(([name]) => name === field)?.[2];

function isWanted(params: Params, field: string, value: unknown): boolean {
  const values = valueIn(params, field);
  return Array.isArray(values) && values.includes(value);
}

// The attendances that Odoo accepts, by the checks of hr_attendance.py, which are the same from Odoo 16 to 19. A call
// writes all its attendances or none.
interface Attendance {
  readonly id: number;
  readonly employee: number;
  /** 'YYYY-MM-DD HH:MM:SS', in UTC. */
  readonly checkIn: string;
  /** Empty: the employee has not checked out yet. */
  readonly checkOut: string;
}

/** A refusal, with its class in Odoo. */
class OdooFault extends Error {
  readonly fault: string;

  constructor(fault: string, message: string) {
    super(message);
    this.fault = fault;
  }
}

/** Expects `all` to include what is checked, since Odoo checks after writing. */
function check(all: readonly Attendance[], checked: readonly Attendance[], nameOf: (employee: number) => string) {
  for (const attendance of checked) {
    const { employee, checkIn, checkOut } = attendance;
    const others = all
      .filter((other) => other.employee === employee && other !== attendance)
      .sort((one, other) => (one.checkIn < other.checkIn ? 1 : -1));
    if (checkOut !== '' && checkOut < checkIn) {
      throw new OdooFault('ValidationError', '"Check Out" time cannot be earlier than "Check In" time.');
    }
    const before = others.find((other) => other.checkIn <= checkIn);
    if (before && before.checkOut > checkIn) throw alreadyIn(nameOf(employee), checkIn);
    if (checkOut === '') {
      const open = others.find((other) => other.checkOut === '');
      if (open) throw stillIn(nameOf(employee), open.checkIn);
      continue;
    }
    const last = others.find((other) => other.checkIn < checkOut);
    if (last && last !== before) throw alreadyIn(nameOf(employee), last.checkIn);
  }
}

const refused = (name: string, rest: string) =>
  new OdooFault('ValidationError', `Cannot create new attendance record for ${name}, the employee ${rest}`);

const alreadyIn = (name: string, at: string) => refused(name, `was already checked in on ${american(at)}`);
const stillIn = (name: string, at: string) => refused(name, `hasn't checked out since ${american(at)}`);

/** An instant as Odoo writes it in the language en_US. */
function american(instant: string): string {
  const [day = '', clock = ''] = instant.split(' ');
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year} ${clock}`;
}

// Odoo's calls and answers: JSON-2 as version 19 speaks it, and JSON-RPC as version 17 does.

/** The parameters of all the fake's methods. */
interface Params {
  readonly ids?: readonly number[];
  readonly vals_list?: readonly { employee_id: number; check_in: string; check_out?: string }[];
  readonly vals?: { readonly check_out: string };
  readonly domain?: readonly (readonly [string, string, unknown])[];
  readonly limit?: number;
  readonly operation?: string;
  readonly fields?: readonly string[];
  readonly allfields?: readonly string[];
  readonly group_ext_id?: string;
  readonly context?: { readonly active_test?: boolean; readonly allowed_company_ids?: readonly number[] };
}

interface Odoo {
  readonly version: string;
  readonly database: string;
  readonly user: { readonly id: number; readonly login: string };
  readonly clock: () => Date;
  takesKey(key: string): boolean;
  /** Throws a fault. */
  execute(model: string, method: string, params: Params): unknown;
}

const answer = ({ clock }: Odoo, content: unknown, status = 200): OutboundAnswer => ({
  status,
  headers: { date: clock().toUTCString() },
  body: typeof content === 'string' ? content : JSON.stringify(content),
});

const nothingThere = '<!doctype html><title>404 Not Found</title>';

const json2 =
  (odoo: Odoo): SafeRequest =>
  async (url, { body = '', headers = {} } = {}) => {
    const [, first, , model = '', method = ''] = new URL(url).pathname.split('/');
    if (first === 'web') {
      return answer(odoo, { version_info: [Number(odoo.version), 0, 0, 'final', 0, ''], version: `${odoo.version}.0` });
    }
    if (headers['X-Odoo-Database'] !== odoo.database) return answer(odoo, nothingThere, 404);
    const [, key = ''] = /^bearer (.+)$/.exec(headers.Authorization ?? '') ?? [];
    if (!odoo.takesKey(key)) return answer(odoo, faultBody('werkzeug.exceptions.Unauthorized', 'Invalid apikey'), 401);
    try {
      return answer(odoo, odoo.execute(model, method, JSON.parse(body)));
    } catch (error) {
      return answer(odoo, bodyOf(error), statusOf(error));
    }
  };

const jsonRpc =
  (odoo: Odoo): SafeRequest =>
  async (url, { body = '' } = {}) => {
    if (new URL(url).pathname !== '/jsonrpc') return answer(odoo, nothingThere, 404);
    const { service, method, args } = callIn(body);
    try {
      const result = service === 'object' ? executeKw(odoo, executedIn(args)) : common(odoo, method, args);
      return answer(odoo, { jsonrpc: '2.0', id: 1, result });
    } catch (error) {
      const details = { code: 200, message: 'Odoo Server Error', data: bodyOf(error) };
      return answer(odoo, { jsonrpc: '2.0', id: 1, error: details });
    }
  };

function common(odoo: Odoo, method: string, [database, login, key]: readonly unknown[]): unknown {
  if (method === 'version') return { server_version: '17.0', server_serie: '17.0', protocol_version: 1 };
  checkDatabase(odoo, database);
  return login === odoo.user.login && odoo.takesKey(String(key)) ? odoo.user.id : false;
}

type Executed = readonly [string, number, string, string, string, readonly unknown[], Params];

function executeKw(odoo: Odoo, [database, user, key, model, method, [first], named]: Executed): unknown {
  checkDatabase(odoo, database);
  if (user !== odoo.user.id || !odoo.takesKey(key)) throw new OdooFault('AccessDenied', 'Access Denied');
  return odoo.execute(model, method, { ...named, [firstParameters[method] ?? '']: first });
}

/** The parameter that is given by position. */
const firstParameters: Readonly<Record<string, string>> = {
  create: 'vals_list',
  write: 'ids',
  search_read: 'domain',
  search_count: 'domain',
  fields_get: 'allfields',
  check_access_rights: 'operation',
  has_group: 'group_ext_id',
};

function checkDatabase(odoo: Odoo, database: unknown): void {
  if (database !== odoo.database) throw new Error(`FATAL:  database "${database}" does not exist`);
}

const statuses: Readonly<Record<string, number>> = { AccessError: 403, AccessDenied: 403, MissingError: 404 };

const statusOf = (error: unknown): number => (error instanceof OdooFault ? (statuses[error.fault] ?? 422) : 500);

function bodyOf(error: unknown) {
  const message = error instanceof Error ? error.message : String(error);
  return faultBody(error instanceof OdooFault ? `odoo.exceptions.${error.fault}` : 'builtins.Exception', message);
}

const faultBody = (name: string, message: string) => ({
  name,
  message,
  arguments: [message],
  context: {},
  debug: `Traceback (most recent call last):\n${name}: ${message}\n`,
});

function callIn(body: string): { service: string; method: string; args: readonly unknown[] } {
  return JSON.parse(body).params;
}

function executedIn(args: readonly unknown[]): Executed {
  return JSON.parse(JSON.stringify(args));
}
