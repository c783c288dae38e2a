// Changes a slot in one transaction with its audit entry, for the API and the command line.

import type { ScheduleSlot } from '../../../../src/shared/contract/hr.ts';
import type { Db, Queries } from '../../../platform/db/db.ts';
import { edit, type EditContext } from '../../../platform/records/edit.ts';
import { versionOf } from '../../../platform/records/versions.ts';
import { findSlot, lockSlot, saveSlot } from './slotQueries.ts';
import type { Slot } from './slots.ts';

export async function changeSlot(
  db: Db,
  name: string,
  context: Omit<EditContext, 'db'>,
  change: (before: Slot | undefined) => Slot,
): Promise<void> {
  const edited = {
    key: 'PUT /hr-sync/schedule/{slot}',
    action: 'hr_sync.schedule',
    subject: 'hr_sync_slots',
    name,
    lock: (queries: Queries) => lockSlot(queries, name),
    async find(queries: Queries) {
      const slot = await findSlot(queries, name);
      return slot && { name, ...shownSlot(slot) };
    },
  } as const;
  await edit({ ...context, db }, edited, async (queries) => saveSlot(queries, change(await findSlot(queries, name))));
}

/** As the API shows it. */
export function shownSlot({ clock, is_enabled }: Slot): ScheduleSlot & { version: string } {
  const slot = { time: clock, enabled: is_enabled };
  return { ...slot, version: versionOf('PUT /hr-sync/schedule/{slot}', slot) };
}
