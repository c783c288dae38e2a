// Whether the audit is whole, as `verify-audit` says.

import type { Apps } from './apps.ts';
import { errorMessage } from '../../server/platform/log/log.ts';

/** How many entries it has; or what is wrong. `notedHash` is of an entry that it must have. */
export async function verifyAudit(apps: Apps, notedHash = ''): Promise<number | string> {
  const printed = await apps.command(apps.machines[0], `verify-audit ${notedHash}`).catch(errorMessage);
  const [, entries] = /The audit is whole: (\d+) entries/.exec(printed) ?? [];
  return entries === undefined ? `The audit: ${printed}` : Number(entries);
}
