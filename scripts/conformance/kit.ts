// State that all checks share: options, findings, accounts, and the data read from the server.

import type { Answer, ReadKey } from '../../src/shared/contract/calls.ts';
import type { Account } from '../account.ts';
import { createKitClient, type KitClient } from './client.ts';
import { createSecretSearch, type SecretSearch } from './secrets.ts';

export type Outcome = 'passed' | 'failed' | 'noted' | 'skipped';

export interface Finding {
  group: string;
  call: string;
  /** Statement that holds if the check passed. */
  claim: string;
  outcome: Outcome;
  /** The field of the answer, such as 'data.0.id'. */
  field?: string;
  /** What was found instead, or why the check was skipped. */
  detail?: string;
  /** Effect that users of the console would see. */
  shown?: string;
}

export interface Fault {
  field?: string;
  detail: string;
  shown?: string;
}

/** Adds findings to the report, under one heading. */
export class Group {
  readonly #group: string;
  readonly #all: Finding[];

  constructor(group: string, all: Finding[]) {
    this.#group = group;
    this.#all = all;
  }

  /** Passes if there is no fault. */
  check(call: string, claim: string, fault?: Fault): void {
    this.#add({ call, claim, outcome: fault ? 'failed' : 'passed', ...fault });
  }

  expect(call: string, claim: string, holds: boolean, fault: Fault): void {
    this.check(call, claim, holds ? undefined : fault);
  }

  /** For what the console can cope with, but the server's developers may want to know. */
  note(call: string, claim: string, fault: Fault): void {
    this.#add({ call, claim, outcome: 'noted', ...fault });
  }

  skip(call: string, claim: string, reason: string): void {
    this.#add({ call, claim, outcome: 'skipped', detail: reason });
  }

  #add(finding: Omit<Finding, 'group'>): void {
    this.#all.push({ group: this.#group, ...finding });
  }
}

export interface Options {
  /** Address up to and including /web/api/v1, without a trailing slash. */
  api: string;
  account: Account;
  /** Account with some of the companies, to check what it can get of the others. */
  limited?: Account;
  /** Whether to create, change and delete records. */
  write: boolean;
  /** Maximum number of pages to read of a list. */
  pages: number;
  /** Origin of a console that is not on the API's own, to check CORS. */
  origin?: string;
  /** Time limit for an answer, in milliseconds. Defaults to the console's. */
  timeoutMs?: number;
}

export interface Kit {
  readonly options: Options;
  readonly findings: readonly Finding[];
  group(name: string): Group;
  readonly secrets: SecretSearch;
  readonly anonymous: KitClient;
  withToken(token: string): KitClient;
}

export interface SignedIn extends Kit {
  readonly token: string;
  readonly client: KitClient;
  readonly user: Answer<'GET /auth/user'>;
}

/** Answers to reads that could be decoded. */
export type Answers = { [K in ReadKey]?: Answer<K> };

/** The first record of each kind, by the first word of its path. */
export interface Examples {
  readonly ids: Partial<Record<string, number>>;
  readonly settingKey: string | undefined;
}

/** State after every read was called once. */
export interface Explored extends SignedIn {
  readonly answers: Answers;
  readonly examples: Examples;
}

export function createKit(options: Options): Kit {
  const findings: Finding[] = [];
  const secrets = createSecretSearch();
  for (const account of [options.account, options.limited]) {
    if (account) secrets.know('token' in account ? account.token : account.password);
  }
  const connection = {
    base: options.api,
    onAnswer: secrets.search,
    ...(options.timeoutMs && { timeoutMs: options.timeoutMs }),
  };
  return {
    options,
    findings,
    group: (name) => new Group(name, findings),
    secrets,
    anonymous: createKitClient({ ...connection, token: null }),
    withToken: (token) => createKitClient({ ...connection, token }),
  };
}
