// The simulated device as people and documents use it: a program that waits for its approval, and then does what the
// server asks.

import { spawn } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Fault } from '../../../../scripts/device/faults.ts';
import { type Kind, simulatedDevice } from '../../../../scripts/device/simulatedDevice.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { attendanceAt, expectedAttendance } from '../../../support/people/attendanceOracle.ts';
import { childRun } from '../../../support/server/installation.ts';

let world: DeviceServer;
let token: string;
let controller: number;
beforeAll(async () => {
  world = await startDeviceServer();
  token = await world.server.signIn(world.server.users.administrator);
  const [row] = await world.server.db.all<{ id: number }>(
    sql`select min(id) as id from access_controllers where is_active = true`,
  );
  controller = row?.id ?? 0;
});
afterAll(() => world.stop());

const ask = (call: string, body?: object) => world.server.ask(call, { token, ...(body && { body }) });

async function approve(serial: string): Promise<void> {
  await ask(`POST /access-controllers/${controller}/device/pairing`, { kind: 'zkteco' });
  const { data } = (await ask('GET /devices/waiting')).json;
  const waiting: readonly unknown[] = Array.isArray(data) ? data : [];
  const device = waiting.map((each) => Object(each)).find((each) => each.serial === serial);
  const { status } = await ask(`POST /access-controllers/${controller}/device/approve`, { device_id: device.id });
  expect(status).toBe(200);
}

describe('a device that is played', () => {
  test('as a program waits until it is approved, and then somebody punches', async () => {
    const options = ['--kind', 'zkteco', '--serial', 'PLAYED1', '--url', world.devicesUrl];
    const someone = ['--people', '1', '--days', '0', '--punch', '00101', '--key', 'out'];
    const run = childRun(spawn(process.execPath, ['scripts/device.mjs', ...options, ...someone]));
    await run.printed(/I wait until somebody approves me/);
    await approve('PLAYED1');
    const { code, text } = await run.ended;
    expect(text).toContain('I sent 1 event, and the server has them all.');
    expect(code).toBe(0);
    const records = await world.server.db.all(
      sql`select employee_code, event_type from attendance join device_events on attendance_id = attendance.id
        where device_events.controller_id = ${controller}`,
    );
    expect(records).toEqual([{ employee_code: '00101', event_type: 'check-out' }]);
  });

  test.each([
    ['A hikvision needs its --path', ['--kind', 'hikvision']],
    ['--url must begin with http://', ['--kind', 'zkteco', '--url', '192.168.1.10:4001']],
    ['--key must be one of in, out, none', ['--kind', 'zkteco', '--punch', '00101', '--key', 'exit']],
  ])('says what is wrong with its options: %s', async (sentence, options) => {
    const run = childRun(spawn(process.execPath, ['scripts/device.mjs', ...options]));
    const { code, text } = await run.ended;
    expect(text).toContain(sentence);
    expect(code).toBe(2);
  });

  test.each<[Kind, Fault]>([
    ['zkteco', 'counter'],
    ['zkteco', 'keys'],
    ['zkteco', 'card'],
    ['zkteco', 'no-table'],
    ['zkteco', 'form'],
    ['zkteco', 'unknown-table'],
    ['zkteco', 'doubled-path'],
    ['zkteco', 'packed'],
    ['zkteco', 'two-protocols'],
    ['zkteco', 'whole-address'],
    ['zkteco', 'long-firmware'],
    ['zkteco-acc', 'packed'],
    ['zkteco-acc', 'commas'],
    ['zkteco-acc', 'memory-tables'],
    ['zkteco-acc', 'asks-time'],
  ])('as a %s with the fault %s has each of its punches stored once', async (kind, fault) => {
    const serial = `${kind}-${fault}`.toUpperCase();
    const from = Date.now() - 3 * 86_400_000;
    const device = simulatedDevice({
      kind,
      server: () => world.devicesUrl,
      serial,
      zone: 'UTC',
      faults: [fault],
      seed: 1,
      from,
      batchSize: 5,
    });
    await device.shakeHands();
    await approve(serial);
    await world.server.db.run(
      sql`update device_rules set set_up_at = '2020-01-01 00:00:00' where controller_id = ${controller}`,
    );
    world.listener.changed();
    expect(await device.shakeHands()).toBe(true);
    const person = `${fault}-${kind}`;
    for (let index = 0; index < 23; index++)
      device.punch({ code: person, at: from + index * 600_000, key: index % 2 ? 'out' : 'in' });
    await device.upload();
    await device.replay();
    const stored = await world.server.db.all<{ type: string; at: string }>(
      sql`select event_type as type, occurred_at as at from attendance where employee_code = ${person} order by occurred_at`,
    );
    expect(stored.map(({ type, at }) => `${type} ${at}`)).toEqual(
      device.held
        .filter(({ code }) => code !== '')
        .map(({ key, shown }) => `${key === 'in' ? 'check-in' : 'check-out'} ${shown}`),
    );
  });

  test('counts a day, sends it again, sets its clock and says what it is', async () => {
    const from = Date.now() - 3 * 86_400_000;
    const said: string[] = [];
    const device = simulatedDevice({
      kind: 'zkteco',
      server: () => world.devicesUrl,
      serial: 'PLAYED2',
      zone: 'UTC',
      drift: -600,
      faults: [],
      seed: 1,
      from,
      say: (sentence) => said.push(sentence),
    });
    await device.shakeHands();
    await approve('PLAYED2');
    // Its events are from days before today, when it was set up.
    await world.server.db.run(
      sql`update device_rules set set_up_at = '2020-01-01 00:00:00' where controller_id = ${controller}`,
    );
    world.listener.changed();
    const at = from + 86_400_000;
    for (const code of ['1', '2', '3']) device.punch({ code, at: at + Number(code) * 1_000, key: 'in' });
    const day = device.shownAt(at).slice(0, 10);
    for (const command of ['count', 'resend', 'set_clock', 'info']) {
      const { status } = await ask(`POST /access-controllers/${controller}/device/commands`, { command, day });
      expect([command, status]).toEqual([command, 201]);
    }
    expect(await device.poll()).toBe(true);

    const { data } = (await ask(`GET /access-controllers/${controller}/device/commands`)).json;
    const commands = (Array.isArray(data) ? data : []).map(({ kind, state, answer }) => ({ kind, state, answer }));
    expect(commands).toHaveLength(4);
    expect(commands.filter(({ state }) => state !== 'done')).toEqual([]);
    expect(commands.find(({ kind }) => kind === 'count')?.answer).toContain('3 events');
    expect(said).toContain(`The server asks: DATA QUERY ATTLOG StartTime=${day} 00:00:00 EndTime=${day} 23:59:59`);
    // Its clock was ten minutes behind.
    expect(Math.abs(Date.parse(`${device.shownAt(Date.now()).replace(' ', 'T')}Z`) - Date.now())).toBeLessThan(60_000);
    const [about] = await world.server.db.all(
      sql`select model, records_held, capacity from devices where serial = 'PLAYED2'`,
    );
    expect(about).toEqual({ model: 'K40 Pro', records_held: 3, capacity: 100_000 });
    // What it sent on request is all it holds: nothing was uploaded before.
    const door = { controller, company: 0, device, zone: 'UTC', rule: 'key', repeatSeconds: 0 } as const;
    const expected = expectedAttendance([door], { setUpAt: from, zone: 'UTC' });
    const stored = await attendanceAt(world.server.db, [door]);
    expect(expected).toHaveLength(3);
    expect(stored.filter((record) => expected.includes(record))).toEqual(expected);
  });
});
