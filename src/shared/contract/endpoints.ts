// Every call between console and server (specification, point 7) as one table: 'METHOD /path/{id}' with its permission;
// queries/ has the queries, answers/ the answers, bodies.ts the bodies of writes. Client, handlers and conformance kit
// take their types and checks from here.

import type { answers } from './answers/all.ts';
import type { bodies } from './bodies.ts';
import type { Decoded } from './decode.ts';
import type { EditKey } from './edits.ts';
import type { Feature } from './features.ts';
import type { Permission } from './permissions.ts';
import type { queries } from './queries/all.ts';

export interface Endpoint {
  /** The permission of its caller. Without one, every signed-in user may call it; of those under /auth, some anyone. */
  needs?: Permission;
  /** It affects all companies, so only callers who see all of them may call it. */
  reach?: 'everyCompany';
  /** Beyond the specification: only a server that announces the feature has the call. */
  feature?: Feature;
}

/** A call beyond the specification. */
const beyond = <const F extends Feature, const P extends Permission>(feature: F, needs: P) => ({ needs, feature });

/** The same, for a call that affects all companies, or tells of people in all of them. */
const beyondOfAll = <const F extends Feature, const P extends Permission>(feature: F, needs: P) =>
  ({ needs, feature, reach: 'everyCompany' }) as const;

/** The audit is one, whatever the company. */
const ofAudit = beyondOfAll('audit', 'audit.view');

const secondFactor = { feature: 'second_factor' } as const;

export const endpoints = {
  'POST /auth/login': {},
  'POST /auth/logout': {},
  'GET /auth/user': {},
  'POST /auth/change-password': {},
  'POST /auth/forgot-password': {},
  'POST /auth/reset-password': {},

  // Signing in with a second factor, and without a password by a passkey. The others are for a signed-in user: what they
  // have, confirming who they are, and what only somebody who has confirmed it may change.
  'POST /auth/second-factor': secondFactor,
  'POST /auth/passkey/begin': secondFactor,
  'POST /auth/passkey': secondFactor,
  'GET /auth/second-factors': secondFactor,
  'POST /auth/confirm': secondFactor,
  'POST /auth/confirm/second-factor': secondFactor,
  'POST /auth/authenticator-app/begin': secondFactor,
  'POST /auth/authenticator-app': secondFactor,
  'POST /auth/authenticator-app/remove': secondFactor,
  'POST /auth/passkeys/begin': secondFactor,
  'POST /auth/passkeys': secondFactor,
  'PUT /auth/passkeys/{id}': secondFactor,
  'POST /auth/passkeys/{id}/remove': secondFactor,
  'POST /auth/recovery-codes': secondFactor,
  'GET /users/{id}/second-factors': beyond('second_factor', 'sign_in.manage'),
  'POST /users/{id}/second-factors/reset': beyond('second_factor', 'sign_in.manage'),
  'PUT /roles/{id}/second-factor': beyondOfAll('second_factor', 'sign_in.manage'),

  'GET /companies': { needs: 'companies.view' },
  'GET /companies/all': { needs: 'companies.view' },
  'GET /companies/{id}': { needs: 'companies.view' },
  'POST /companies': { needs: 'companies.create' },
  'PUT /companies/{id}': { needs: 'companies.edit' },
  'DELETE /companies/{id}': { needs: 'companies.delete' },
  'GET /companies/{id}/access-controllers': { needs: 'access_controllers.view' },
  'GET /companies/{id}/employees': { needs: 'employees.view' },

  'GET /companies/{id}/urls': { needs: 'companies.view' },
  'POST /companies/{id}/urls': { needs: 'companies.edit' },
  'PUT /company-urls/{id}': { needs: 'companies.edit' },
  'DELETE /company-urls/{id}': { needs: 'companies.edit' },
  'POST /company-urls/{id}/check-health': { needs: 'companies.edit' },
  'GET /company-urls/health-statistics': { needs: 'companies.view' },

  'GET /access-controllers': { needs: 'access_controllers.view' },
  'GET /access-controllers/{id}': { needs: 'access_controllers.view' },
  'POST /access-controllers': { needs: 'access_controllers.create' },
  'PUT /access-controllers/{id}': { needs: 'access_controllers.edit' },
  'DELETE /access-controllers/{id}': { needs: 'access_controllers.delete' },

  'GET /attendance': { needs: 'attendance.view' },
  'GET /attendance/{id}': { needs: 'attendance.view' },
  'POST /attendance/mark-processed': { needs: 'attendance.process' },
  'GET /attendance/statistics': { needs: 'attendance.view' },

  'GET /employees': { needs: 'employees.view' },
  'GET /employees/{id}': { needs: 'employees.view' },
  'POST /employees': { needs: 'employees.create' },
  'PUT /employees/{id}': { needs: 'employees.edit' },
  'DELETE /employees/{id}': { needs: 'employees.delete' },

  'GET /settings': { needs: 'settings.view' },
  'GET /settings/public': {},
  'GET /settings/url-types': {},
  'GET /settings/{keyOrId}': {},
  'POST /settings': { needs: 'settings.create', reach: 'everyCompany' },
  'PUT /settings/{keyOrId}': { needs: 'settings.edit', reach: 'everyCompany' },
  'DELETE /settings/{keyOrId}': { needs: 'settings.delete', reach: 'everyCompany' },

  'GET /roles': { needs: 'roles.view' },
  'GET /roles/{id}': { needs: 'roles.view' },
  'POST /roles': { needs: 'roles.create', reach: 'everyCompany' },
  'PUT /roles/{id}': { needs: 'roles.edit', reach: 'everyCompany' },
  'DELETE /roles/{id}': { needs: 'roles.delete', reach: 'everyCompany' },
  'GET /permissions': { needs: 'roles.view' },
  'GET /permissions/by-module': { needs: 'roles.view' },

  'GET /users': { needs: 'users.view' },
  'GET /users/{id}': { needs: 'users.view' },
  'POST /users': { needs: 'users.create' },
  'PUT /users/{id}': { needs: 'users.edit' },
  'DELETE /users/{id}': { needs: 'users.delete' },
  'GET /users/permissions': {},
  'POST /users/{id}/assign-companies': { needs: 'users.edit' },
  'GET /users/{id}/companies': { needs: 'users.view' },

  'POST /hr-sync/companies/{id}': { needs: 'hr_sync.run' },
  'POST /hr-sync/all': { needs: 'hr_sync.run' },
  'GET /hr-sync/companies/{id}/status': { needs: 'hr_sync.view' },
  'GET /hr-sync/schedule/status': { needs: 'hr_sync.view' },
  'PUT /hr-sync/schedule/{slot}': { needs: 'hr_sync.configure', reach: 'everyCompany' },
  'PUT /hr-sync/schedule/{slot}/toggle': { needs: 'hr_sync.configure', reach: 'everyCompany' },

  'GET /companies/{id}/hr-sync/config': { needs: 'hr_sync.view' },
  'PUT /companies/{id}/hr-sync/config': { needs: 'hr_sync.configure' },
  'POST /companies/{id}/hr-sync/config/reset': { needs: 'hr_sync.configure' },
  'GET /companies/{id}/hr-sync/status': { needs: 'hr_sync.view' },
  'POST /companies/{id}/hr-sync/test': { needs: 'hr_sync.view' },

  // Beyond the specification: a plain server answers 404, and the console does without it.
  'POST /hr-sync/companies/{id}/retry': { needs: 'hr_sync.run' },

  'GET /attention': beyond('attention', 'attendance.view'),
  'GET /hr-sync/companies': beyond('hr_state', 'hr_sync.view'),
  'POST /attendance/retry-hr': beyond('hr_state', 'hr_sync.run'),

  'GET /attendance/signing-key': beyond('signed_exports', 'attendance.view'),
  'POST /attendance/sign-export': beyond('signed_exports', 'attendance.view'),

  'GET /attendance/revision': beyond('attendance_revision', 'attendance.view'),
  'GET /attendance/count': beyond('attendance_count', 'attendance.view'),

  'GET /timesheets': beyond('timesheets', 'timesheets.view'),
  'GET /timesheets/{id}': beyond('timesheets', 'timesheets.view'),
  'GET /companies/{id}/day-rules': beyond('timesheets', 'companies.view'),
  'PUT /companies/{id}/day-rules': beyond('timesheets', 'companies.edit'),

  'GET /exceptions': beyond('corrections', 'attendance.view'),
  'GET /exceptions/counts': beyond('corrections', 'attendance.view'),
  'GET /corrections': beyond('corrections', 'attendance.view'),
  'POST /corrections': beyond('corrections', 'corrections.create'),
  'POST /corrections/preview': beyond('corrections', 'corrections.create'),
  'POST /corrections/{id}/decide': beyond('corrections', 'corrections.approve'),
  'GET /closed-months': beyond('corrections', 'attendance.view'),
  'POST /closed-months': beyond('corrections', 'timesheets.close'),
  'POST /closed-months/{id}/reopen': beyond('corrections', 'timesheets.close'),

  'GET /presence': beyond('presence', 'presence.view'),
  'GET /presence/summary': beyond('presence', 'presence.view'),
  'GET /roll-calls': beyond('presence', 'presence.view'),
  'GET /roll-calls/{id}': beyond('presence', 'presence.view'),
  'POST /roll-calls': beyond('presence', 'presence.roll_call'),
  'POST /roll-calls/{id}/ticks': beyond('presence', 'presence.roll_call'),
  'POST /roll-calls/{id}/end': beyond('presence', 'presence.roll_call'),

  'GET /devices': beyond('devices', 'devices.view'),
  'GET /devices/counts': beyond('devices', 'devices.view'),
  'GET /devices/waiting': beyond('devices', 'devices.manage'),
  'DELETE /devices/{id}': beyond('devices', 'devices.manage'),
  'GET /access-controllers/{id}/device': beyond('devices', 'devices.view'),
  'PUT /access-controllers/{id}/device': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/pairing': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/approve': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/disconnect': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/try': beyond('devices', 'devices.manage'),
  'GET /access-controllers/{id}/device/events': beyond('devices', 'devices.view'),
  'GET /access-controllers/{id}/device/notes': beyond('devices', 'devices.view'),
  'GET /access-controllers/{id}/device/commands': beyond('devices', 'devices.view'),
  'POST /access-controllers/{id}/device/commands': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/reinterpret': beyond('devices', 'devices.manage'),
  'POST /access-controllers/{id}/device/file': beyond('devices', 'devices.manage'),
  'GET /access-controllers/{id}/device/reconciliation': beyond('devices', 'devices.view'),
  'GET /unknown-codes': beyond('devices', 'attendance.view'),
  'GET /employee-codes': beyond('devices', 'employees.view'),
  'POST /employee-codes': beyond('devices', 'employees.edit'),
  'DELETE /employee-codes/{id}': beyond('devices', 'employees.edit'),

  'GET /hr-connectors': beyond('hr_connectors', 'hr_sync.configure'),
  'GET /companies/{id}/hr-connection': beyond('hr_connectors', 'hr_sync.configure'),
  'PUT /companies/{id}/hr-connection': beyond('hr_connectors', 'hr_sync.configure'),
  'POST /companies/{id}/hr-connection/test': beyond('hr_connectors', 'hr_sync.configure'),
  'GET /companies/{id}/hr-people': beyond('hr_connectors', 'hr_sync.configure'),
  'POST /companies/{id}/hr-people/read': beyond('hr_connectors', 'hr_sync.configure'),
  'PUT /companies/{id}/hr-matches': beyond('hr_connectors', 'hr_sync.configure'),
  'POST /hr-sync/companies/{id}/cancel': beyond('hr_connectors', 'hr_sync.run'),
  'PUT /hr-sync/companies/{id}/attendance-waits': beyond('hr_connectors', 'hr_sync.configure'),

  'GET /invitations': beyond('invitations', 'users.view'),
  'POST /users/{id}/invitation': beyond('invitations', 'users.edit'),
  'DELETE /users/{id}/invitation': beyond('invitations', 'users.edit'),
  'POST /auth/invitation': { feature: 'invitations' },
  'POST /auth/invitation/accept': { feature: 'invitations' },
  'POST /auth/single-sign-on': { feature: 'single_sign_on' },
  'GET /single-sign-on': beyondOfAll('single_sign_on', 'sign_in.manage'),
  'PUT /single-sign-on': beyondOfAll('single_sign_on', 'sign_in.manage'),
  'POST /single-sign-on/test': beyondOfAll('single_sign_on', 'sign_in.manage'),
  'GET /employees/{id}/personal-data': beyond('privacy', 'privacy.view'),
  'GET /employees/{id}/personal-data/{section}': beyond('privacy', 'privacy.view'),
  'GET /users/{id}/personal-data': beyondOfAll('privacy', 'privacy.view'),
  'GET /users/{id}/personal-data/{section}': beyondOfAll('privacy', 'privacy.view'),
  'GET /audit': ofAudit,
  'GET /audit/{id}': ofAudit,
  'GET /audit/head': ofAudit,
  'GET /audit/chain': ofAudit,
  'GET /privacy/rules': beyond('privacy', 'privacy.view'),
  'PUT /privacy/rules': beyondOfAll('privacy', 'privacy.manage'),
  'POST /privacy/rules/preview': beyondOfAll('privacy', 'privacy.view'),
  'GET /legal-holds': beyond('privacy', 'privacy.view'),
  'POST /legal-holds': beyond('privacy', 'privacy.manage'),
  'DELETE /legal-holds/{id}': beyond('privacy', 'privacy.manage'),
  'GET /privacy/people': beyond('privacy', 'privacy.view'),
  'POST /privacy/erasures/preview': beyondOfAll('privacy', 'privacy.manage'),
  'POST /privacy/erasures': beyondOfAll('privacy', 'privacy.manage'),

  'GET /sessions': { feature: 'sessions' },
  'DELETE /sessions/{id}': { feature: 'sessions' },
  'POST /sessions/end-others': { feature: 'sessions' },
  'GET /users/{id}/sessions': beyond('sessions', 'sign_in.manage'),
  'DELETE /users/{id}/sessions': beyond('sessions', 'sign_in.manage'),
  'DELETE /user-sessions/{id}': beyond('sessions', 'sign_in.manage'),

  'GET /api-tokens': { feature: 'api_tokens' },
  'GET /api-tokens/choices': beyond('api_tokens', 'api_tokens.create'),
  'POST /api-tokens': beyond('api_tokens', 'api_tokens.create'),
  'DELETE /api-tokens/{id}': { feature: 'api_tokens' },
  'GET /user-api-tokens': beyond('api_tokens', 'api_tokens.manage'),
  'DELETE /user-api-tokens/{id}': beyond('api_tokens', 'api_tokens.manage'),

  'GET /views': { feature: 'saved_views' },
  'POST /views': { feature: 'saved_views' },
  'PUT /views/{id}': { feature: 'saved_views' },
  'DELETE /views/{id}': { feature: 'saved_views' },
  'PUT /views/order': { feature: 'saved_views' },
} satisfies Record<`${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`, Endpoint>;

type Endpoints = typeof endpoints;
type Answers = typeof answers;
type Bodies = typeof bodies;
type Queries = typeof queries;
export type EndpointKey = keyof Endpoints;
export type ReadKey = Extract<EndpointKey, `GET ${string}`>;
export type WriteKey = Exclude<EndpointKey, ReadKey>;

export type Answer<K extends EndpointKey> = Decoded<Answers[K]>;
export type Query<K extends EndpointKey> = K extends keyof Queries ? Decoded<Queries[K]> : undefined;
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
  (Body<K> extends undefined ? unknown : { body: Body<K> & Began<K> });

/** Which version of the record an edit began with. Only where the server announces 'versions'. */
type Began<K extends EndpointKey> = K extends EditKey ? { version?: string } : unknown;

const calls: { [K in EndpointKey]: Endpoint } = endpoints;

/** The feature that a server must announce to have the call. */
export const featureOf = (key: EndpointKey): Feature | undefined => calls[key].feature;
