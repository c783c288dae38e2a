// Records that the kit creates, finds, changes and deletes, by kind. The texts of each record contain a mark that is
// unique to the run.

import { randomBytes } from 'node:crypto';
import type { Args, CallKey } from '../../../src/shared/contract/calls.ts';
import type { Company, CompanyUrl } from '../../../src/shared/contract/companies.ts';
import type { AccessController } from '../../../src/shared/contract/controllers.ts';
import type { Employee } from '../../../src/shared/contract/employees.ts';
import type { Role } from '../../../src/shared/contract/people.ts';
import type { User } from '../../../src/shared/contract/session.ts';
import type { Setting } from '../../../src/shared/contract/settings.ts';
import type { KitClient, Result } from '../client.ts';
import { type Identified, type ReadPage, readWhole } from './lists.ts';

/** Steps that create, find, change and delete a record of one kind. */
export interface Kind<R extends Identified> {
  list: ReadPage<R>;
  /** The fields that the list must show after `change`. */
  expected: Partial<R>;
  create: Step<[instead?: Fields]>;
  invalid: readonly Invalid[];
  /** Field that must be unique, for a second `create`. */
  unique?: string;
  change: Step<[id: number, instead?: Fields]>;
  /** Non-empty text that the body of a change may leave out. */
  leftOut?: Extract<keyof R, string>;
  /** Flag that may be null in the body of a change. */
  nullFlag?: Extract<keyof R, string>;
  remove: Step<[id: number]>;
  /** Whether it is a company, or belongs to one. */
  isOfCompany: boolean;
}
/** Value that makes a record invalid because its field is missing, unless another way is named. */
type Invalid = readonly [field: string, value: unknown, way?: 'a blank' | 'an unknown id'];
/** Fields to send instead of the usual ones. Undefined ones are left out of the body. */
export type Fields = Readonly<Record<string, unknown>>;
type Step<Given extends unknown[]> = readonly [CallKey, (...given: Given) => Promise<Result<unknown>>];

const step = <K extends CallKey, Given extends unknown[]>(
  client: KitClient,
  key: K,
  args: (...given: Given) => Args<K>,
): Step<Given> => [key, (...given) => client.call(key, args(...given))];

export interface Marked {
  client: KitClient;
  /** Unique to this run. */
  mark: string;
}

export const newMark = () => randomBytes(4).toString('hex');

/** Finds a new record, even in a long list. The mark may be in any field. */
export async function find<R extends Identified>(kind: Kind<R>, mark: string, but?: number): Promise<R | undefined> {
  const whole = await readWhole(kind.list, 1_000);
  if ('error' in whole) return undefined;
  return whole.rows.find((record) => record.id !== but && JSON.stringify(record).includes(mark));
}

export const named = (mark: string) => `Conformance check ${mark}`;
/** Has accents, Chinese and an emoji, which a server must keep. */
const renamed = (mark: string) => `${named(mark)}, Zoë Łuń 李雷 🙂`;
const emailOf = (mark: string) => `${mark}@conformance.invalid`;

/** Blanks count as missing. */
const missing = (field: string): Invalid[] => [
  [field, ''],
  [field, '   ', 'a blank'],
];
export const unknownId = 987_654_321;

/** Wraps a list without pages as its only page. */
async function unpaged<T>(list: Promise<Result<T[]>>) {
  const result = await list;
  if (!result.ok) return result;
  const { length } = result.data;
  return {
    ...result,
    data: { data: result.data, total: length, last_page: 1, current_page: 1, per_page: length },
  };
}

export function companies({ client, mark }: Marked): Kind<Company> {
  const body = {
    name: named(mark),
    crm_company_id: '00123',
    contact_email: emailOf(mark),
    contact_phone: '',
    system_url: '',
    address: '',
  };
  const changed = { ...body, name: renamed(mark) };
  return {
    list: (query) => client.call('GET /companies', { query }),
    expected: { name: renamed(mark), crm_company_id: body.crm_company_id },
    create: step(client, 'POST /companies', (instead) => ({ body: { ...body, ...instead } })),
    invalid: missing('name'),
    change: step(client, 'PUT /companies/{id}', (id, instead) => ({ id, body: { ...changed, ...instead } })),
    leftOut: 'crm_company_id',
    remove: step(client, 'DELETE /companies/{id}', (id) => ({ id })),
    isOfCompany: true,
  };
}

export const urls =
  (companyId: number, urlType: string) =>
  ({ client, mark }: Marked): Kind<CompanyUrl> => {
    const body = {
      url_type: urlType,
      url: `https://${mark}.conformance.invalid/`,
      description: named(mark),
      is_active: true,
    };
    const changed = { ...body, description: renamed(mark), is_active: false };
    return {
      list: () => unpaged(client.call('GET /companies/{id}/urls', { id: companyId })),
      expected: { description: changed.description, is_active: false },
      create: step(client, 'POST /companies/{id}/urls', (instead) => ({
        id: companyId,
        body: { ...body, ...instead },
      })),
      invalid: [['url', '']],
      change: step(client, 'PUT /company-urls/{id}', (id, instead) => ({ id, body: { ...changed, ...instead } })),
      nullFlag: 'is_active',
      remove: step(client, 'DELETE /company-urls/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };

export const controllers =
  (companyId: number, secret: string) =>
  ({ client, mark }: Marked): Kind<AccessController> => {
    const body = {
      company_id: companyId,
      name: named(mark),
      device_id: 'AC001',
      webhook_url: '',
      webhook_secret: secret,
      location: '',
      description: named(mark),
      is_active: true,
      latitude: 12.345678,
      longitude: null,
      crm_location_id: '',
    };
    const changed = { ...body, name: renamed(mark), latitude: null, longitude: -0.5 };
    return {
      list: (query) => client.call('GET /access-controllers', { query }),
      expected: { name: changed.name, latitude: null, longitude: -0.5, is_active: true },
      create: step(client, 'POST /access-controllers', (instead) => ({ body: { ...body, ...instead } })),
      invalid: missing('name'),
      change: step(client, 'PUT /access-controllers/{id}', (id, instead) => ({ id, body: { ...changed, ...instead } })),
      leftOut: 'device_id',
      nullFlag: 'is_active',
      remove: step(client, 'DELETE /access-controllers/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };

export const employees =
  (companyId: number) =>
  ({ client, mark }: Marked): Kind<Employee> => {
    const fields = {
      name: named(mark),
      email: emailOf(mark),
      phone: '',
      department: '',
      position: '',
      crm_employee_id: '',
    };
    const body = { company_id: companyId, employee_id: '00123', ...fields };
    const changed = { ...fields, name: renamed(mark) };
    return {
      list: (query) => client.call('GET /employees', { query: { ...query, company_id: companyId } }),
      expected: { name: renamed(mark), employee_id: body.employee_id },
      create: step(client, 'POST /employees', (instead) => ({ body: { ...body, ...instead } })),
      invalid: [['employee_id', ''], ...missing('name')],
      unique: 'employee_id',
      change: step(client, 'PUT /employees/{id}', (id, instead) => ({ id, body: { ...changed, ...instead } })),
      leftOut: 'email',
      remove: step(client, 'DELETE /employees/{id}', (id) => ({ id })),
      isOfCompany: true,
    };
  };

export function settings({ client, mark }: Marked): Kind<Setting> {
  const key = `conformance_check_${mark}`;
  const body = { key, type: 'string', value: named(mark), description: named(mark), is_public: false } as const;
  const changed = { value: renamed(mark), description: renamed(mark), is_public: false };
  return {
    list: () => unpaged(client.call('GET /settings', {})),
    expected: { value: changed.value, description: changed.description },
    create: step(client, 'POST /settings', (instead) => ({ body: { ...body, ...instead } })),
    invalid: [['value', ''], ...missing('key')],
    unique: 'key',
    // Uses the id, like the console.
    change: step(client, 'PUT /settings/{keyOrId}', (id) => ({ keyOrId: id, body: changed })),
    remove: step(client, 'DELETE /settings/{keyOrId}', (id) => ({ keyOrId: id })),
    isOfCompany: false,
  };
}

/** Builds a name from lowercase letters only. */
export const roleName = (mark: string) =>
  `conformance_${mark.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;

export function roles({ client, mark }: Marked): Kind<Role> {
  const permissions: number[] = [];
  const body = { name: roleName(mark), display_name: named(mark), description: named(mark), permissions };
  const changed = { ...body, display_name: renamed(mark) };
  return {
    list: (query) => client.call('GET /roles', { query }),
    expected: { display_name: renamed(mark) },
    create: step(client, 'POST /roles', (instead) => ({ body: { ...body, ...instead } })),
    invalid: [['name', ''], ...missing('display_name'), ['permissions', [unknownId], 'an unknown id']],
    unique: 'name',
    change: step(client, 'PUT /roles/{id}', (id, instead) => ({ id, body: { ...changed, ...instead } })),
    leftOut: 'description',
    remove: step(client, 'DELETE /roles/{id}', (id) => ({ id })),
    isOfCompany: false,
  };
}

export const accountOf = (mark: string) => ({ email: emailOf(mark), password: `Conformance ${mark}!` });

export function users({ client, mark }: Marked): Kind<User> {
  const roles: number[] = [];
  const body = { name: named(mark), ...accountOf(mark), roles, companies: [] };
  const { password: _, ...changed } = { ...body, name: renamed(mark) };
  return {
    list: (query) => client.call('GET /users', { query }),
    expected: { name: renamed(mark) },
    create: step(client, 'POST /users', (instead) => ({ body: { ...body, ...instead } })),
    invalid: [['password', 'short'], ...missing('name'), ['email', ''], ['roles', [unknownId], 'an unknown id']],
    unique: 'email',
    change: step(client, 'PUT /users/{id}', (id) => ({ id, body: changed })),
    remove: step(client, 'DELETE /users/{id}', (id) => ({ id })),
    isOfCompany: false,
  };
}
