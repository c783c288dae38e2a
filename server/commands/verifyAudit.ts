import * as auditLog from '../audit/auditLog.ts';
import type { Config } from '../config.ts';
import { UnusableError } from '../db/errors.ts';
import { openExisting } from '../db/open.ts';

/** Checks the hash chain of the audit. */
export async function verifyAudit(config: Config): Promise<void> {
  const db = await openExisting(config);
  const { entries, head, fault } = await auditLog.verifyAudit(db);
  await db.close();
  if (fault) throw new UnusableError(`The audit is broken: ${fault}. Intact before that: ${entries} entries`);
  console.log(`The audit is whole: ${entries} entries, the last has the hash ${head || '(none)'}`);
}
