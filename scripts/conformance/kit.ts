// Shared by all checks: options, accounts, findings, and the data read from the server.

import type { Answer, EndpointKey, ReadKey } from '../../src/contract/endpoints.ts';
import { createKitClient, type KitClient } from './client.ts';
import { Findings } from './findings.ts';
import type { Examples } from './reads.ts';

export interface SignIn {
  email: string;
  password: string;
}

export interface Options {
  /** Up to and including /web/api/v1, without a trailing slash. */
  api: string;
  account: SignIn;
  /** An account with fewer permissions, to check what it can reach. */
  limited?: SignIn;
  /** Whether to create, change and delete records. */
  write: boolean;
  /** How many pages of a list to read at most. */
  pages: number;
}

/** The answers to the reads that could be decoded. */
export type Answers = { [K in ReadKey]?: Answer<K> };

export interface Kit {
  readonly options: Options;
  readonly findings: Findings;
  /** The calls made at least once. */
  readonly called: Set<EndpointKey>;
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

export function createKit(options: Options): Kit {
  const called = new Set<EndpointKey>();
  return {
    options,
    findings: new Findings(),
    called,
    anonymous: createKitClient(options.api, null, called),
    withToken: (token) => createKitClient(options.api, token, called),
  };
}
