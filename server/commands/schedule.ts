// The command that shows and changes the slots of the HR sync:
// schedule; schedule morning 08:30; schedule morning off.

import { audit } from '../audit/auditLog.ts';
import { ConfigError } from '../config.ts';
import type { Db } from '../db/db.ts';
import { findNext, findSlot, listSlots, saveSlot } from '../hr/schedule/slotQueries.ts';
import { currentBusinessTime } from '../settings/settingQueries.ts';
import type { Slot } from '../hr/schedule/slots.ts';
import { isTimeOfDay } from '../time/wallClock.ts';

/** Answers what to say. A time for a slot that does not exist adds it. */
export async function changeSchedule(
  db: Db,
  name: string | undefined,
  change: string | undefined,
  now: Date,
): Promise<string[]> {
  if (name !== undefined) await changeSlot(db, name, change ?? '', now);
  const time = await currentBusinessTime(db);
  const slots = await listSlots(db);
  const next = await findNext(db, slots, time, now);
  return [
    ...slots.map((slot) => `${slot.name.padEnd(12)} ${slot.clock}  ${slot.is_enabled ? 'on' : 'off'}`),
    next ? `Next: ${next.slot}, ${time.wallClock(next.instant)} (${time.zone})` : 'Next: none, all are off',
  ];
}

async function changeSlot(db: Db, name: string, change: string, now: Date): Promise<void> {
  if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name))
    throw new ConfigError(`'${name}' is no name for a slot: small letters, digits, - and _`);
  await db.tx(async (queries) => {
    const before = await findSlot(queries, name);
    const after = changed(before, name, change);
    await saveSlot(queries, after);
    await audit(queries, {
      caller: null,
      requestId: 'command line',
      now,
      action: 'hr_sync.schedule',
      subject: 'hr_sync_slots',
      ...(before && { before }),
      after,
    });
  });
}

function changed(before: Slot | undefined, name: string, change: string): Slot {
  if (isTimeOfDay(change)) return { name, clock: change, is_enabled: before?.is_enabled ?? true };
  if (change !== 'on' && change !== 'off')
    throw new ConfigError(`Say a time like 18:30, on, or off for '${name}', not '${change}'`);
  if (!before) throw new ConfigError(`There is no slot '${name}': a time like 18:30 adds it`);
  return { ...before, is_enabled: change === 'on' };
}
