// Changes a slot in one transaction with its audit entry, for the API and the command line.

import { type Act, audit } from '../../audit/auditLog.ts';
import type { Db } from '../../db/db.ts';
import { lockSlot, saveSlot } from './slotQueries.ts';
import type { Slot } from './slots.ts';

export async function changeSlot(
  db: Db,
  name: string,
  { caller, now, requestId }: Pick<Act, 'caller' | 'now' | 'requestId'>,
  change: (before: Slot | undefined) => Slot,
): Promise<void> {
  await db.tx(async (queries) => {
    const before = await lockSlot(queries, name);
    const after = change(before);
    await saveSlot(queries, after);
    await audit(queries, {
      caller,
      now,
      requestId,
      action: 'hr_sync.schedule',
      subject: 'hr_sync_slots',
      ...(before && { before }),
      after,
    });
  });
}
