// Every call between console and server (specification, point 7) as one table: 'METHOD /path/{id}' with its query and
// answer; bodies.ts has the bodies of writes. Client, handlers and conformance kit take their types and checks from here.

import type { bodies } from './bodies.ts';
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
  nonEmptyText,
  nothing,
  object,
  optional,
  page,
  text,
} from './decode.ts';
import * as entity from './entities/companies.ts';
import * as hr from './entities/hr.ts';
import * as people from './entities/people.ts';
import * as settings from './entities/settings.ts';

interface Endpoint {
  query?: Decoder<object>;
  answer: Decoder<unknown>;
  /** Beyond the specification: only a server that announces the feature has the call. */
  feature?: Feature;
}

const paging = { page: optional(integer), per_page: optional(integer) };

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

  'GET /companies': { query: object(paging), answer: page(entity.company) },
  'GET /companies/all': { answer: list(entity.company) },
  'GET /companies/{id}': { answer: bareOrUnder('company', entity.company) },
  'POST /companies': { answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'PUT /companies/{id}': { answer: ifUnderstood(bareOrUnder('company', entity.company)) },
  'DELETE /companies/{id}': { answer: nothing },
  'GET /companies/{id}/access-controllers': { answer: list(entity.accessController) },
  'GET /companies/{id}/employees': { answer: list(entity.employee) },

  'GET /companies/{id}/urls': { answer: list(entity.companyUrl) },
  'POST /companies/{id}/urls': { answer: ifUnderstood(entity.companyUrl) },
  'PUT /company-urls/{id}': { answer: ifUnderstood(entity.companyUrl) },
  'DELETE /company-urls/{id}': { answer: nothing },
  'POST /company-urls/{id}/check-health': { answer: ifUnderstood(entity.companyUrl) },
  'GET /company-urls/health-statistics': { answer: entity.healthStatistics },

  'GET /access-controllers': { query: object(paging), answer: page(entity.accessController) },
  'GET /access-controllers/{id}': { answer: bareOrUnder('access_controller', entity.accessController) },
  'POST /access-controllers': { answer: ifUnderstood(entity.accessController) },
  'PUT /access-controllers/{id}': { answer: ifUnderstood(entity.accessController) },
  'DELETE /access-controllers/{id}': { answer: nothing },

  'GET /attendance': {
    query: object({ ...attendance.filters, ...paging }),
    answer: page(attendance.attendanceRecord),
  },
  'GET /attendance/{id}': { answer: bareOrUnder('record', attendance.attendanceRecord) },
  'POST /attendance/mark-processed': {
    answer: ifUnderstood(object({ updated: integer })),
  },
  'GET /attendance/statistics': { query: object(period), answer: attendance.attendanceStatistics },

  'GET /employees': {
    query: object({ ...paging, company_id: optional(integer), is_active: optional(flag) }),
    answer: page(entity.employee),
  },
  'GET /employees/{id}': { answer: bareOrUnder('employee', entity.employee) },
  'POST /employees': {
    answer: ifUnderstood(entity.employee),
  },
  'PUT /employees/{id}': {
    answer: ifUnderstood(entity.employee),
  },
  'DELETE /employees/{id}': { answer: nothing },

  'GET /settings': { answer: list(settings.setting) },
  'GET /settings/public': { answer: list(settings.setting) },
  'GET /settings/url-types': { answer: list(text) },
  'GET /settings/{keyOrId}': { answer: settings.setting },
  'POST /settings': {
    answer: ifUnderstood(settings.setting),
  },
  'PUT /settings/{keyOrId}': { answer: ifUnderstood(settings.setting) },
  'DELETE /settings/{keyOrId}': { answer: nothing },

  'GET /roles': { query: object(paging), answer: page(people.role) },
  'GET /roles/{id}': { answer: bareOrUnder('role', people.role) },
  'POST /roles': { answer: ifUnderstood(people.role) },
  'PUT /roles/{id}': { answer: ifUnderstood(people.role) },
  'DELETE /roles/{id}': { answer: nothing },
  'GET /permissions': { answer: list(people.permission) },
  'GET /permissions/by-module': { answer: mapOf(list(people.permission)) },

  'GET /users': { query: object(paging), answer: page(people.user) },
  'GET /users/{id}': { answer: userAnswer },
  'POST /users': { answer: ifUnderstood(userAnswer) },
  'PUT /users/{id}': { answer: ifUnderstood(userAnswer) },
  'DELETE /users/{id}': { answer: nothing },
  'GET /users/permissions': { answer: list(text) },
  'POST /users/{id}/assign-companies': { answer: nothing },
  'GET /users/{id}/companies': { answer: people.assignedCompanies },

  'POST /hr-sync/companies/{id}': { answer: hr.syncResult },
  'POST /hr-sync/all': { answer: hr.syncResult },
  'GET /hr-sync/companies/{id}/status': { answer: hr.hrSyncCompanyStatus },
  'GET /hr-sync/schedule/status': { answer: hr.scheduleStatus },
  'PUT /hr-sync/schedule/{slot}': { answer: nothing },
  'PUT /hr-sync/schedule/{slot}/toggle': { answer: nothing },

  'GET /companies/{id}/hr-sync/config': { answer: configAnswer },
  'PUT /companies/{id}/hr-sync/config': { answer: ifUnderstood(configAnswer) },
  'POST /companies/{id}/hr-sync/config/reset': { answer: ifUnderstood(configAnswer) },
  'GET /companies/{id}/hr-sync/status': { answer: hr.hrSyncDayStatus },
  'POST /companies/{id}/hr-sync/test': { answer: hr.hrSyncTest },

  // Beyond the specification: a plain server answers 404, and the console does without it.
  'POST /hr-sync/companies/{id}/retry': { answer: hr.syncResult },

  'GET /attendance/signing-key': {
    feature: 'signed_exports',
    answer: object({ public_key: nonEmptyText, fingerprint: nonEmptyText }),
  },
  'POST /attendance/sign-export': {
    feature: 'signed_exports',
    answer: object({ statement: nonEmptyText, signature: nonEmptyText }),
  },
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
