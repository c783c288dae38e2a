// The stored devices of a world's doors: when they were heard, what they sent, and what happened at them.

import { one, sql, type Value } from '../../../../server/platform/db/db.ts';
import type { DeviceOutcome, NoteKind } from '../../../../src/shared/contract/deviceEvents.ts';
import type { DeviceKind } from '../../../../src/shared/contract/deviceKinds.ts';
import type { World } from '../presence/world.ts';

/** Instants in UTC. */
export interface StoredDevice {
  readonly kind?: DeviceKind;
  readonly serial?: string;
  readonly state?: 'waiting' | 'approved' | 'replaced';
  readonly heardAt: string;
  readonly firstHeardAt?: string;
  readonly held?: number;
  readonly capacity?: number;
  readonly delays?: readonly number[];
  readonly generation?: number;
  readonly lastNumber?: number;
}

export interface StoredFact {
  readonly device?: number;
  readonly at: string;
  readonly code?: string;
  readonly number?: number;
  readonly generation?: number;
  readonly outcome?: DeviceOutcome;
}

export function storedDevices({ server: { db }, doors }: World) {
  const controllerOf = (door: string) => doors[door] ?? null;
  let facts = 0;
  return {
    async connect(door: string, kind: DeviceKind, fields: { direction?: string; silentAfter?: number } = {}) {
      const { direction = 'key', silentAfter = 10 } = fields;
      await db.run(
        sql`insert into device_rules (controller_id, kind, direction, silent_after_minutes, set_up_at)
          values (${controllerOf(door)}, ${kind}, ${direction}, ${silentAfter}, '2031-03-01 09:00:00')
          on conflict (controller_id) do update set kind = excluded.kind, direction = excluded.direction`,
      );
    },

    async addDevice(door: string | undefined, stored: StoredDevice): Promise<number> {
      const { kind = 'zkteco', serial = `SN-${door}`, state = 'approved', delays = [], generation = 1 } = stored;
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into devices (kind, identity, serial, controller_id, state, address, first_heard_at, last_heard_at,
            records_held, capacity, delays, generation, last_number)
          values (${kind}, ${`${serial} ${state}`}, ${serial}, ${door === undefined ? null : controllerOf(door)}, ${state},
            '10.0.0.9', ${stored.firstHeardAt ?? '2031-03-01 09:00:00'}, ${stored.heardAt}, ${stored.held ?? null},
            ${stored.capacity ?? null}, ${JSON.stringify(delays)}, ${generation}, ${stored.lastNumber ?? null})
          returning id`,
      );
      return id;
    },

    setDevice: (
      id: number,
      column: 'last_heard_at' | 'sends_heartbeats' | 'records_held' | 'delays' | 'state',
      value: Value,
    ) => {
      const columns = {
        last_heard_at: sql`last_heard_at`,
        sends_heartbeats: sql`sends_heartbeats`,
        records_held: sql`records_held`,
        delays: sql`delays`,
        state: sql`state`,
      };
      return db.run(sql`update devices set ${columns[column]} = ${value} where id = ${id}`);
    },

    async addFact(
      door: string,
      { device, at, code = '1', number, generation = 1, outcome = 'attendance' }: StoredFact,
    ) {
      facts++;
      await db.run(
        sql`insert into device_events (controller_id, device_id, fact_key, generation, number, code, local_time, zone,
            kind, direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome)
          values (${controllerOf(door)}, ${device ?? null}, ${`fact ${facts}`}, ${generation}, ${number ?? null}, ${code},
            ${at}, 'UTC', 'ATTLOG', '', '', '', 'yes', ${at}, '', 'key', 0, ${outcome})`,
      );
    },

    async addNote(door: string, kind: NoteKind, at: string, sentence: string) {
      await db.run(
        sql`insert into device_notes (controller_id, at, kind, sentence)
          values (${controllerOf(door)}, ${at}, ${kind}, ${sentence})`,
      );
    },
  };
}
