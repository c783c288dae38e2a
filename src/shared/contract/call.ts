// Entries in a domain's table of calls. An entry's key is its method and path: 'PUT /companies/{id}'.

import type { Decoder } from './decode.ts';
import type { Feature } from './features.ts';
import type { Permission } from './permissions.ts';
import type { Rules } from './validate.ts';

export interface Rights {
  /** Permission that its caller needs. Without one, every signed-in user may make the call. */
  readonly needs?: Permission;
  /** Another permission that is enough instead. */
  readonly orNeeds?: Permission;
  /** Restricts it to callers who see all companies, as it affects them all or reveals people in all of them. */
  readonly reach?: 'everyCompany';
  /** Marks a call beyond the specification, which only servers that announce the feature have. */
  readonly feature?: Feature;
}

export interface Call extends Rights {
  /** Whether anyone may make it without signing in. */
  readonly isOpen?: true;
  /** Marks a call beyond the specification without a feature: servers that send this field have the call. */
  readonly impliedBy?: { readonly field: string; readonly inAnswerOf: `GET /${string}` };
  readonly query?: Decoder<object>;
  readonly body?: Decoder<object>;
  /** Checks of the body's fields, which the server makes before anything else. Forms make the same. */
  readonly rules?: Rules;
  /**
   * Decoder of the record that a write edits. Where a server announces 'versions', the record has a version, and the
   * body may name the one that the edit began with.
   */
  readonly editedRecord?: Decoder<object>;
  readonly answer: Decoder<unknown>;
  /** Shown after a write; {names} are fields of the answer. */
  readonly done?: string;
  /** Shown on failure if the server gives no message. */
  readonly failed?: string;
  /** The reads whose cached answers a write makes stale. */
  readonly touches?: readonly `GET /${string}`[];
  /** Time limit for the answer to a write, if longer than usual. */
  readonly timeoutMs?: number;
}

type Read = Omit<Call, 'body' | 'rules' | 'editedRecord' | 'done' | 'touches' | 'timeoutMs'>;
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

/** Time limit for calls that may have to count a great many rows. */
export const countingTimeoutMs = 5 * 60_000;

/** Replaces a call's own message after a test that wrote nothing. */
export const dryRunDone = 'Dry run completed successfully';
