// Prints the audit, oldest first, one JSON object per line.

import { readAudit } from '../../platform/audit/readAudit.ts';
import type { Config } from '../config.ts';
import { openExisting } from '../../platform/db/open.ts';

export async function printAudit(config: Config): Promise<void> {
  const db = await openExisting(config);
  try {
    for await (const entry of readAudit(db)) console.log(JSON.stringify(entry));
  } finally {
    await db.close();
  }
}
