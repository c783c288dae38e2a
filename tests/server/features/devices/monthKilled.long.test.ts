// Real server processes are killed while ten devices send a month: no event is lost or duplicated, and the attendance
// is the oracle's.

import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { attendanceAt, expectedAttendance } from '../../../support/people/attendanceOracle.ts';
import {
  businessZone,
  punchesOf,
  type Servers,
  setUpTenDoors,
  type TenDoors,
} from '../../../support/people/tenDoors.ts';
import { databases } from '../../../support/server/databases.ts';
import { install, type Run } from '../../../support/server/installation.ts';
import type { TestDatabase } from '../../../support/server/testDatabase.ts';

const dayMs = 86_400_000;
const days = 30;
const kills = 5;

const installed = await install();
afterAll(() => installed.remove());

async function addressesOf(run: Run): Promise<Servers> {
  return { console: await run.url(), devices: await run.found(/Devices call (http:\S+)/) };
}

describe.each(databases)('on $name', ({ create }) => {
  const from = Math.floor(Date.now() / dayMs) * dayMs - days * dayMs;
  const servers: Servers = { devices: '', console: '' };
  let database: TestDatabase;
  let world: DeviceServer;
  let ten: TenDoors;

  beforeAll(async () => {
    let isSetUp = false;
    const now = () => (isSetUp ? new Date() : new Date(from));
    database = await create();
    // The devices are set up a month ago in this process; afterwards they call others.
    world = await startDeviceServer({
      createDatabase: async () => database,
      clock: now,
      sample: { employeesPerCompany: 1, days: 0 },
    });
    Object.assign(servers, { devices: world.devicesUrl, console: world.server.url });
    ten = await setUpTenDoors(world, { servers, from, now, batchSize: 20 });
    for (const { device } of ten.doors) await (device.kind === 'hikvision' ? device.poll() : device.shakeHands());
    await ten.approve();
    isSetUp = true;
    for (const { door, punch } of punchesOf(ten.doors, { from, days }).flat()) door.device.punch(punch);
  });
  afterAll(() => world.stop());

  const stored = () =>
    one<{ events: number }>(world.server.db, sql`select count(*) as events from device_events`).then(
      ({ events }) => events,
    );

  test(`${kills} times killed while a month arrives`, async () => {
    const { dataDir, databaseUrl } = database.location;
    const place = { DATA_DIR: dataDir, ...(databaseUrl && { DATABASE_URL: databaseUrl }), DEVICES_PORT: '0' };
    const start = async () => {
      const run = installed.start([], place);
      Object.assign(servers, await addressesOf(run));
      return run;
    };

    let run = await start();
    const sending = Promise.all(
      ten.doors.map(async ({ device }) => {
        await device.shakeHands();
        return device.upload();
      }),
    );
    for (let killed = 1; killed <= kills; killed++) {
      const before = await stored();
      while ((await stored()) < before + 150) await wait(2);
      await run.kill('SIGKILL');
      run = await start();
    }
    await sending;
    await run.kill('SIGTERM');

    const expected = expectedAttendance(ten.doors, { setUpAt: from, zone: businessZone });
    expect(expected.length).toBeGreaterThan(2_500);
    expect(await attendanceAt(world.server.db, ten.doors)).toEqual(expected);
    const doors = ten.doors.filter(({ device }) => device.kind !== 'webhook');
    const { events } = await one<{ events: number }>(
      world.server.db,
      sql`select count(*) as events from device_events
        where local_time <> '' and controller_id in (${doors.map(({ controller }) => controller)})`,
    );
    expect(events).toBe(doors.flatMap(({ device }) => device.held).length);
  });
});
