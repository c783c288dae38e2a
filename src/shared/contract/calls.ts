// Every call between console and server (specification, point 7), from the tables of the domains. Client, handlers and
// conformance kit take their types and checks from here. The console loads the domains one by one, and of this file
// only who may make which call: see access.ts.

import { calls as apiTokens } from './apiTokens.ts';
import { calls as attendance } from './attendance.ts';
import { calls as audit } from './audit.ts';
import { calls as codes } from './codes.ts';
import { calls as companies } from './companies.ts';
import { calls as controllers } from './controllers.ts';
import { calls as corrections } from './corrections.ts';
import { calls as dashboard } from './dashboard.ts';
import type { Decoded, Decoder } from './decode.ts';
import { calls as deviceEvents } from './deviceEvents.ts';
import { calls as devices } from './devices.ts';
import { calls as digest } from './digest.ts';
import { type OutdatedEdit, outdated } from './edits.ts';
import { calls as employees } from './employees.ts';
import { calls as expectedTime } from './expectedTime.ts';
import { calls as hr } from './hr.ts';
import { calls as hrConnections } from './hrConnections.ts';
import { calls as login } from './login.ts';
import { calls as payroll } from './payroll.ts';
import { calls as people } from './people.ts';
import { calls as presence } from './presence.ts';
import { calls as privacy } from './privacy.ts';
import { calls as session } from './session.ts';
import { calls as settings } from './settings.ts';
import { calls as signIn } from './signIn.ts';
import { calls as singleSignOn } from './singleSignOn.ts';
import { calls as timesheets } from './timesheets.ts';
import { calls as views } from './views.ts';

export const calls = {
  ...session,
  ...login,
  ...signIn,
  ...companies,
  ...controllers,
  ...attendance,
  ...employees,
  ...settings,
  ...people,
  ...hr,
  ...hrConnections,
  ...dashboard,
  ...timesheets,
  ...expectedTime,
  ...digest,
  ...payroll,
  ...corrections,
  ...presence,
  ...devices,
  ...deviceEvents,
  ...codes,
  ...singleSignOn,
  ...privacy,
  ...audit,
  ...apiTokens,
  ...views,
};

type AllCalls = typeof calls;
export type CallKey = keyof AllCalls;
export type ReadKey = Extract<CallKey, `GET ${string}`>;
export type WriteKey = Exclude<CallKey, ReadKey>;
export type EditKey = { [K in CallKey]: AllCalls[K] extends { edits: unknown } ? K : never }[CallKey];

export type Answer<K extends CallKey> = Decoded<AllCalls[K]['answer']>;
export type Query<K extends CallKey> = AllCalls[K] extends { query: infer Q } ? Decoded<Q> : undefined;
export type Body<K extends CallKey> = AllCalls[K] extends { body: infer B } ? Decoded<B> : undefined;
export type EditedRecord<K extends EditKey> = Decoded<AllCalls[K]['edits']>;

/** { id } for '/companies/{id}', nothing for '/companies'. */
type PathParams<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { [P in Name]: string | number } & PathParams<Rest>
  : unknown;

/** Permission for the call, or who may make it without one. */
export type Needed<K extends CallKey> = AllCalls[K] extends { needs: infer P }
  ? P
  : AllCalls[K] extends { isOpen: true }
    ? 'anyone'
    : 'signedIn';

/** The arguments of a call: path parameters, query and body, as far as it has them. */
export type Args<K extends CallKey> = PathParams<K> &
  (Query<K> extends undefined ? unknown : { query?: Query<K> }) &
  (Body<K> extends undefined ? unknown : { body: Body<K> & Began<K> });

/** Version of the record that an edit began with. Needs the feature 'versions'. */
type Began<K extends CallKey> = K extends EditKey ? { version?: string } : unknown;

/** Parts of a call for console and kit, beside the rights. */
export interface Entry<K extends CallKey> {
  readonly isOpen?: true;
  readonly answer: Decoder<Answer<K>>;
  readonly done?: string;
  readonly failed?: string;
  /** Typed by all reads, so that the compiler finds a read that no domain has. */
  readonly touches?: readonly ReadKey[];
  readonly timeoutMs?: number;
}

/** Decoder of the record that a call edits. */
export interface EditEntry<K extends EditKey> {
  readonly edits: Decoder<EditedRecord<K>>;
}

const entries: { readonly [K in CallKey]: Entry<K> } = calls;
const edits: { readonly [K in EditKey]: EditEntry<K> } = calls;

export const answerDecoder = <K extends CallKey>(key: K): Decoder<Answer<K>> => entries[key].answer;

/** The decoder of the refusal of an outdated edit, typed by the call. */
export const outdatedEdit = <K extends EditKey>(key: K): Decoder<OutdatedEdit<EditedRecord<K>>> =>
  outdated(edits[key].edits);
