// Checks the audit with `verify-audit`.

import type { Apps } from './apps.ts';
import { errorMessage } from '../../server/platform/log/log.ts';

/** Returns the number of entries, or the problem. `notedHash` belongs to an entry that must exist. */
export async function verifyAudit(apps: Apps, notedHash = ''): Promise<number | string> {
  const printed = await apps.command(apps.machines[0], `verify-audit ${notedHash}`).catch(errorMessage);
  const [, entries] = /The audit is whole: (\d+) entries/.exec(printed) ?? [];
  return entries === undefined ? `The audit: ${printed}` : Number(entries);
}
