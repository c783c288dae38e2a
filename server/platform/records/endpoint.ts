// The type of a handler: a function from the contract's request to its answer.

import type { Answer, Body, CallKey, Needed, Query } from '../../../src/shared/contract/calls.ts';
import type { FieldErrors } from '../../../src/shared/contract/validate.ts';
import type { Caller } from '../access/caller.ts';
import type { IdentityProvider } from '../access/identityProvider.ts';
import type { Passwords } from '../access/passwords.ts';
import type { Received } from '../audit/auditLog.ts';
import type { Vault } from '../crypto/vault.ts';
import type { Queries } from '../db/db.ts';
import { invalid } from '../domainErrors.ts';
import type { SafeRequest } from '../http/outbound.ts';
import type { MailJob } from '../mail/mailJob.ts';
import type { Clocks } from '../time/clock.ts';

interface DeviceAccess {
  /** The address that devices call: 'http://192.168.1.10:4001'. */
  readonly url: string;
  /** Call it after a write that changes what devices are told. */
  changed(): void;
}

export interface Services extends MailJob {
  readonly passwords: Passwords;
  /** The only way to call other hosts. */
  readonly safeRequest: SafeRequest;
  readonly vault: Vault;
  readonly identityProvider?: IdentityProvider;
  readonly devices?: DeviceAccess;
  /** True when the process is about to end: long work must stop at a consistent point. */
  readonly isStopping: () => boolean;
  /** Whether there is a mail server. Without one, mails stay in the outbox. */
  readonly sendsMail?: boolean;
}

type Params<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [P in Name]: P extends 'id' ? number : string } & Params<Rest>
  : object;

/** Null where the contract lets anyone make the call. */
type IfSignedIn<K extends CallKey, Value> = 'anyone' extends Needed<K> ? null : Value;

export interface ApiRequest<K extends CallKey> extends Services, Received {
  readonly params: Params<K>;
  readonly query: Query<K>;
  readonly body: Body<K>;
  /** The version of the record that an edit says it began with. */
  readonly version?: string | undefined;
  readonly caller: IfSignedIn<K, Caller>;
  /** The caller as of now: throws if they are signed out, or may not make this call any more. */
  readonly readCaller: IfSignedIn<K, (queries: Queries) => Promise<Caller>>;
  /** The clocks of all companies at the time of the request. */
  readonly clocks: IfSignedIn<K, Clocks>;

  /** The client's name for itself. */
  readonly userAgent: string;
}

interface MoreThanData {
  /** In place of the contract's. */
  readonly message?: string;
  readonly status?: 201;
  /** Runs after the response was sent. */
  readonly afterwards?: () => Promise<void>;
}

/** What a handler returns that says more than its data. */
export class Reply<Data> {
  readonly data: Data;
  readonly more: MoreThanData;

  constructor(data: Data, more: MoreThanData) {
    this.data = data;
    this.more = more;
  }
}

/** Where there is nothing to answer, a handler need not return anything. */
type Returned<Data> = Data | Reply<Data> | (null extends Data ? undefined : never);

/** Permissions are not declared here, but only in the contract's table. */
export type Handlers = {
  readonly [K in CallKey]: (request: ApiRequest<K>) => Promise<Returned<Answer<K>>>;
};

export function assertValid(errors: FieldErrors): void {
  const entries = Object.entries(errors).flatMap(([field, message]) => (message ? [[field, message]] : []));
  if (entries.length > 0) throw invalid(Object.fromEntries(entries));
}
