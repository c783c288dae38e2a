// The schedule's status, and changes to its slots.

import type { ScheduleSlot } from '../../../../src/shared/contract/hrConfig.ts';
import { can } from '../../../platform/access/caller.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { lockRowsWhere } from '../../../platform/db/rowLocks.ts';
import { notFound } from '../../../platform/domainErrors.ts';
import { type EditContext, edit, versionOf } from '../../../platform/records/edit.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { dueOccurrences, findNextOccurrence, findSlot, hasRun, listSlots, type Slot } from '../slots.ts';

export const scheduleHandlers = {
  async 'GET /hr-sync/schedule/status'({ db, caller, clocks, now }) {
    const slots = await listSlots(db);
    const current = dueOccurrences(slots, clocks.ofInstallation, now).at(-1);
    const next = await findNextOccurrence(db, slots, clocks.ofInstallation, now);
    const latest = await db.all<{ slot: string; run_on: string; result: string | null }>(
      sql`select slot, run_on, result from slot_run
        where run_on = (select max(other.run_on) from slot_run other where other.slot = slot_run.slot)`,
    );
    const runs = new Map(latest.map((run) => [run.slot, run]));
    const statusOf = (slot: Slot) => {
      const run = runs.get(slot.name);
      return {
        ...shownSlot(slot),
        ...(run && { last_run: run.run_on }),
        // Shown only to users who see all companies, because the result counts every company's records.
        ...(run && can(caller, 'companies.all') && { last_result: run.result ?? 'Running' }),
      };
    };
    return {
      current_slot: current?.slot ?? '',
      next_sync: next ? clocks.ofInstallation.wallClock(next.instant) : '',
      should_run_now: current !== undefined && !(await hasRun(db, current)),
      time_zone: clocks.ofInstallation.zone,
      schedules: Object.fromEntries(slots.map((slot) => [slot.name, statusOf(slot)])),
    };
  },

  async 'PUT /hr-sync/schedule/{slot}'(request) {
    const { time, enabled } = request.body;
    await changeSlot(request, request.params.slot, (before) => {
      const slot = existingSlot(before);
      return { ...slot, clock: time, is_enabled: enabled ?? slot.is_enabled };
    });
  },

  async 'PUT /hr-sync/schedule/{slot}/toggle'(request) {
    await changeSlot(request, request.params.slot, (before) => ({
      ...existingSlot(before),
      is_enabled: request.body.enabled,
    }));
  },
} satisfies Partial<Handlers>;

function existingSlot(slot: Slot | undefined): Slot {
  if (!slot) throw notFound('Slot not found');
  return slot;
}

export async function changeSlot(
  context: EditContext,
  name: string,
  change: (before: Slot | undefined) => Slot,
): Promise<void> {
  const edited = {
    key: 'PUT /hr-sync/schedule/{slot}',
    action: 'hr_sync.schedule',
    subject: 'hr_sync_slots',
    name,
    lock: (queries: Queries) => lockRowsWhere(queries, 'hr_sync_slots', sql`name = ${name}`, 'change', sql`name`),
    async find(queries: Queries) {
      const slot = await findSlot(queries, name);
      return slot && { name, ...shownSlot(slot) };
    },
  } as const;
  await edit(context, edited, async (queries) => {
    const { clock, is_enabled } = change(await findSlot(queries, name));
    await queries.run(
      sql`insert into hr_sync_slots (name, clock, is_enabled) values (${name}, ${clock}, ${is_enabled})
        on conflict (name) do update set clock = excluded.clock, is_enabled = excluded.is_enabled`,
    );
  });
}

function shownSlot({ clock, is_enabled }: Slot): ScheduleSlot & { version: string } {
  const slot = { time: clock, enabled: is_enabled };
  return { ...slot, version: versionOf('PUT /hr-sync/schedule/{slot}', slot) };
}
