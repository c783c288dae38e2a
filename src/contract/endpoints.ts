// Every call between console and server (specification, point 7) as one table: 'METHOD /path/{id}' with its query, body
// and answer. Client, handlers and conformance kit take their types and checks from here.

import * as attendance from './entities/attendance.ts';
import type { Decoded, Decoder } from './decode.ts';
import type { Feature } from './features.ts';
import {
  bareOrUnder,
  flag,
  ifUnderstood,
  integer,
  list,
  mapOf,
  maybe,
  nonEmptyText,
  nothing,
  number,
  object,
  oneOf,
  optional,
  page,
  stated,
  text,
} from './decode.ts';
import * as entity from './entities/companies.ts';
import * as hr from './entities/hr.ts';
import * as people from './entities/people.ts';
import * as settings from './entities/settings.ts';

interface Endpoint {
  query?: Decoder<object>;
  body?: Decoder<object>;
  answer: Decoder<unknown>;
  /** Beyond the specification: only a server that announces the feature has the call. */
  feature?: Feature;
}

const ids = stated(list(integer));
const paging = { page: optional(integer), per_page: optional(integer) };

const companyBody = object({
  name: text,
  crm_company_id: text,
  contact_email: text,
  contact_phone: text,
  system_url: text,
  address: text,
});
const urlBody = object({ url_type: text, url: text, description: text, is_active: optional(flag) });
const controllerBody = object({
  company_id: maybe(integer),
  name: text,
  unique_identifier: optional(text),
  device_id: text,
  webhook_url: text,
  webhook_secret: optional(text),
  location: text,
  description: text,
  is_active: optional(flag),
  latitude: maybe(number),
  longitude: maybe(number),
  crm_location_id: text,
});
const employeeFields = {
  name: text,
  email: text,
  phone: text,
  department: text,
  position: text,
  crm_employee_id: text,
};
const roleBody = object({ name: text, display_name: text, description: text, permissions: ids });
const userFields = { name: text, email: text, roles: ids, companies: ids };
const settingFields = { value: text, description: text, is_public: flag };
const syncBody = object({ date: optional(text) });
const hrSyncTestBody = object({
  dry_run: stated(flag),
  date: optional(text),
  /** A dry run may use an unsaved configuration. */
  config: optional(hr.hrSyncConfig),
});
const period = { company_id: optional(integer), start_date: optional(text), end_date: optional(text) };

const configAnswer = (value: unknown) => ({
  hr_sync_config: bareOrUnder('hr_sync_config', hr.hrSyncConfig)(value),
});
const userAnswer = bareOrUnder('user', people.user);
const attendanceFilters = {
  company_id: optional(integer),
  employee_id: optional(integer),
  access_controller_id: optional(integer),
  event_type: optional(attendance.eventType),
  start_date: optional(text),
  end_date: optional(text),
  is_processed: optional(flag),
};

export const endpoints = {
  'POST /auth/login': {
    body: object({ email: text, password: text }),
    answer: object({ token: nonEmptyText, user: people.currentUser }),
  },
  'POST /auth/logout': { answer: nothing },
  'GET /auth/user': { answer: bareOrUnder('user', people.currentUser) },
  'POST /auth/change-password': {
    body: object({ current_password: text, password: text, password_confirmation: text }),
    answer: nothing,
  },
  'POST /auth/forgot-password': { body: object({ email: text }), answer: nothing },
  'POST /auth/reset-password': {
    body: object({ token: text, email: text, password: text, password_confirmation: text }),
    answer: nothing,
  },

  'GET /companies': { query: object(paging), answer: page(entity.company) },
  'GET /companies/all': { answer: list(entity.company) },
  'GET /companies/{id}': { answer: bareOrUnder('company', entity.company) },
  'POST /companies': { body: companyBody, answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'PUT /companies/{id}': { body: companyBody, answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'DELETE /companies/{id}': { answer: nothing },
  'GET /companies/{id}/access-controllers': { answer: list(entity.accessController) },
  'GET /companies/{id}/employees': { answer: list(entity.employee) },

  'GET /companies/{id}/urls': { answer: list(entity.companyUrl) },
  'POST /companies/{id}/urls': { body: urlBody, answer: ifUnderstood(entity.companyUrl) },
  'PUT /company-urls/{id}': { body: urlBody, answer: ifUnderstood(entity.companyUrl) },
  'DELETE /company-urls/{id}': { answer: nothing },
  'POST /company-urls/{id}/check-health': { answer: ifUnderstood(entity.companyUrl) },
  'GET /company-urls/health-statistics': { answer: entity.healthStatistics },

  'GET /access-controllers': { query: object(paging), answer: page(entity.accessController) },
  'GET /access-controllers/{id}': { answer: bareOrUnder('access_controller', entity.accessController) },
  'POST /access-controllers': { body: controllerBody, answer: ifUnderstood(entity.accessController) },
  'PUT /access-controllers/{id}': { body: controllerBody, answer: ifUnderstood(entity.accessController) },
  'DELETE /access-controllers/{id}': { answer: nothing },

  'GET /attendance': {
    query: object({ ...attendanceFilters, ...paging }),
    answer: page(attendance.attendanceRecord),
  },
  'GET /attendance/{id}': { answer: bareOrUnder('record', attendance.attendanceRecord) },
  'POST /attendance/mark-processed': {
    body: object({ record_ids: ids }),
    answer: ifUnderstood(object({ updated: integer })),
  },
  'GET /attendance/statistics': { query: object(period), answer: attendance.attendanceStatistics },

  'GET /employees': {
    query: object({ ...paging, company_id: optional(integer), is_active: optional(flag) }),
    answer: page(entity.employee),
  },
  'GET /employees/{id}': { answer: bareOrUnder('employee', entity.employee) },
  'POST /employees': {
    body: object({ company_id: maybe(integer), employee_id: text, ...employeeFields }),
    answer: ifUnderstood(entity.employee),
  },
  'PUT /employees/{id}': {
    body: object({ employee_id: optional(text), ...employeeFields }),
    answer: ifUnderstood(entity.employee),
  },
  'DELETE /employees/{id}': { answer: nothing },

  'GET /settings': { answer: list(settings.setting) },
  'GET /settings/public': { answer: list(settings.setting) },
  'GET /settings/url-types': { answer: list(text) },
  'GET /settings/{keyOrId}': { answer: settings.setting },
  'POST /settings': {
    body: object({ key: text, type: oneOf(...settings.settingTypes), ...settingFields }),
    answer: ifUnderstood(settings.setting),
  },
  'PUT /settings/{keyOrId}': { body: object(settingFields), answer: ifUnderstood(settings.setting) },
  'DELETE /settings/{keyOrId}': { answer: nothing },

  'GET /roles': { query: object(paging), answer: page(people.role) },
  'GET /roles/{id}': { answer: bareOrUnder('role', people.role) },
  'POST /roles': { body: roleBody, answer: ifUnderstood(people.role) },
  'PUT /roles/{id}': { body: roleBody, answer: ifUnderstood(people.role) },
  'DELETE /roles/{id}': { answer: nothing },
  'GET /permissions': { answer: list(people.permission) },
  'GET /permissions/by-module': { answer: mapOf(list(people.permission)) },

  'GET /users': { query: object(paging), answer: page(people.user) },
  'GET /users/{id}': { answer: userAnswer },
  'POST /users': { body: object({ ...userFields, password: text }), answer: ifUnderstood(userAnswer) },
  'PUT /users/{id}': { body: object({ ...userFields, password: optional(text) }), answer: ifUnderstood(userAnswer) },
  'DELETE /users/{id}': { answer: nothing },
  'GET /users/permissions': { answer: list(text) },
  'POST /users/{id}/assign-companies': { body: object({ companies: ids }), answer: nothing },
  'GET /users/{id}/companies': { answer: people.assignedCompanies },

  'POST /hr-sync/companies/{id}': { body: syncBody, answer: hr.syncResult },
  'POST /hr-sync/all': { body: syncBody, answer: hr.syncResult },
  'GET /hr-sync/companies/{id}/status': { answer: hr.hrSyncCompanyStatus },
  'GET /hr-sync/schedule/status': { answer: hr.scheduleStatus },
  'PUT /hr-sync/schedule/{slot}': { body: object({ time: text, enabled: optional(flag) }), answer: nothing },
  'PUT /hr-sync/schedule/{slot}/toggle': { body: object({ enabled: stated(flag) }), answer: nothing },

  'GET /companies/{id}/hr-sync/config': { answer: configAnswer },
  'PUT /companies/{id}/hr-sync/config': { body: hr.hrSyncConfig, answer: ifUnderstood(configAnswer) },
  'POST /companies/{id}/hr-sync/config/reset': { answer: ifUnderstood(configAnswer) },
  'GET /companies/{id}/hr-sync/status': { answer: hr.hrSyncDayStatus },
  'POST /companies/{id}/hr-sync/test': { body: hrSyncTestBody, answer: hr.hrSyncTest },

  // Beyond the specification: a plain server answers 404, and the console does without it.
  'POST /hr-sync/companies/{id}/retry': { body: syncBody, answer: hr.syncResult },

  'GET /attendance/signing-key': {
    feature: 'signed_exports',
    answer: object({ public_key: nonEmptyText, fingerprint: nonEmptyText }),
  },
  'POST /attendance/sign-export': {
    feature: 'signed_exports',
    body: object({
      filters: object(attendanceFilters),
      /** The newest record of the export: later ones do not count. */
      up_to_id: stated(integer),
      /** The file's place in the list: the rows before it, and its own. */
      skip: stated(integer),
      rows: stated(integer),
      rows_hash: nonEmptyText,
      seal: nonEmptyText,
    }),
    answer: object({ statement: nonEmptyText, signature: nonEmptyText }),
  },
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

type Endpoints = typeof endpoints;
export type EndpointKey = keyof Endpoints;
export type ReadKey = Extract<EndpointKey, `GET ${string}`>;
export type WriteKey = Exclude<EndpointKey, ReadKey>;

export type Answer<K extends EndpointKey> = Decoded<Endpoints[K]['answer']>;
export type Query<K extends EndpointKey> = Endpoints[K] extends { query: Decoder<infer Q> } ? Q : undefined;
export type Body<K extends EndpointKey> = Endpoints[K] extends { body: Decoder<infer B> } ? B : undefined;

/** { id } for '/companies/{id}', nothing for '/companies'. */
type PathParams<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { [P in Name]: string | number } & PathParams<Rest>
  : unknown;

/** The arguments of a call: path parameters, query and body, as far as it has them. */
export type Args<K extends EndpointKey> = PathParams<K> &
  (Query<K> extends undefined ? unknown : { query?: Query<K> }) &
  (Body<K> extends undefined ? unknown : { body: Body<K> });

const answers: { [K in EndpointKey]: { answer: Decoder<Answer<K>> } } = endpoints;

const calls: { [K in EndpointKey]: Endpoint } = endpoints;

/** The feature that a server must announce to have the call. */
export const featureOf = (key: EndpointKey): Feature | undefined => calls[key].feature;

/** The decoder of a call's answer, typed by the call. */
export function answerDecoder<K extends EndpointKey>(key: K): Decoder<Answer<K>> {
  return answers[key].answer;
}
