// Shows and changes the scheduled times of the HR sync:
// schedule; schedule morning 08:30; schedule morning off.

import { isClockTime } from '../../../src/shared/contract/calendarDay.ts';
import { changeSlot } from '../../features/hr/schedule/scheduleHandlers.ts';
import { findNextOccurrence, listSlots, type Slot } from '../../features/hr/slots.ts';
import { currentClocks } from '../../features/settings/clocks.ts';
import type { Db } from '../../platform/db/db.ts';
import { withDatabase } from '../../platform/db/open.ts';
import { type Config, ConfigError } from '../config.ts';
import { openCurrent } from './openWithPermissions.ts';

export const schedule = (config: Config, slot: string | undefined, change: string | undefined): Promise<void> =>
  withDatabase(openCurrent(config), async (db) => {
    console.log((await changeSchedule(db, slot, change, new Date())).join('\n'));
  });

/** Returns the lines to print. A time for a slot that does not exist adds it. */
export async function changeSchedule(
  db: Db,
  name: string | undefined,
  change: string | undefined,
  now: Date,
): Promise<string[]> {
  if (name !== undefined) {
    if (!/^[a-z][a-z0-9_-]{0,31}$/.test(name))
      throw new ConfigError(`Invalid slot name '${name}': use lower-case letters, digits, - and _`);
    const act = { db, caller: null, requestId: 'command line', now };
    await changeSlot(act, name, (before) => changedSlot(before, name, change ?? ''));
  }
  const clock = (await currentClocks(db)).ofInstallation;
  const slots = await listSlots(db);
  const next = await findNextOccurrence(db, slots, clock, now);
  return [
    ...slots.map((slot) => `${slot.name.padEnd(12)} ${slot.clock}  ${slot.is_enabled ? 'on' : 'off'}`),
    next ? `Next: ${next.slot}, ${clock.wallClock(next.instant)} (${clock.zone})` : 'Next: none, all slots are off',
  ];
}

function changedSlot(before: Slot | undefined, name: string, change: string): Slot {
  if (isClockTime(change)) return { name, clock: change, is_enabled: before?.is_enabled ?? true };
  if (change !== 'on' && change !== 'off')
    throw new ConfigError(`Set slot '${name}' to a time such as 18:30, on or off, not '${change}'`);
  if (!before) throw new ConfigError(`There is no slot '${name}': give a time such as 18:30 to add it`);
  return { ...before, is_enabled: change === 'on' };
}
