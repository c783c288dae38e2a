// The records that the kit creates, each with a unique name.

import type { EndpointKey } from '../../../src/contract/endpoints.ts';
import type { AccessController, Company, CompanyUrl, Employee } from '../../../src/contract/entities/companies.ts';
import type { Role, User } from '../../../src/contract/entities/people.ts';
import type { Setting } from '../../../src/contract/entities/settings.ts';
import type { Heard, Visitor } from '../ask.ts';
import type { Identified, ReadPage } from '../pages.ts';

/** How to create, find, change and delete a record of one kind. */
export interface Kind<R extends Identified> {
  list: ReadPage<R>;
  isOurs(record: R): boolean;
  /** The fields that the list must show after `change`. */
  expected: Partial<R>;
  create: Step<[]>;
  /** Creates a record with an invalid field. */
  invalid: readonly [field: string, create: () => Promise<Heard<unknown>>];
  change: Step<[id: number]>;
  remove: Step<[id: number]>;
}
type Step<Given extends unknown[]> = readonly [EndpointKey, (...given: Given) => Promise<Heard<unknown>>];

export interface Marked {
  me: Visitor;
  /** Unique to this run. */
  mark: string;
}

const named = (mark: string) => `Conformance check ${mark}`;
const renamed = (mark: string) => `${named(mark)}, changed`;

export function companies({ me, mark }: Marked): Kind<Company> {
  const body = {
    name: named(mark),
    crm_company_id: '00123',
    contact_email: 'conformance@conformance.invalid',
    contact_phone: '',
    system_url: '',
    address: '',
  };
  return {
    list: (query) => me.ask('GET /companies', { query }),
    isOurs: ({ name }) => name.startsWith(named(mark)),
    expected: { name: renamed(mark), crm_company_id: body.crm_company_id },
    create: ['POST /companies', () => me.ask('POST /companies', { body })],
    invalid: ['name', () => me.ask('POST /companies', { body: { ...body, name: '' } })],
    change: [
      'PUT /companies/{id}',
      (id) => me.ask('PUT /companies/{id}', { id, body: { ...body, name: renamed(mark) } }),
    ],
    remove: ['DELETE /companies/{id}', (id) => me.ask('DELETE /companies/{id}', { id })],
  };
}

export function urls({ me, mark }: Marked, companyId: number, urlType: string): Kind<CompanyUrl> {
  const body = {
    url_type: urlType,
    url: `https://${mark}.conformance.invalid/`,
    description: named(mark),
    is_active: true,
  };
  const changed = { ...body, description: renamed(mark), is_active: false };
  return {
    list: () => unpaged(me.ask('GET /companies/{id}/urls', { id: companyId })),
    isOurs: ({ url }) => url === body.url,
    expected: { description: changed.description, is_active: false },
    create: ['POST /companies/{id}/urls', () => me.ask('POST /companies/{id}/urls', { id: companyId, body })],
    invalid: ['url', () => me.ask('POST /companies/{id}/urls', { id: companyId, body: { ...body, url: '' } })],
    change: ['PUT /company-urls/{id}', (id) => me.ask('PUT /company-urls/{id}', { id, body: changed })],
    remove: ['DELETE /company-urls/{id}', (id) => me.ask('DELETE /company-urls/{id}', { id })],
  };
}

export function controllers({ me, mark }: Marked, companyId: number): Kind<AccessController> {
  const body = {
    company_id: companyId,
    name: named(mark),
    device_id: 'AC001',
    webhook_url: '',
    location: '',
    description: '',
    is_active: true,
    latitude: 12.345678,
    longitude: null,
    crm_location_id: '',
  };
  const changed = { ...body, name: renamed(mark), latitude: null, longitude: -0.5 };
  return {
    list: (query) => me.ask('GET /access-controllers', { query }),
    isOurs: ({ name }) => name.startsWith(named(mark)),
    expected: { name: changed.name, latitude: null, longitude: -0.5 },
    create: ['POST /access-controllers', () => me.ask('POST /access-controllers', { body })],
    invalid: ['name', () => me.ask('POST /access-controllers', { body: { ...body, name: '' } })],
    change: ['PUT /access-controllers/{id}', (id) => me.ask('PUT /access-controllers/{id}', { id, body: changed })],
    remove: ['DELETE /access-controllers/{id}', (id) => me.ask('DELETE /access-controllers/{id}', { id })],
  };
}

export function employees({ me, mark }: Marked, companyId: number): Kind<Employee> {
  const fields = {
    name: named(mark),
    email: '',
    phone: '',
    department: '',
    position: '',
    crm_employee_id: '',
  };
  const body = { company_id: companyId, employee_id: '00123', ...fields };
  return {
    list: (query) => me.ask('GET /employees', { query: { ...query, company_id: companyId } }),
    isOurs: ({ name }) => name.startsWith(named(mark)),
    expected: { name: renamed(mark), employee_id: body.employee_id },
    create: ['POST /employees', () => me.ask('POST /employees', { body })],
    invalid: ['employee_id', () => me.ask('POST /employees', { body: { ...body, employee_id: '' } })],
    change: [
      'PUT /employees/{id}',
      (id) => me.ask('PUT /employees/{id}', { id, body: { ...fields, name: renamed(mark) } }),
    ],
    remove: ['DELETE /employees/{id}', (id) => me.ask('DELETE /employees/{id}', { id })],
  };
}

export function settings({ me, mark }: Marked): Kind<Setting> {
  const key = `conformance_check_${mark}`;
  const body = { key, type: 'number', value: '7', description: named(mark), is_public: false } as const;
  const changed = { value: '8', description: renamed(mark), is_public: false };
  return {
    list: () => unpaged(me.ask('GET /settings', {})),
    isOurs: (setting) => setting.key === key,
    expected: { value: changed.value, description: changed.description },
    create: ['POST /settings', () => me.ask('POST /settings', { body })],
    invalid: ['value', () => me.ask('POST /settings', { body: { ...body, value: '' } })],
    // By id, as the console does.
    change: ['PUT /settings/{keyOrId}', (id) => me.ask('PUT /settings/{keyOrId}', { keyOrId: id, body: changed })],
    remove: ['DELETE /settings/{keyOrId}', (id) => me.ask('DELETE /settings/{keyOrId}', { keyOrId: id })],
  };
}

export function roles({ me, mark }: Marked): Kind<Role> {
  const name = `conformance_${mark.replace(/\d/g, (digit) => 'ghijklmnop'[Number(digit)] ?? '')}`;
  const body = { name, display_name: named(mark), description: '', permissions: [] };
  return {
    list: (query) => me.ask('GET /roles', { query }),
    isOurs: (role) => role.name === name,
    expected: { display_name: renamed(mark) },
    create: ['POST /roles', () => me.ask('POST /roles', { body })],
    invalid: ['name', () => me.ask('POST /roles', { body: { ...body, name: '' } })],
    change: [
      'PUT /roles/{id}',
      (id) => me.ask('PUT /roles/{id}', { id, body: { ...body, display_name: renamed(mark) } }),
    ],
    remove: ['DELETE /roles/{id}', (id) => me.ask('DELETE /roles/{id}', { id })],
  };
}

export const accountOf = (mark: string) => ({
  email: `${mark}@conformance.invalid`,
  password: `Conformance ${mark}!`,
});

export function users({ me, mark }: Marked): Kind<User> {
  const { email, password } = accountOf(mark);
  const body = { name: named(mark), email, roles: [], companies: [] };
  return {
    list: (query) => me.ask('GET /users', { query }),
    isOurs: (user) => user.email === email,
    expected: { name: renamed(mark) },
    create: ['POST /users', () => me.ask('POST /users', { body: { ...body, password } })],
    invalid: ['password', () => me.ask('POST /users', { body: { ...body, password: 'short' } })],
    change: ['PUT /users/{id}', (id) => me.ask('PUT /users/{id}', { id, body: { ...body, name: renamed(mark) } })],
    remove: ['DELETE /users/{id}', (id) => me.ask('DELETE /users/{id}', { id })],
  };
}

/** Wraps a list without pages as its only page. */
async function unpaged<T>(list: Promise<Heard<T[]>>) {
  const heard = await list;
  if (!heard.ok) return heard;
  const { length } = heard.data;
  return {
    ...heard,
    data: { data: heard.data, total: length, last_page: 1, current_page: 1, per_page: length },
  };
}
