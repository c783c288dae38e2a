// Odoo with its app Attendances, as version 19 or as version 17. Its rules and sentences are those of Odoo's source.

import type { FakeHr, FakeHrOptions } from './fakeHr.ts';
import { type Attendance, check, OdooFault } from './odooRules.ts';
import { json2, jsonRpc, type Params } from './odooWire.ts';

export interface OdooFake extends FakeHr {
  /** Somebody enters or deletes an attendance by hand. Without an end, the employee is still there. */
  enter(employee: number, checkIn: string, checkOut?: string): void;
  remove(id: number): void;
  /** What the user of the key may not do: 'hr.attendance create', 'administer'. */
  readonly missingRights: Set<string>;
}

const secrets = { api_key: 'a-long-key-of-odoo' };
const user = { id: 7, login: 'rollcall@acme.example', name: 'Rollcall' };
const company = { id: 1, name: 'Acme' };

/** The version as the connector's setting has it. */
export function createOdooFake({ people, clock }: FakeHrOptions, version: '19' | '16' = '19'): OdooFake {
  const settings = { version, database: 'acme', user: user.login, number_field: 'barcode', company: '' };
  const known = new Map(people.map((person) => [person.id, person]));
  const missingRights = new Set<string>();
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
    'hr.employee/search_read': searchEmployees,
    'hr.employee/search_count': countEmployees,
    'hr.employee/has_access': mayDo('hr.employee'),
    'hr.employee/check_access_rights': mayDo('hr.employee'),
    'res.users/context_get': () => ({ lang: 'en_US', tz: 'Europe/Berlin', uid: user.id }),
    'res.users/search_read': () => [{ id: user.id, name: user.name }],
    'res.users/has_group': () => !missingRights.has('administer'),
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
  const speak = version === '19' ? json2 : jsonRpc;

  return {
    url: 'https://odoo.example',
    settings,
    secrets,
    people: known,
    missingRights,
    request: speak({ database: settings.database, user, clock, takesKey, execute }),
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

/** Of the clause about a field. */
const valueIn = ({ domain = [] }: Params, field: string): unknown => domain.find(([name]) => name === field)?.[2];

function isWanted(params: Params, field: string, value: unknown): boolean {
  const values = valueIn(params, field);
  return Array.isArray(values) && values.includes(value);
}
