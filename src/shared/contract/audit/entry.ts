// Defines the contents of an audit entry and what its hash covers. Both server and browser verify with this file alone;
// docs/audit.md describes the same in prose.
//
// Personal values are not part of an entry's text, which only has the hash of a random salt and the value. Salt and
// value are stored beside the entry, where they can be erased without breaking the chain.

/** Takes the place of a personal value in an entry's text. */
export interface Reference {
  readonly sha256: string;
}

/** Personal value as stored beside its entry. Without the salt, a value could be guessed from its hash. */
export type SaltedValue = readonly [salt: string, value: string];

/** Content of the text, in this order. `before` and `after` are JSON in which references may replace texts. */
export interface EntryContent {
  readonly id: number;
  /** UTC: 'YYYY-MM-DD HH:MM:SS' */
  readonly at: string;
  /** Null before sign-in, and for jobs and commands. */
  readonly user_id: number | null;
  readonly user_email: Reference | null;
  /** Null for jobs and commands. */
  readonly address: Reference | null;
  /** Set only if an API token acted for the user. */
  readonly api_token?: { readonly id: number; readonly name: Reference };
  readonly request_id: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** Columns of the table that must agree with the text. */
export const entryColumns = ['id', 'at', 'user_id', 'request_id', 'action', 'subject', 'subject_id'] as const;

/** Text whose SHA-256, in hex, is the entry's hash. For the first entry, the previous hash is ''. */
export const chainedText = (previousHash: string, entryText: string): string => previousHash + entryText;

/** Text whose SHA-256, in hex, is in the reference. */
export const saltedText = ([salt, value]: SaltedValue): string => salt + JSON.stringify(value);

/** Whether the text has the form of an entry's hash. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Shown in place of an erased personal value. */
export const erased = { erased: true } as const;

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  value !== null &&
  'sha256' in value &&
  typeof value.sha256 === 'string' &&
  Object.keys(value).length === 1;

/** Replaces each reference with the personal value of its hash, or with `erased` if there is none. */
export function withValues(content: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof content !== 'object' || content === null) return content;
  if (isReference(content)) return values.get(content.sha256) ?? erased;
  if (Array.isArray(content)) return content.map((item) => withValues(item, values));
  // Copying and then replacing a few fields is much faster than building the object field by field.
  const filled: Record<string, unknown> = { ...content };
  for (const [name, value] of Object.entries(content))
    if (typeof value === 'object') filled[name] = withValues(value, values);
  return filled;
}

export function referencesOf(content: unknown): string[] {
  if (isReference(content)) return [content.sha256];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(referencesOf) : [];
}
