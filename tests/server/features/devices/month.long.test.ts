// A month of 50 people at ten doors, with devices of every kind and every fault: the attendance is exactly what an
// independent oracle computes from what the devices held.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kinds } from '../../../../scripts/device/simulatedDevice.ts';
import { createChance } from '../../../../server/app/sample/random.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { attendanceAt, type Door, expectedAttendance } from '../../../support/people/attendanceOracle.ts';
import { businessZone, punchesOf, setUpTenDoors, type TenDoors } from '../../../support/people/tenDoors.ts';
import { databases } from '../../../support/server/databases.ts';

const dayMs = 86_400_000;
/** Summer time ends in Berlin on the 25th. */
const from = Date.UTC(2026, 9, 1);
const days = 31;

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceServer;
  let ten: TenDoors;
  let now = new Date(from);

  beforeAll(async () => {
    now = new Date(from);
    world = await startDeviceServer({
      createDatabase: create,
      clock: () => now,
      sample: { employeesPerCompany: 1, days: 0 },
    });
    const servers = { devices: world.devicesUrl, console: world.server.url };
    ten = await setUpTenDoors(world, { servers, from, now: () => now });
  });
  afterAll(() => world.stop());

  async function liveThrough(door: Door, isOnline: boolean): Promise<void> {
    if (!isOnline || !(await door.device.shakeHands())) return;
    await door.device.upload();
    await door.device.poll();
  }

  test('a month with every fault ends in the attendance of the oracle', async () => {
    const chance = createChance(7);
    for (const [day, punches] of punchesOf(ten.doors, { from, days }).entries()) {
      now = new Date(from + (day + 1) * dayMs);
      for (const { door, punch } of punches) door.device.punch(punch);
      // Some devices are offline for days, so events arrive in any order.
      await Promise.all(ten.doors.map((door) => liveThrough(door, chance.percent(70))));
      // The first devices are approved after a day in which their events were refused or parked.
      await ten.approve();
    }
    now = new Date(now.getTime() + dayMs);
    await Promise.all(ten.doors.map((door) => liveThrough(door, true)));
    await ten.approve();
    await Promise.all(ten.doors.map((door) => liveThrough(door, true)));

    const expected = expectedAttendance(ten.doors, { setUpAt: from, zone: businessZone });
    expect(expected.length).toBeGreaterThan(2_500);
    expect(await attendanceAt(world.server.db, ten.doors)).toEqual(expected);
  });

  test('the whole memories again change nothing', async () => {
    const before = await attendanceAt(world.server.db, ten.doors);
    await Promise.all(ten.doors.map(({ device }) => device.replay()));
    expect(await attendanceAt(world.server.db, ten.doors)).toEqual(before);
  });

  test('every event is kept once, and all that was unreadable beside', async () => {
    // A webhook also keeps what it refuses, without a time.
    const held = ten.doors.filter(({ device }) => device.kind !== 'webhook');
    const kept = await world.server.db.all<{ controller_id: number; events: number }>(
      sql`select controller_id, count(*) as events from device_events
        where local_time <> '' and controller_id in (${held.map(({ controller }) => controller)})
        group by controller_id order by controller_id`,
    );
    expect(kept).toEqual(
      held.map(({ controller, device }) => ({ controller_id: controller, events: device.held.length })),
    );
    const unread = await world.server.db.all(sql`select 1 from device_events where local_time = ''`);
    expect(unread.length).toBeGreaterThan(3);
  });

  test('the faults did happen', async () => {
    const { db } = world.server;
    const outcomes = await db.all<{ outcome: string }>(sql`select distinct outcome from device_events`);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual([
      'attendance',
      'implausible_time',
      'no_direction',
      'no_person',
      'refused',
      'repeat',
      'unreadable',
    ]);
    const marks = await db.all<{ generations: number; replays: number; ambiguous: number }>(
      sql`select max(generation) as generations, count(case when is_replay = true then 1 end) as replays,
          count(case when is_ambiguous = true then 1 end) as ambiguous from device_events`,
    );
    expect(marks).toEqual([{ generations: 2, replays: 0, ambiguous: expect.any(Number) }]);
    expect(marks[0]?.ambiguous).toBeGreaterThan(0);
    const behind = ten.doors.find(({ zone }) => zone === 'Asia/Kolkata');
    expect(behind?.device.shownAt(from)).toBe('2026-10-01 05:00:00');
  });

  test('no template, password, card or picture is in the database or in the log', async () => {
    const tables = ['device_events', 'device_notes', 'devices', 'device_commands', 'attendance', 'audit'];
    const stored = await Promise.all(
      tables.map((table) => world.server.db.all({ pieces: [`select * from ${table}`], values: [] })),
    );
    const everything = JSON.stringify([stored, world.server.log]);
    expect(everything.length).toBeGreaterThan(100_000);
    const secrets = Object.values(kinds).flatMap((kind) => kind.secrets);
    expect(secrets.filter((bytes) => everything.includes(bytes))).toEqual([]);
  });
});
