// At the start of a server: seals the keys of authenticator apps anew that a former key of the server sealed. Any number of
// processes may do it at once.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Vault } from '../../../platform/crypto/vault.ts';

export async function renewKeys(queries: Queries, vault: Vault, log: Log): Promise<void> {
  const stored = await queries.all<{ user_id: number; sealed_key: string }>(
    sql`select user_id, sealed_key from authenticator_apps`,
  );
  for (const { user_id, sealed_key } of stored) {
    const renewed = vault.renew(sealed_key);
    if (renewed === undefined) {
      // Everybody else can sign in, and this person by recovery code, so the server starts.
      log.warn("authenticator app cannot be read with this server's key", { user_id });
    } else if (renewed !== sealed_key) {
      await queries.run(
        sql`update authenticator_apps set sealed_key = ${renewed}
          where user_id = ${user_id} and sealed_key = ${sealed_key}`,
      );
    }
  }
}
