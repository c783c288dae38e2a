// Every call between console and server (specification, point 7) as one table: 'METHOD /path/{id}' with its query,
// answer and permission; bodies.ts has the bodies of writes. Client, handlers and conformance kit take their types and
// checks from here.

import type { bodies } from './bodies.ts';
import * as attendance from './entities/attendance.ts';
import { attention } from './entities/attention.ts';
import type { Decoded, Decoder } from './decode.ts';
import type { Feature } from './features.ts';
import {
  bareOrUnder,
  flag,
  ifUnderstood,
  integer,
  list,
  mapOf,
  nonEmptyText,
  nothing,
  object,
  oneOf,
  optional,
  page,
  text,
} from './decode.ts';
import * as entity from './entities/companies.ts';
import * as hr from './entities/hr.ts';
import * as people from './entities/people.ts';
import * as settings from './entities/settings.ts';
import * as views from './entities/views.ts';
import type { Permission } from './permissions.ts';

export interface Endpoint {
  /** The permission of its caller. Without one, every signed-in user may call it; of those under /auth, some anyone. */
  needs?: Permission;
  /** It affects all companies, so only callers who see all of them may call it. */
  reach?: 'everyCompany';
  query?: Decoder<object>;
  answer: Decoder<unknown>;
  /** Beyond the specification: only a server that announces the feature has the call. */
  feature?: Feature;
}

/** By name, or by when they were added; '-' turns the order around. Without one, ours sorts by name. */
export const sortOrders = ['name', '-name', 'created', '-created'] as const;
export type SortOrder = (typeof sortOrders)[number];

const paging = { page: optional(integer), per_page: optional(integer) };

/** A search over all pages, and the order. Only of use where the server announces 'search'. */
const listing = { ...paging, q: optional(text), sort: optional(oneOf(...sortOrders)) };

const period = { company_id: optional(integer), start_date: optional(text), end_date: optional(text) };

const configAnswer = (value: unknown) => ({
  hr_sync_config: bareOrUnder('hr_sync_config', hr.hrSyncConfig)(value),
});
const userAnswer = bareOrUnder('user', people.user);

export const endpoints = {
  'POST /auth/login': {
    answer: object({ token: nonEmptyText, user: people.currentUser }),
  },
  'POST /auth/logout': { answer: nothing },
  'GET /auth/user': { answer: bareOrUnder('user', people.currentUser) },
  'POST /auth/change-password': {
    answer: nothing,
  },
  'POST /auth/forgot-password': { answer: nothing },
  'POST /auth/reset-password': {
    answer: nothing,
  },

  'GET /companies': {
    needs: 'companies.view',
    query: object({ ...listing, url_health: optional(entity.healthState) }),
    answer: page(entity.company),
  },
  'GET /companies/all': { needs: 'companies.view', answer: list(entity.company) },
  'GET /companies/{id}': { needs: 'companies.view', answer: bareOrUnder('company', entity.company) },
  'POST /companies': { needs: 'companies.create', answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'PUT /companies/{id}': { needs: 'companies.edit', answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'DELETE /companies/{id}': { needs: 'companies.delete', answer: nothing },
  'GET /companies/{id}/access-controllers': { needs: 'access_controllers.view', answer: list(entity.accessController) },
  'GET /companies/{id}/employees': { needs: 'employees.view', answer: list(entity.employee) },

  'GET /companies/{id}/urls': { needs: 'companies.view', answer: list(entity.companyUrl) },
  'POST /companies/{id}/urls': { needs: 'companies.edit', answer: ifUnderstood(entity.companyUrl) },
  'PUT /company-urls/{id}': { needs: 'companies.edit', answer: ifUnderstood(entity.companyUrl) },
  'DELETE /company-urls/{id}': { needs: 'companies.edit', answer: nothing },
  'POST /company-urls/{id}/check-health': { needs: 'companies.edit', answer: ifUnderstood(entity.companyUrl) },
  'GET /company-urls/health-statistics': { needs: 'companies.view', answer: entity.healthStatistics },

  'GET /access-controllers': {
    needs: 'access_controllers.view',
    query: object({ ...listing, company_id: optional(integer) }),
    answer: page(entity.accessController),
  },
  'GET /access-controllers/{id}': {
    needs: 'access_controllers.view',
    answer: bareOrUnder('access_controller', entity.accessController),
  },
  'POST /access-controllers': { needs: 'access_controllers.create', answer: ifUnderstood(entity.accessController) },
  'PUT /access-controllers/{id}': { needs: 'access_controllers.edit', answer: ifUnderstood(entity.accessController) },
  'DELETE /access-controllers/{id}': { needs: 'access_controllers.delete', answer: nothing },

  'GET /attendance': {
    needs: 'attendance.view',
    query: object({ ...attendance.filters, ...paging }),
    answer: page(attendance.attendanceRecord),
  },
  'GET /attendance/{id}': { needs: 'attendance.view', answer: bareOrUnder('record', attendance.attendanceRecord) },
  'POST /attendance/mark-processed': {
    needs: 'attendance.process',
    answer: ifUnderstood(object({ updated: integer })),
  },
  'GET /attendance/statistics': {
    needs: 'attendance.view',
    query: object(period),
    answer: attendance.attendanceStatistics,
  },

  'GET /employees': {
    needs: 'employees.view',
    query: object({ ...listing, company_id: optional(integer), is_active: optional(flag) }),
    answer: page(entity.employee),
  },
  'GET /employees/{id}': { needs: 'employees.view', answer: bareOrUnder('employee', entity.employee) },
  'POST /employees': { needs: 'employees.create', answer: ifUnderstood(entity.employee) },
  'PUT /employees/{id}': { needs: 'employees.edit', answer: ifUnderstood(entity.employee) },
  'DELETE /employees/{id}': { needs: 'employees.delete', answer: nothing },

  'GET /settings': { needs: 'settings.view', answer: list(settings.setting) },
  'GET /settings/public': { answer: list(settings.setting) },
  'GET /settings/url-types': { answer: list(text) },
  'GET /settings/{keyOrId}': { answer: settings.setting },
  'POST /settings': { needs: 'settings.create', reach: 'everyCompany', answer: ifUnderstood(settings.setting) },
  'PUT /settings/{keyOrId}': { needs: 'settings.edit', reach: 'everyCompany', answer: ifUnderstood(settings.setting) },
  'DELETE /settings/{keyOrId}': { needs: 'settings.delete', reach: 'everyCompany', answer: nothing },

  'GET /roles': { needs: 'roles.view', query: object(listing), answer: page(people.role) },
  'GET /roles/{id}': { needs: 'roles.view', answer: bareOrUnder('role', people.role) },
  'POST /roles': { needs: 'roles.create', reach: 'everyCompany', answer: ifUnderstood(people.role) },
  'PUT /roles/{id}': { needs: 'roles.edit', reach: 'everyCompany', answer: ifUnderstood(people.role) },
  'DELETE /roles/{id}': { needs: 'roles.delete', reach: 'everyCompany', answer: nothing },
  'GET /permissions': { needs: 'roles.view', answer: list(people.permission) },
  'GET /permissions/by-module': { needs: 'roles.view', answer: mapOf(list(people.permission)) },

  'GET /users': { needs: 'users.view', query: object(listing), answer: page(people.user) },
  'GET /users/{id}': { needs: 'users.view', answer: userAnswer },
  'POST /users': { needs: 'users.create', answer: ifUnderstood(userAnswer) },
  'PUT /users/{id}': { needs: 'users.edit', answer: ifUnderstood(userAnswer) },
  'DELETE /users/{id}': { needs: 'users.delete', answer: nothing },
  'GET /users/permissions': { answer: list(text) },
  'POST /users/{id}/assign-companies': { needs: 'users.edit', answer: nothing },
  'GET /users/{id}/companies': { needs: 'users.view', answer: people.assignedCompanies },

  'POST /hr-sync/companies/{id}': { needs: 'hr_sync.run', answer: hr.syncResult },
  'POST /hr-sync/all': { needs: 'hr_sync.run', answer: hr.syncResult },
  'GET /hr-sync/companies/{id}/status': { needs: 'hr_sync.view', answer: hr.hrSyncCompanyStatus },
  'GET /hr-sync/schedule/status': { needs: 'hr_sync.view', answer: hr.scheduleStatus },
  'PUT /hr-sync/schedule/{slot}': { needs: 'hr_sync.configure', reach: 'everyCompany', answer: nothing },
  'PUT /hr-sync/schedule/{slot}/toggle': { needs: 'hr_sync.configure', reach: 'everyCompany', answer: nothing },

  'GET /companies/{id}/hr-sync/config': { needs: 'hr_sync.view', answer: configAnswer },
  'PUT /companies/{id}/hr-sync/config': { needs: 'hr_sync.configure', answer: ifUnderstood(configAnswer) },
  'POST /companies/{id}/hr-sync/config/reset': { needs: 'hr_sync.configure', answer: ifUnderstood(configAnswer) },
  'GET /companies/{id}/hr-sync/status': { needs: 'hr_sync.view', answer: hr.hrSyncDayStatus },
  'POST /companies/{id}/hr-sync/test': { needs: 'hr_sync.view', answer: hr.hrSyncTest },

  // Beyond the specification: a plain server answers 404, and the console does without it.
  'POST /hr-sync/companies/{id}/retry': { needs: 'hr_sync.run', answer: hr.syncResult },

  'GET /attention': { needs: 'attendance.view', feature: 'attention', answer: attention },
  'GET /hr-sync/companies': { needs: 'hr_sync.view', feature: 'hr_state', answer: list(hr.hrSyncedCompany) },
  'POST /attendance/retry-hr': { needs: 'hr_sync.run', feature: 'hr_state', answer: hr.syncResult },

  'GET /attendance/signing-key': {
    needs: 'attendance.view',
    feature: 'signed_exports',
    answer: object({ public_key: nonEmptyText, fingerprint: nonEmptyText }),
  },
  'POST /attendance/sign-export': {
    needs: 'attendance.view',
    feature: 'signed_exports',
    answer: object({ statement: nonEmptyText, signature: nonEmptyText }),
  },

  'GET /views': { feature: 'saved_views', answer: list(views.savedView) },
  'POST /views': { feature: 'saved_views', answer: ifUnderstood(views.savedView) },
  'PUT /views/{id}': { feature: 'saved_views', answer: ifUnderstood(views.savedView) },
  'DELETE /views/{id}': { feature: 'saved_views', answer: nothing },
  'PUT /views/order': { feature: 'saved_views', answer: ifUnderstood(list(views.savedView)) },
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

type Endpoints = typeof endpoints;
type Bodies = typeof bodies;
export type EndpointKey = keyof Endpoints;
export type ReadKey = Extract<EndpointKey, `GET ${string}`>;
export type WriteKey = Exclude<EndpointKey, ReadKey>;

export type Answer<K extends EndpointKey> = Decoded<Endpoints[K]['answer']>;
export type Query<K extends EndpointKey> = Endpoints[K] extends { query: Decoder<infer Q> } ? Q : undefined;
export type Body<K extends EndpointKey> = K extends keyof Bodies ? Decoded<Bodies[K]> : undefined;

/** { id } for '/companies/{id}', nothing for '/companies'. */
type PathParams<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { [P in Name]: string | number } & PathParams<Rest>
  : unknown;

/** Who may call it. */
export type Needed<K extends EndpointKey> = Endpoints[K] extends { needs: infer P } ? P : 'anyone' | 'signedIn';
export type Reach<K extends EndpointKey> = Endpoints[K] extends { reach: infer R } ? R : undefined;

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
