// What a handler is: the permission it takes, and a function from the contract's request to the contract's
// answer.

import type { Answer, Body, EndpointKey, Query } from '../../src/contract/endpoints.ts';
import type { Permission } from '../../src/contract/permissions.ts';
import type { FieldErrors } from '../../src/contract/validate.ts';
import type { Caller } from '../access/caller.ts';
import type { Db } from '../db/db.ts';
import { invalid } from '../platform/domainErrors.ts';
import type { Mail } from '../mail/outboxQueries.ts';
import type { Log } from '../platform/log.ts';
import type { SafeRequest } from '../platform/outbound.ts';
import type { Passwords } from '../access/passwords.ts';

/** What all handlers share. */
export interface Services {
  readonly db: Db;
  readonly passwords: Passwords;
  readonly log: Log;
  readonly clock: () => Date;
  /** The only way to other hosts. */
  readonly safeRequest: SafeRequest;
  /** Where people reach the console, for links in mails. */
  readonly publicUrl: string;
  /** The process is about to end: what takes long comes to an end that leaves the truth behind. */
  readonly isStopping: () => boolean;
  /** In development there is no mail server: a mail is also shown to whoever started the process. */
  readonly showMail?: (mail: Mail) => void;
}

type Params<K extends string> = K extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [P in Name]: P extends 'id' ? number : string } & Params<Rest>
  : object;

export interface ApiRequest<K extends EndpointKey, Who> extends Services {
  readonly params: Params<K>;
  readonly query: Query<K>;
  readonly body: Body<K>;
  readonly caller: Who;
  /** When it arrived: one moment for everything that it writes. */
  readonly now: Date;
  readonly requestId: string;
  /** The address that it came from; of IPv6 the network. */
  readonly address: string;
}

export interface Reply<Data> {
  data: Data;
  message?: string;
  status?: 200 | 201;
  /** Done once it is answered. */
  afterwards?: () => Promise<void>;
}

/** `handle` is a method, so that the dispatcher may call it with what the key's own decoders made. */
type Handler<K extends EndpointKey> =
  | { readonly allow: 'anyone'; handle(request: ApiRequest<K, null>): Promise<Reply<Answer<K>>> }
  | {
      readonly allow: 'signedIn' | Permission;
      /** It changes what no company has to itself: only for who sees every company. */
      readonly reach?: 'everyCompany';
      handle(request: ApiRequest<K, Caller>): Promise<Reply<Answer<K>>>;
    };

export type Handlers = { readonly [K in EndpointKey]: Handler<K> };

/** Goes on only with valid input. */
export function refuse(complaints: FieldErrors): void {
  const entries = Object.entries(complaints).flatMap(([field, complaint]) => (complaint ? [[field, complaint]] : []));
  if (entries.length > 0) throw invalid(Object.fromEntries(entries));
}
