// Every call between console and server (specification, point 7), joined from the tables of the domains. Client,
// handlers, conformance kit and OpenAPI document take their types and checks from here. The console loads domains one
// by one, and from this file only who may make which call; see access.ts.

import * as apiTokens from './apiTokens.ts';
import * as attendance from './attendance.ts';
import * as audit from './audit.ts';
import * as codes from './codes.ts';
import * as companies from './companies.ts';
import * as controllers from './controllers.ts';
import * as corrections from './corrections.ts';
import * as dashboard from './dashboard.ts';
import type { Decoded, Decoder } from './decode.ts';
import * as deviceEvents from './deviceEvents.ts';
import * as devices from './devices.ts';
import * as digest from './digest.ts';
import * as employees from './employees.ts';
import * as expectedTime from './expectedTime.ts';
import * as hr from './hr.ts';
import * as hrConfig from './hrConfig.ts';
import * as hrConnections from './hrConnections.ts';
import * as login from './login.ts';
import * as payroll from './payroll.ts';
import * as people from './people.ts';
import * as presence from './presence.ts';
import * as privacy from './privacy.ts';
import * as session from './session.ts';
import * as sessions from './sessions.ts';
import * as settings from './settings.ts';
import * as signIn from './signIn.ts';
import * as singleSignOn from './singleSignOn.ts';
import * as timesheets from './timesheets.ts';
import * as views from './views.ts';

/** The domains with their calls and decoders, named and ordered as in the OpenAPI document. */
export const domains = [
  ['Session', session],
  ['Signing in', login],
  ['Accounts', signIn],
  ['Sessions', sessions],
  ['Single sign-on', singleSignOn],
  ['API tokens', apiTokens],
  ['Companies', companies],
  ['Access controllers', controllers],
  ['Attendance', attendance],
  ['Employees', employees],
  ['Settings', settings],
  ['Users and roles', people],
  ['HR sync', hr],
  ['HR sync set-up', hrConfig],
  ['HR connections', hrConnections],
  ['Dashboard', dashboard],
  ['Timesheets', timesheets],
  ['Expected time', expectedTime],
  ['Payroll', payroll],
  ['Corrections', corrections],
  ['Digest', digest],
  ['Presence', presence],
  ['Devices', devices],
  ['Device events', deviceEvents],
  ['Codes', codes],
  ['Privacy', privacy],
  ['Audit', audit],
  ['Saved views', views],
] as const;

type AllCalls = Joined<(typeof domains)[number][1]['calls']>;
/** Joins the types of the tables, as Object.assign joins the tables. */
type Joined<Table> = (Table extends unknown ? (table: Table) => void : never) extends (table: infer All) => void
  ? All
  : never;

export const calls: AllCalls = Object.assign({}, ...domains.map((domain) => domain[1].calls));

export type CallKey = keyof AllCalls;
export type ReadKey = Extract<CallKey, `GET ${string}`>;
export type WriteKey = Exclude<CallKey, ReadKey>;
export type EditKey = { [K in CallKey]: AllCalls[K] extends { editedRecord: unknown } ? K : never }[CallKey];

export type Answer<K extends CallKey> = Decoded<AllCalls[K]['answer']>;
export type Query<K extends CallKey> = AllCalls[K] extends { query: infer Q } ? Decoded<Q> : undefined;
export type Body<K extends CallKey> = AllCalls[K] extends { body: infer B } ? Decoded<B> : undefined;
export type EditedRecord<K extends EditKey> = Decoded<AllCalls[K]['editedRecord']>;

/** { id } for '/companies/{id}', nothing for '/companies'. */
type PathParams<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { [P in Name]: string | number } & PathParams<Rest>
  : unknown;

/** Permission that the call needs, or who may make it without one. */
export type Needed<K extends CallKey> = AllCalls[K] extends { needs: infer P }
  ? P
  : AllCalls[K] extends { isOpen: true }
    ? 'anyone'
    : 'signedIn';

/** Arguments of a call: path parameters, query and body, whichever it has. */
export type Args<K extends CallKey> = PathParams<K> &
  (Query<K> extends undefined ? unknown : { query?: Query<K> }) &
  (Body<K> extends undefined ? unknown : { body: Body<K> & Began<K> });

/** Version of the record that an edit began with. Needs the feature 'versions'. */
type Began<K extends CallKey> = K extends EditKey ? { version?: string } : unknown;

/** Parts of a call that console and kit use, besides the rights. */
export interface Entry<K extends CallKey> {
  readonly isOpen?: true;
  readonly answer: Decoder<Answer<K>>;
  readonly done?: string;
  readonly failed?: string;
  /** Typed by the reads of all domains, so that the compiler reports unknown ones. */
  readonly touches?: readonly ReadKey[];
  readonly timeoutMs?: number;
}

/** Decoder of the record that a call edits. */
export interface EditEntry<K extends EditKey> {
  readonly editedRecord: Decoder<EditedRecord<K>>;
}

const entries: { readonly [K in CallKey]: Entry<K> } = calls;

export const answerDecoder = <K extends CallKey>(key: K): Decoder<Answer<K>> => entries[key].answer;
