// The sample's devices: each one's claims follow from its stored data, and its events and records agree.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fillWithSample } from '../../../../server/app/sample/fillWithSample.ts';
import { sampleDevices } from '../../../../server/app/sample/sampleDevices.ts';
import { loadTrust } from '../../../../server/features/devices/claims/claims.ts';
import { currentClocks } from '../../../../server/features/settings/clocks.ts';
import { cheapCost, createPasswords } from '../../../../server/platform/access/passwords.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';

/** A Wednesday. */
const now = new Date('2026-11-25T15:20:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
    await fillWithSample(db, createPasswords(cheapCost), now, { days: 8, timeZone: 'Europe/Berlin', devices: true });
  });
  afterAll(() => db.close());

  test('one device is well, and each other one has its trouble', async () => {
    const devices = await db.all<{ controller_id: number; serial: string }>(
      sql`select controller_id, serial from devices where state = 'approved'`,
    );
    const trust = await loadTrust(
      db,
      devices.map(({ controller_id }) => controller_id),
      { now, clocks: await currentClocks(db) },
    );
    const bad = new Map(
      devices.map(({ controller_id, serial }) => [
        serial,
        trust
          .get(controller_id)
          ?.claims.flatMap(({ kind, level, evidence }) =>
            level === 'info' ? [] : [[kind, evidence?.outcome].filter(Boolean).join(' ')],
          ),
      ]),
    );
    const [well, behind, full, gap, silent] = sampleDevices.map(({ serial }) => bad.get(serial));
    expect(well).toEqual([]);
    expect(behind).toContain('drifting');
    expect(full).toEqual([
      'memory_full',
      'not_taken implausible_time',
      'not_taken no_direction',
      'unknown_codes',
      'clock_set_back',
    ]);
    expect(gap).toContain('number_gap');
    expect(silent).toContain('silent');
  });

  test('every record of these days has its event, at the same time and of the same person', async () => {
    const records = await db.all<{ n: number }>(
      sql`select count(*) as n from attendance join devices on devices.controller_id = access_controller_id
        where occurred_at > '2026-11-21 00:00:00'
          and not exists (select 1 from device_events where attendance_id = attendance.id and outcome = 'attendance'
            and device_events.code = employee_code and device_events.occurred_at = attendance.occurred_at
            and received_at >= attendance.occurred_at and received_at <= '2026-11-25 15:20:00')`,
    );
    expect(records).toEqual([{ n: 0 }]);
    const facts = await db.all<{ outcome: string; n: number }>(
      sql`select outcome, count(*) as n from device_events group by outcome order by outcome`,
    );
    expect(facts).toEqual([
      { outcome: 'attendance', n: expect.any(Number) },
      { outcome: 'implausible_time', n: 1 },
      { outcome: 'no_direction', n: 1 },
      { outcome: 'no_person', n: expect.any(Number) },
      { outcome: 'repeat', n: 3 },
    ]);
  });

  test('one device waits to be approved', async () => {
    const waiting = await db.all(
      sql`select serial, controller_id, events_offered from devices where state = 'waiting'`,
    );
    expect(waiting).toEqual([{ serial: 'OIN7040057092300', controller_id: null, events_offered: 214 }]);
  });
});
