// Prints the e-mails that were not delivered, oldest first, one JSON object per line.

import type { Config } from '../config.ts';
import { openExisting } from '../../platform/db/open.ts';
import { listUnsentMails } from '../../platform/mail/outboxQueries.ts';

export async function printMails(config: Config): Promise<void> {
  const db = await openExisting(config);
  try {
    for (const mail of await listUnsentMails(db)) console.log(JSON.stringify(mail));
  } finally {
    await db.close();
  }
}
