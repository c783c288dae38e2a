// What devices send raises claims and ends them: from the wire through the intake to the list.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { devicesWhere, rulesOf } from '../../../../server/features/controllers/device/deviceRows.ts';
import {
  answerOnly,
  type DeviceFact,
  type ParsedRequest,
  textAnswer,
} from '../../../../server/features/devices/drivers/driver.ts';
import { accessEvent } from '../../../../server/features/devices/drivers/hikvision/hikvisionDriver.ts';
import { attlogFact } from '../../../../server/features/devices/drivers/zkteco/attlog.ts';
import { storeRequest } from '../../../../server/features/devices/intake/storeRequest.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { claimsOfController } from '../../../support/devices/devices.ts';
import { databases } from '../../../support/server/databases.ts';
import { startWorld, type World } from '../presence/world.ts';
import { storedDevices } from './storedDevices.ts';

/** 11:00 in UTC, noon in Berlin. */
const now = new Date('2031-03-12T11:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let world: World;

  beforeAll(async () => {
    world = await startWorld(create, '2031-03-12 12:00');
    const stored = storedDevices(world);
    for (const door of ['Gate', 'Office']) await world.addDoor(door, '');
    await world.employ('Anna');
    await stored.connect('Gate', 'zkteco');
    await stored.addDevice('Gate', { heardAt: '2031-03-12 11:00:00' });
    await stored.connect('Office', 'hikvision');
    await stored.addDevice('Office', { kind: 'hikvision', heardAt: '2031-03-12 11:00:00' });
  });
  afterAll(() => world.server.stop());

  const hear = async (door: string, heard: Partial<ParsedRequest>) => {
    const { db } = world.server;
    const controllerId = world.doors[door] ?? 0;
    const [device] = await devicesWhere(db, sql`controller_id = ${controllerId}`);
    const rules = await rulesOf(db, controllerId);
    if (!device || !rules) throw new Error(`${door} has no device`);
    const hearing = { device, controllerId, companyId: world.company, rules, zone: 'Europe/Berlin' };
    await storeRequest(db, hearing, { ...answerOnly(textAnswer('OK')), ...heard }, now);
  };
  const claims = async (door: string) =>
    (await claimsOfController(world.server.db, world.doors[door] ?? 0, now)).map(({ kind }) => kind);
  const sentence = async (door: string) =>
    (await claimsOfController(world.server.db, world.doors[door] ?? 0, now))[0]?.sentence;
  const face = (number: number): DeviceFact =>
    accessEvent(
      { dateTime: '2031-03-12T11:59:50+01:00', macAddress: 'a4:d5:c2:24:dd:74' },
      {
        majorEventType: 5,
        subEventType: 75,
        employeeNoString: 'Anna-1',
        serialNo: number,
        attendanceStatus: 'checkIn',
      },
    );

  test('live events half an hour late show a wrong clock, and the first one in time ends it', async () => {
    await hear('Gate', { facts: [attlogFact('Anna-1\t2031-03-12 11:30:00\t0\t1')] });
    expect(await sentence('Gate')).toBe(
      'Its clock is 30 minutes behind, measured on one live event: its events are stored too early. Is its time zone right?',
    );
    await hear('Gate', { facts: [attlogFact('Anna-1\t2031-03-12 11:59:58\t1\t1')] });
    expect(await claims('Gate')).toEqual([]);
  });

  test('a lost stretch of numbers is claimed until the device sends it again', async () => {
    await hear('Office', { facts: [face(139)] });
    await hear('Office', { facts: [face(140)] });
    await hear('Office', { facts: [face(158)] });
    expect(await sentence('Office')).toMatch(/^Numbers 141 to 157 never came\./);
    await hear('Office', { facts: Array.from({ length: 17 }, (_, index) => face(141 + index)) });
    expect(await claims('Office')).not.toContain('number_gap');
  });

  test('a full memory and unusable events of a device are claimed', async () => {
    await hear('Gate', { about: { recordsHeld: 49_812, capacity: 50_000 } });
    expect(await claims('Gate')).toEqual(['memory_full']);
    await hear('Gate', { about: { recordsHeld: 120 } });
    await hear('Gate', {
      facts: [
        attlogFact('Anna-1\t2000-01-01 00:03:11\t0\t1'),
        attlogFact('Anna-1\t2031-03-12 11:40:00\t255\t1'),
        attlogFact('4711\t2031-03-12 11:59:00\t0\t1'),
        attlogFact('garbage'),
      ],
      notes: [{ kind: 'memory_cleared', sentence: 'All records were deleted at the device.', raw: '' }],
    });
    expect((await claims('Gate')).sort()).toEqual([
      'clock_set_back',
      'memory_cleared',
      'not_taken',
      'not_taken',
      'not_taken',
      'unknown_codes',
    ]);
  });
});
