// A device in the database of a console's server, as the listener would have stored it.

import { one, sql } from '../../../server/platform/db/db.ts';
import type { DeviceOutcome, NoteKind } from '../../../src/shared/contract/deviceEvents.ts';
import type { TestConsole } from '../../support/console/console.tsx';

export interface Door {
  id: number;
  name: string;
  company_id: number;
}

/** The time so many minutes ago in UTC, as '2026-11-23 08:00:00'. */
export const minutesAgo = (minutes: number): string =>
  new Date(Date.now() - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');

/** Gives the first active controller a ZKTeco device. */
export async function storeDevice({ server: { db } }: TestConsole): Promise<{ door: Door; device: number }> {
  const door = await one<Door>(
    db,
    sql`select access_controllers.id, access_controllers.name, company_id
      from access_controllers join companies on companies.id = company_id
      where access_controllers.is_active and companies.is_active order by access_controllers.id limit 1`,
  );
  await db.run(
    sql`insert into device_rules (controller_id, kind, zone, direction, readers, repeat_seconds, networks,
        silent_after_minutes, set_up_at)
      values (${door.id}, 'zkteco', 'Asia/Kolkata', 'reader', '[{"reader":"1","direction":"in"}]', 60, '10.0.0.0/8', 10,
        ${minutesAgo(90 * 1440)})`,
  );
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into devices (kind, identity, serial, controller_id, state, model, firmware, address, first_heard_at,
        last_heard_at, records_held, capacity, delays)
      values ('zkteco', 'CQZ7224460123', 'CQZ7224460123', ${door.id}, 'approved', 'K40 Pro', 'Ver 2.0.12', '10.4.0.21',
        ${minutesAgo(60 * 1440)}, ${minutesAgo(45)}, 47213, 50000, '[180,190,200]')
      returning id`,
  );
  return { door, device: id };
}

let facts = 0;

export async function storeFact(
  { server: { db } }: TestConsole,
  { door, device }: { door: Door; device: number },
  fact: { at: string; code: string; outcome?: DeviceOutcome; reason?: string; raw?: string; record?: number },
) {
  facts++;
  await db.run(
    sql`insert into device_events (controller_id, device_id, fact_key, generation, number, code, local_time, zone,
        occurred_at, kind, direction, reader, verify, passed, received_at, raw, direction_rule, repeat_seconds, outcome,
        reason, attendance_id)
      values (${door.id}, ${device}, ${`fact ${facts}`}, 1, ${facts}, ${fact.code}, ${fact.at}, 'UTC', ${fact.at}, 'ATTLOG',
        '0', '1', '15', 'yes', ${fact.at}, ${fact.raw ?? fact.code}, 'key', 0, ${fact.outcome ?? 'attendance'},
        ${fact.reason ?? ''}, ${fact.record ?? null})`,
  );
}

export const storeNote = ({ server: { db } }: TestConsole, door: Door, kind: NoteKind, sentence: string, raw = '') =>
  db.run(
    sql`insert into device_notes (controller_id, at, kind, sentence, raw)
      values (${door.id}, ${minutesAgo(30)}, ${kind}, ${sentence}, ${raw})`,
  );
