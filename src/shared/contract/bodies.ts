// The bodies of writes, part of the table in endpoints.ts. Apart from it, since the console only needs their types.

import {
  flag,
  integer,
  list,
  maybe,
  nonEmptyText,
  number,
  object,
  oneOf,
  optional,
  text,
  withDefault,
} from './decode.ts';
import { ifGiven, stated } from './laterDecoders.ts';
import * as attendance from './entities/attendance.ts';
import { correctionRequest } from './entities/corrections.ts';
import { hoursRule } from './entities/day.ts';
import { deviceCommandKind, deviceRules, jsonMapping, pairingBody } from './entities/devices.ts';
import * as hr from './entities/hr.ts';
import * as connections from './entities/hrConnections.ts';
import { tick } from './entities/presence.ts';
import * as privacy from './entities/privacy.ts';
import * as secondFactor from './entities/secondFactor.ts';
import * as settings from './entities/settings.ts';
import { singleSignOnSettings } from './entities/singleSignOn.ts';

const ids = stated(list(integer));
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
  /** Beyond the specification, as 'YYYY-MM-DD'. */
  employed_from: ifGiven(text),
  employed_until: ifGiven(text),
};
const roleBody = object({ name: text, display_name: text, description: text, permissions: ids });
const userFields = { name: text, email: text, roles: ids, companies: ids };
const settingFields = { value: text, description: text, is_public: flag };
const syncFields = { date: optional(text) };
const syncBody = object(syncFields);
const hrSyncTestBody = object({
  dry_run: stated(flag),
  date: optional(text),
  /** A dry run may use an unsaved configuration. */
  config: optional(hr.hrSyncConfig),
});

/** All of them or none, for one reason. */
const correctionsBody = object({ corrections: stated(list(correctionRequest)), reason: text });

const proofBody = object({ ticket: text, proof: secondFactor.secondFactorProof });
/** Of POST /auth/confirm; empty where the answer of GET /auth/second-factors asks for none. */
const confirmedBody = object({ confirmation: text });

export const bodies = {
  'POST /auth/login': object({ email: text, password: text }),
  'POST /auth/change-password': object({ current_password: text, password: text, password_confirmation: text }),
  'POST /auth/forgot-password': object({ email: text }),
  'POST /auth/reset-password': object({ token: text, email: text, password: text, password_confirmation: text }),
  'POST /auth/second-factor': proofBody,
  'POST /auth/passkey': object({ ticket: text, passkey: secondFactor.passkeyAnswer }),
  'POST /auth/confirm': object({ password: text }),
  'POST /auth/confirm/second-factor': proofBody,
  'POST /auth/authenticator-app/begin': confirmedBody,
  'POST /auth/authenticator-app': object({ ticket: text, code: text }),
  'POST /auth/authenticator-app/remove': confirmedBody,
  'POST /auth/passkeys/begin': confirmedBody,
  'POST /auth/passkeys': object({ ticket: text, name: text, passkey: secondFactor.newPasskey }),
  'PUT /auth/passkeys/{id}': object({ name: text }),
  'POST /auth/passkeys/{id}/remove': confirmedBody,
  'POST /auth/recovery-codes': confirmedBody,
  'PUT /roles/{id}/second-factor': object({ is_required: stated(flag) }),
  'POST /companies': companyBody,
  'PUT /companies/{id}': companyBody,
  'POST /companies/{id}/urls': urlBody,
  'PUT /company-urls/{id}': urlBody,
  'POST /access-controllers': controllerBody,
  'PUT /access-controllers/{id}': controllerBody,
  'POST /attendance/mark-processed': object({ record_ids: ids }),
  'POST /employees': object({ company_id: maybe(integer), employee_id: text, ...employeeFields }),
  'PUT /employees/{id}': object({ employee_id: optional(text), ...employeeFields }),
  'POST /settings': object({
    key: text,
    type: withDefault(oneOf(...settings.settingTypes), 'string'),
    ...settingFields,
  }),
  /** What is left out stays. */
  'PUT /settings/{keyOrId}': object({ value: ifGiven(text), description: ifGiven(text), is_public: optional(flag) }),
  'POST /roles': roleBody,
  'PUT /roles/{id}': roleBody,
  /** `invite` is beyond the specification: a link by mail in place of a password. */
  'POST /users': object({ ...userFields, password: text, invite: optional(flag) }),
  /** `confirmation` is beyond the specification: our own server asks for one where people change their own e-mail. */
  'PUT /users/{id}': object({ ...userFields, password: optional(text), confirmation: optional(text) }),
  'POST /users/{id}/assign-companies': object({ companies: ids }),
  'POST /hr-sync/companies/{id}': syncBody,
  'POST /hr-sync/all': syncBody,
  'PUT /hr-sync/schedule/{slot}': object({ time: text, enabled: optional(flag) }),
  'PUT /hr-sync/schedule/{slot}/toggle': object({ enabled: stated(flag) }),
  'PUT /companies/{id}/hr-sync/config': hr.hrSyncConfig,
  'POST /companies/{id}/hr-sync/test': hrSyncTestBody,
  /** Without those that were rejected, if it says so. */
  'POST /hr-sync/companies/{id}/retry': object({ ...syncFields, waiting_only: optional(flag) }),
  'PUT /companies/{id}/hr-connection': connections.hrConnectionBody,
  'POST /companies/{id}/hr-connection/test': connections.hrConnectionBody,
  'PUT /companies/{id}/hr-matches': object({ matches: stated(list(connections.chosenMatch)) }),
  'PUT /hr-sync/companies/{id}/attendance-waits': object({
    kind: hr.liftedKind,
    id: integer,
    is_lifted: stated(flag),
  }),
  'POST /attendance/retry-hr': object({ record_ids: ids }),
  'POST /attendance/sign-export': object({
    filters: object(attendance.filters),
    /** The newest record of the export: later ones do not count. */
    up_to_id: stated(integer),
    /** The file's place in the list: the rows before it, and its own. */
    skip: stated(integer),
    rows: stated(integer),
    rows_hash: nonEmptyText,
    seal: nonEmptyText,
  }),
  'PUT /companies/{id}/day-rules': object({
    starts_at: text,
    repeat_seconds: stated(integer),
    /** Without it, it stays as it is. */
    hours: optional(hoursRule),
    needs_second_person: stated(flag),
  }),
  'POST /corrections': correctionsBody,
  'POST /corrections/preview': correctionsBody,
  'POST /corrections/{id}/decide': object({ agree: stated(flag), reason: text }),
  'POST /closed-months': object({ company_id: integer, month: text }),
  'POST /closed-months/{id}/reopen': object({ reason: text }),
  'POST /roll-calls': object({ company_id: maybe(integer), site: text, department: text }),
  'POST /roll-calls/{id}/ticks': object({ ticks: stated(list(tick)) }),
  'POST /auth/single-sign-on': object({
    ticket: text,
    /** Proves that it is the page that sent the person to the provider: that got its hash. */
    verifier: text,
  }),
  'PUT /single-sign-on': singleSignOnSettings,
  'PUT /access-controllers/{id}/device': deviceRules,
  'POST /access-controllers/{id}/device/pairing': pairingBody,
  'POST /access-controllers/{id}/device/approve': object({ device_id: stated(integer) }),
  'POST /access-controllers/{id}/device/try': object({ mapping: jsonMapping, body: text }),
  /** The day is needed to count and to resend. */
  'POST /access-controllers/{id}/device/commands': object({ command: deviceCommandKind, day: optional(text) }),
  'POST /access-controllers/{id}/device/reinterpret': object({
    start_date: text,
    end_date: text,
    dry_run: stated(flag),
  }),
  /** Some lines of a file from a terminal. */
  'POST /access-controllers/{id}/device/file': object({
    /** Of the file: terminals write their serial number into it. */
    name: text,
    /** The names of its columns; empty for lines as terminals write them. */
    header: withDefault(list(text), []),
    rows: stated(list(object({ line: integer, cells: list(text) }))),
    dry_run: stated(flag),
  }),
  'POST /employee-codes': object({
    company_id: maybe(integer),
    code: text,
    employee_id: maybe(integer),
    valid_from: text,
    valid_until: text,
  }),
  'POST /auth/invitation': object({ token: text }),
  'POST /auth/invitation/accept': object({ token: text, password: text, password_confirmation: text }),
  'POST /api-tokens': object({
    name: text,
    permissions: ids,
    /** Null: all of the caller's. */
    companies: maybe(list(integer)),
    /** Null: it does not expire. */
    expires_in_days: maybe(integer),
    /** Of POST /auth/confirm. */
    confirmation: optional(text),
  }),
  /** The classes that are not named stay as they are. */
  'PUT /privacy/rules': object({ rules: stated(list(privacy.chosenRule)) }),
  'POST /privacy/rules/preview': object({ rules: stated(list(privacy.chosenRule)) }),
  'POST /legal-holds': object({ kind: privacy.holdKind, subject_id: integer, reason: text }),
  'POST /privacy/erasures/preview': object({ kind: privacy.personKind, id: integer, last_day: optional(text) }),
  'POST /privacy/erasures': object({ kind: privacy.personKind, id: integer, reason: text, last_day: optional(text) }),
  'POST /views': object({ name: text, path: text, query: text }),
  /** What is left out stays. */
  'PUT /views/{id}': object({ name: ifGiven(text), query: ifGiven(text) }),
  /** The views that are not named follow, in the order they had. */
  'PUT /views/order': object({ ids }),
};
