// Defines what an audit entry says, and what its hash covers. Server and browser verify with this file alone;
// docs/audit.md says the same in words.
//
// A personal value is not in the entry's text. Its place there holds the hash of the value and a random salt, and both
// stand beside the entry, where they can be erased without breaking the chain.

/** Stands in an entry's text for a personal value. */
export interface Reference {
  readonly sha256: string;
}

/** A personal value as it stands beside its entry. Without the salt, a value could be guessed from its hash. */
export type SaltedValue = readonly [salt: string, value: string];

/** Content of the text, in this order. `before` and `after` are JSON in which texts may be references. */
export interface EntryContent {
  readonly id: number;
  /** UTC: 'YYYY-MM-DD HH:MM:SS' */
  readonly at: string;
  /** Null before sign-in, and for jobs and commands. */
  readonly user_id: number | null;
  readonly user_email: Reference | null;
  /** Null for jobs and commands. */
  readonly address: Reference | null;
  /** Set only if a machine acted for the user. */
  readonly api_token?: { readonly id: number; readonly name: Reference };
  readonly request_id: string;
  readonly action: string;
  readonly subject: string;
  readonly subject_id: number | null;
  readonly before: unknown;
  readonly after: unknown;
}

/** The columns of the table, which must say what the text says. */
export const entryColumns = ['id', 'at', 'user_id', 'request_id', 'action', 'subject', 'subject_id'] as const;

/** The SHA-256 of this, in hex, is the entry's hash. The first entry has no previous hash: ''. */
export const chainedText = (previousHash: string, entryText: string): string => previousHash + entryText;

/** The SHA-256 of this, in hex, is what the reference holds. */
export const saltedText = ([salt, value]: SaltedValue): string => salt + JSON.stringify(value);

/** Whether the text may be the hash of an entry. */
export const isHash = (text: string): boolean => /^[0-9a-f]{64}$/i.test(text);

/** Shown where a personal value was. */
export const erased = { erased: true } as const;

export const isReference = (value: unknown): value is Reference =>
  typeof value === 'object' &&
  value !== null &&
  'sha256' in value &&
  typeof value.sha256 === 'string' &&
  Object.keys(value).length === 1;

/** Puts the personal values into their places, by the hash of each; and `erased` where there is none. */
export function withValues(content: unknown, values: ReadonlyMap<string, string>): unknown {
  if (typeof content !== 'object' || content === null) return content;
  if (isReference(content)) return values.get(content.sha256) ?? erased;
  if (Array.isArray(content)) return content.map((item) => withValues(item, values));
  // A copy with a few fields replaced is made much faster than an object field by field.
  const filled: Record<string, unknown> = { ...content };
  for (const [name, value] of Object.entries(content))
    if (typeof value === 'object') filled[name] = withValues(value, values);
  return filled;
}

export function referencesOf(content: unknown): string[] {
  if (isReference(content)) return [content.sha256];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(referencesOf) : [];
}
