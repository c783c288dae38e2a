import { type Decoded, flag, integer, object, text } from '../decode.ts';

/** Somebody being signed in, on one device. */
export const session = object({
  id: integer,
  /** The one that asks. */
  is_current: flag,
  /** 'Firefox on Windows'; empty if it is not known. */
  device: text,
  user_agent: text,
  /** 'password', 'passkey', 'single_sign_on' or 'invitation'; empty if it is not known. */
  began_by: text,
  first_address: text,
  last_address: text,
  /** In UTC. */
  created_at: text,
  last_seen_at: text,
});
export type Session = Decoded<typeof session>;
