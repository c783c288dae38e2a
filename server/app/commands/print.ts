// Commands that print: the audit, whether it is whole, and mails that were not delivered.

import { isHash } from '../../../src/shared/contract/audit/entry.ts';
import { readAudit, readChain } from '../../platform/audit/readAudit.ts';
import { missingTriggers, verifyAudit as verifyChain } from '../../platform/audit/verifyAudit.ts';
import type { Db } from '../../platform/db/db.ts';
import { UnusableError } from '../../platform/db/errors.ts';
import { storedVersion } from '../../platform/db/migrations/migrate.ts';
import { openExisting, withDatabase } from '../../platform/db/open.ts';
import { listUnsentMails } from '../../platform/mail/outboxQueries.ts';
import { type Config, ConfigError } from '../config.ts';

/** Opens a database of any version that has tables, unlike an empty one that was named by mistake. */
const withStored = (config: Config, print: (db: Db) => Promise<void>): Promise<void> =>
  withDatabase(openExisting(config), async (db) => {
    if ((await storedVersion(db)) === 0)
      throw new UnusableError('This is not a database of Rollcall: check DATA_DIR and DATABASE_URL');
    await print(db);
  });

/** Prints the audit, oldest first, one JSON object per line, to read or to verify. */
export async function printAudit(config: Config, option?: string): Promise<void> {
  if (option !== undefined && option !== '--export') throw new ConfigError('Use: audit, or audit --export');
  return withStored(config, async (db) => {
    for await (const entry of option ? readChain(db) : readAudit(db)) console.log(JSON.stringify(entry));
  });
}

/**
 * Checks the hash chain of the audit, and what protects the audit from changes. `notedHash` was printed by an earlier
 * check, and kept apart from the database.
 */
export async function verifyAudit(config: Config, notedHash?: string): Promise<void> {
  if (notedHash !== undefined && !isHash(notedHash))
    throw new ConfigError(`'${notedHash}' is not a hash: a hash has 64 characters, digits and letters from a to f`);
  return withStored(config, async (db) => {
    const { entries, head, erased, fault } = await verifyChain(db, notedHash?.toLowerCase());
    if (fault) throw new UnusableError(`The audit is broken: ${fault}. Intact before that: ${entries} entries`);
    console.log(`The audit is whole: ${entries} entries, the last has the hash ${head || '(none)'}`);
    if (erased > 0) console.log(`Personal values were erased from ${erased} of them`);
    const missing = await missingTriggers(db);
    if (missing.length > 0)
      throw new UnusableError(
        `The audit is not protected from changes: there is no trigger ${missing.join(', ')} as Rollcall makes it`,
      );
  });
}

/** Prints the e-mails that were not delivered, oldest first, one JSON object per line. */
export const printMails = (config: Config): Promise<void> =>
  withStored(config, async (db) => {
    for (const mail of await listUnsentMails(db)) console.log(JSON.stringify(mail));
  });
