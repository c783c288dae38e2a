// What all checks share: whom they ask as, where the findings go, and what the server was found to hold.

import type { Answer, EndpointKey, ReadKey } from '../../src/contract/endpoints.ts';
import { visitor, type Visitor } from './ask.ts';
import { Findings } from './findings.ts';
import type { Places } from './reads.ts';

export interface SignIn {
  email: string;
  password: string;
}

export interface Options {
  /** Up to and with /web/api/v1, without a slash at the end. */
  api: string;
  account: SignIn;
  /** Somebody who may less, to walk the permissions with. */
  limited?: SignIn;
  /** Whether records may be made, and removed again. */
  write: boolean;
  /** Of a list with more pages than this only the first are read. */
  pages: number;
}

/** The answers to the reads, as far as they were understood. */
export type Answers = { [K in ReadKey]?: Answer<K> };

export interface Kit {
  readonly options: Options;
  readonly findings: Findings;
  /** The calls that were made at least once. */
  readonly asked: Set<EndpointKey>;
  readonly nobody: Visitor;
  as(token: string): Visitor;
}

/** After signing in: the account's own view of the server. */
export interface SignedIn extends Kit {
  readonly token: string;
  readonly me: Visitor;
  readonly user: Answer<'GET /auth/user'>;
}

/** After all was read once. */
export interface Explored extends SignedIn {
  readonly answers: Answers;
  readonly places: Places;
}

export function createKit(options: Options): Kit {
  const asked = new Set<EndpointKey>();
  return {
    options,
    findings: new Findings(),
    asked,
    nobody: visitor(options.api, null, asked),
    as: (token) => visitor(options.api, token, asked),
  };
}
