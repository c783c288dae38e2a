// At the start of a server: seals the secrets that an older version stored in plain text, and seals anew those of a former
// key. Any number of processes may do it at once.

import type { Queries } from '../../../platform/db/db.ts';
import { sql } from '../../../platform/db/sql.ts';
import type { Log } from '../../../platform/log/log.ts';
import { isSealed, type Vault } from '../../../platform/crypto/vault.ts';

interface Stored {
  company_id: number;
  secret: string;
}

export async function sealStored(queries: Queries, vault: Vault, log: Log): Promise<void> {
  const configs = await queries.all<Stored>(
    sql`select company_id, signing_secret as secret from hr_sync_configs where signing_secret <> ''`,
  );
  for (const { company_id, secret } of configs) {
    const sealed = isSealed(secret) ? vault.renew(secret) : vault.seal(secret);
    if (sealed === undefined) warn(log, 'signing secret', company_id);
    else if (sealed !== secret) {
      await queries.run(
        sql`update hr_sync_configs set signing_secret = ${sealed}
          where company_id = ${company_id} and signing_secret = ${secret}`,
      );
    }
  }
  const connections = await queries.all<Stored>(
    sql`select company_id, secrets as secret from hr_connections where secrets <> ''`,
  );
  for (const { company_id, secret } of connections) {
    const sealed = vault.renew(secret);
    if (sealed === undefined) warn(log, 'credentials', company_id);
    else if (sealed !== secret) {
      await queries.run(
        sql`update hr_connections set secrets = ${sealed} where company_id = ${company_id} and secrets = ${secret}`,
      );
    }
  }
}

/** Everything but this company's sync works, so the server starts. */
const warn = (log: Log, what: string, companyId: number) =>
  log.warn("stored secret cannot be read with this server's key", { what, company_id: companyId });
