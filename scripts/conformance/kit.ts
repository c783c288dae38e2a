// Shared by all checks: options, accounts, findings, and the data read from the server.

import type { Answer, CallKey, ReadKey } from '../../src/shared/contract/calls.ts';
import type { Account } from '../account.ts';
import { createKitClient, type KitClient } from './client.ts';
import { Findings } from './findings.ts';
import type { Examples } from './reads.ts';
import { createSecretSearch, type SecretSearch } from './secrets.ts';

export interface Options {
  /** Up to and including /web/api/v1, without a trailing slash. */
  api: string;
  account: Account;
  /** An account with fewer permissions, to check what it can reach. */
  limited?: Account;
  /** Whether to create, change and delete records. */
  write: boolean;
  /** How many pages of a list to read at most. */
  pages: number;
  /** The origin of a console that is not on the API's own, to check CORS. */
  origin?: string;
  /** How long to wait for an answer, in milliseconds; as long as the console if missing. */
  timeoutMs?: number;
}

/** The answers to the reads that could be decoded. */
export type Answers = { [K in ReadKey]?: Answer<K> };

export interface Kit {
  readonly options: Options;
  readonly findings: Findings;
  /** The calls made at least once. */
  readonly called: Set<CallKey>;
  /** The secrets found in answers. */
  readonly secrets: SecretSearch;
  readonly anonymous: KitClient;
  withToken(token: string): KitClient;
}

export interface SignedIn extends Kit {
  readonly token: string;
  readonly client: KitClient;
  readonly user: Answer<'GET /auth/user'>;
}

/** After every read was called once. */
export interface Explored extends SignedIn {
  readonly answers: Answers;
  readonly examples: Examples;
}

export interface Named {
  id: number;
  name: string;
}

/** An account, and which companies it may see. */
export interface Scope {
  /** 'The limited account', in the reports. */
  who: string;
  client: KitClient;
  own: readonly Named[];
  foreign: readonly Named[];
}

export function createKit(options: Options): Kit {
  const called = new Set<CallKey>();
  const secrets = createSecretSearch();
  for (const account of [options.account, options.limited]) {
    if (account) secrets.know('token' in account ? account.token : account.password);
  }
  const connection = {
    base: options.api,
    onCall: (key: CallKey) => called.add(key),
    onAnswer: secrets.search,
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
  };
  return {
    options,
    findings: new Findings(),
    called,
    secrets,
    anonymous: createKitClient({ ...connection, token: null }),
    withToken: (token) => createKitClient({ ...connection, token }),
  };
}
