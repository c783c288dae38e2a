// An entry of a domain's table of calls. The key says method and path: 'PUT /companies/{id}'.

import type { Decoder } from './decode.ts';
import type { Feature } from './features.ts';
import type { Permission } from './permissions.ts';
import type { Rules } from './validate.ts';

export interface Rights {
  /** The permission of its caller. Without one, every signed-in user may make it. */
  readonly needs?: Permission;
  /** One that is enough in its place. */
  readonly orNeeds?: Permission;
  /** Restricts it to callers who see all companies, as it affects all of them or tells of people in all of them. */
  readonly reach?: 'everyCompany';
  /** Beyond the specification: only a server that announces the feature has the call. */
  readonly feature?: Feature;
}

export interface Call extends Rights {
  /** Anyone may make it, without signing in. */
  readonly isOpen?: true;
  /** Beyond the specification, without a feature: what a server answers that has it. */
  readonly impliedBy?: string;
  readonly query?: Decoder<object>;
  readonly body?: Decoder<object>;
  /** What the server refuses of a body, field by field, before it does anything. Forms check the same. */
  readonly rules?: Rules;
  /**
   * The record that a write edits, as it is read. Where a server announces 'versions', the record has one, and the body
   * may name the version that the edit began with.
   */
  readonly edits?: Decoder<object>;
  readonly answer: Decoder<unknown>;
  /** Shown after a write; {names} are fields of the answer. */
  readonly done?: string;
  /** Shown on failure if the server gives no message. */
  readonly failed?: string;
  /** The reads whose cached answers a write makes stale. */
  readonly touches?: readonly `GET /${string}`[];
  /** How long to wait for the answer of a write, if longer than usual. */
  readonly timeoutMs?: number;
}

type Read = Omit<Call, 'body' | 'rules' | 'edits' | 'done' | 'touches' | 'timeoutMs'>;
type Write = Omit<Call, 'query'> & Required<Pick<Call, 'done' | 'failed' | 'touches'>>;

/** Type that each domain's table satisfies. */
export type Calls = { readonly [K in `GET /${string}`]: Read } & {
  readonly [K in `${'POST' | 'PUT' | 'DELETE'} /${string}`]: Write;
};

export function filled(message: string, answer: unknown): string {
  const fields = Object(answer);
  return message.replace(/\{(\w+)\}/g, (_, name: string) => String(fields[name]));
}

export const failedMessageOf = (call: Pick<Call, 'failed'> | undefined): string =>
  call?.failed ?? 'Failed to fetch data';

/** Time limit of a call that may have to count much. */
export const countingTimeoutMs = 5 * 60_000;

/** Replaces a call's own message after a test that wrote nothing. */
export const dryRunDone = 'Dry run completed successfully';
