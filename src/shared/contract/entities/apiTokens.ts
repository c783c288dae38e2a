import { type Decoded, flag, integer, list, maybe, nonEmptyText, object, text } from '../decode.ts';
import { permission } from './people.ts';

const named = object({ id: integer, name: text });

/** A key for a machine. The token itself is only in the answer that creates it. */
export const apiToken = object({
  id: integer,
  name: nonEmptyText,
  /** Its first characters, by which its owner finds it again. */
  start: text,
  owner: object({ id: integer, name: text, email: text }),
  /** By name. It has those of them that its owner has. */
  permissions: list(text),
  /** Null: all of its owner's. */
  companies: maybe(list(named)),
  /** All times are in UTC; empty for never. */
  created_at: text,
  expires_at: text,
  last_used_at: text,
  last_used_from: text,
});
export type ApiToken = Decoded<typeof apiToken>;

export const createdApiToken = object({ token: nonEmptyText, api_token: apiToken });

/** What the caller may give to a token. */
export const apiTokenChoices = object({
  permissions: list(permission),
  companies: list(named),
  /** Whether a token may be without expiry. */
  may_last: flag,
});
export type ApiTokenChoices = Decoded<typeof apiTokenChoices>;
