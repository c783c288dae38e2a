// The confirmation of a signed-in user as POST /auth/confirm gives it, without a call for it.

import { hashOfToken } from '../../../server/platform/crypto/hashes.ts';
import { type Db, maybeOne } from '../../../server/platform/db/db.ts';
import { sql } from '../../../server/platform/db/sql.ts';
import { createTicket } from '../../../server/features/people/tickets.ts';

/** Empty for what is no session, such as an API token. */
export async function confirmationFor(db: Db, session: string, now: Date): Promise<string> {
  const found = await maybeOne<{ user_id: number }>(
    db,
    sql`select user_id from sessions where token_hash = ${hashOfToken(session)}`,
  );
  return found ? createTicket(db, { stage: 'confirmed', userId: found.user_id }, now) : '';
}
