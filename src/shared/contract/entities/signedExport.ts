// What a server states about an exported file and signs, as the JSON text in the file.

import { type Decoded, integer, nonEmptyText, object, oneOf, text } from '../decode.ts';
import { mapOf } from '../laterDecoders.ts';

export const statement = object({
  type: oneOf('attendance-export-1'),
  /** The server's public address. */
  server: text,
  /** The fingerprint of the signing key. */
  key: nonEmptyText,
  signed_at: nonEmptyText,
  user_id: integer,
  user: text,
  /** The query of the list, as the server applied it. */
  filters: mapOf(text),
  up_to_id: integer,
  /** The records of the whole list, up to that one. */
  total: integer,
  /** The file's place in the list: the rows before it, and its own. */
  skip: integer,
  rows: integer,
  /** Of the rows, which the server has hashed itself. */
  rows_hash: nonEmptyText,
  /** Of the whole file, as the user's browser made it. */
  seal: nonEmptyText,
});
export type Statement = Decoded<typeof statement>;
