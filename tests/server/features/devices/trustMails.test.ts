// Problems with devices are mailed once, after a grace period, in a single mail, to the people who manage the company's
// devices.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { watchDevices } from '../../../../server/features/devices/claims/watchDevices.ts';
import { roleId } from '../../../../server/features/people/roleQueries.ts';
import { insertUser } from '../../../../server/features/people/userQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { startWorld, type World } from '../presence/world.ts';
import { storedDevices } from './storedDevices.ts';

const noon = new Date('2031-03-12T11:00:00Z');
const heardBefore = '2031-03-12 10:40:00';

describe.each(databases)('on $name', ({ create }) => {
  let world: World;
  let stored: ReturnType<typeof storedDevices>;
  let now: Date;

  beforeEach(async () => {
    world = await startWorld(create, '2031-03-12 12:00');
    stored = storedDevices(world);
    now = noon;
  });
  afterEach(() => world.server.stop());

  const watch = () =>
    watchDevices({
      db: world.server.db,
      log: createLog('error', () => undefined),
      clock: () => now,
      publicUrl: 'https://console.example',
    });
  /** Lets time pass and checks devices every minute, as the server does, or less often. */
  const pass = async (minutes: number, step = 1) => {
    for (let passed = 0; passed < minutes; passed += step) {
      now = plusMinutes(now, step);
      await watch();
    }
  };
  const mails = () =>
    world.server.db.all<{ recipient: string; subject: string; body: string }>(
      sql`select recipient, subject, body from outbox order by id`,
    );
  const alerts = async () =>
    (
      await world.server.db.all<{ kind: string }>(
        sql`select kind from device_alerts where well_since is null order by kind`,
      )
    ).map(({ kind }) => kind);
  const addSilent = async (door: string, heardAt = heardBefore) => {
    await world.addDoor(door, 'Quay 1');
    await stored.connect(door, 'zkteco');
    return stored.addDevice(door, { heardAt });
  };
  const addUser = async (name: string, role: string, companies: number[]) => {
    const fields = { name, email: `${name}@rollcall.example`, passwordHash: '', companies };
    await insertUser(world.server.db, { ...fields, roles: [await roleId(world.server.db, role)] }, noon);
  };
  const administrator = () => world.server.users.administrator.email;

  test('one mail tells about all that went wrong together, once, after half an hour', async () => {
    for (let number = 1; number <= 40; number++) await addSilent(`Door ${number}`);
    await watch();
    expect(await alerts()).toEqual(Array.from({ length: 40 }, () => 'silent'));
    await pass(5);
    // Noticed some minutes later, like a device that may be silent for longer.
    await addSilent('Late door');
    await pass(24);
    expect(await mails()).toEqual([]);
    await pass(1);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail?.recipient).toBe(administrator());
    expect(mail?.subject).toBe('41 devices: silent');
    expect(mail?.body).toContain(
      [
        'Seaport',
        'Door 1, Quay 1',
        '  It has not called since 11:40; it should call every 10 seconds.',
        `  https://console.example/access-controllers?id=${world.doors['Door 1']}`,
      ].join('\n'),
    );
    expect(mail?.body.match(/\?id=\d+/g)).toHaveLength(41);
    expect(mail?.body).toMatch(
      /what is wrong now is at https:\/\/console\.example\/access-controllers\?claim=trouble$/,
    );
    await pass(90, 10);
    expect(await mails()).toHaveLength(1);
  });

  test('tells who manages devices and sees the company, and nobody else', async () => {
    const { server, company } = world;
    const [other = 0] = (
      await server.db.all<{ id: number }>(
        sql`select id from companies where id <> ${company} and is_active = true order by id limit 1`,
      )
    ).map(({ id }) => id);
    await addUser('theirs', 'manager', [company]);
    await addUser('viewer', 'viewer', [company]);
    await addUser('foreign', 'manager', [other]);
    await addUser('both', 'manager', [company, other]);
    await addSilent('Gate');
    const { id } = (
      await server.db.all<{ id: number }>(
        sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
        values (${other}, 'Foreign gate', 'ACU-FOREIGN', '2031-01-01 00:00:00') returning id`,
      )
    )[0] ?? { id: 0 };
    world.doors['Foreign gate'] = id;
    await stored.connect('Foreign gate', 'zkteco');
    await stored.addDevice('Foreign gate', { heardAt: heardBefore });
    await watch();
    await pass(30);
    const told = Object.fromEntries(
      (await mails()).map(({ recipient, body }) => [
        recipient.split('@')[0],
        ['Gate', 'Foreign gate'].filter((door) => body.includes(`\n${door}`)),
      ]),
    );
    expect(told).toEqual({
      administrator: ['Gate', 'Foreign gate'],
      both: ['Gate', 'Foreign gate'],
      foreign: ['Foreign gate'],
      theirs: ['Gate'],
    });
  });

  test('a clock that was hours ahead for a moment delays no mail by as much', async () => {
    await addSilent('Gate');
    now = plusMinutes(noon, 5 * 60);
    await watch();
    now = noon;
    await watch();
    await pass(30, 10);
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Gate of Seaport: silent']);
  });

  test('a mail by a clock that was years ahead keeps none back once it is right', async () => {
    await addSilent('Gate');
    now = plusMinutes(noon, 2 * 365 * 24 * 60);
    await pass(40, 10);
    expect(await mails()).toHaveLength(1);
    now = noon;
    await pass(40, 10);
    expect(await mails()).toHaveLength(2);
  });

  test('a device that recovers within the grace time is forgotten without a mail', async () => {
    const gate = await addSilent('Gate');
    await watch();
    await pass(20);
    expect(await alerts()).toEqual(['silent']);
    await stored.setDevice(gate, 'last_heard_at', instantOf(plusMinutes(now, 60)));
    await pass(1);
    expect(await world.server.db.all(sql`select kind from device_alerts`)).toEqual([]);
    await pass(40);
    expect(await mails()).toEqual([]);
  });

  test('a device that comes and goes is mailed about every six hours at most', async () => {
    const gate = await addSilent('Gate');
    await watch();
    await pass(30);
    expect(await mails()).toHaveLength(1);
    for (let time = 0; time < 4; time++) {
      await stored.setDevice(gate, 'last_heard_at', instantOf(now));
      await pass(60, 10);
    }
    expect(await mails()).toHaveLength(1);
    expect(await alerts()).toEqual(['silent']);
    await pass(110, 10);
    expect(await mails()).toHaveLength(1);
    await pass(10, 10);
    expect(await mails()).toHaveLength(2);
    await pass(400, 40);
    expect(await mails()).toHaveLength(2);
  });

  test('several processes send one mail', async () => {
    await addSilent('Gate');
    await Promise.all([watch(), watch(), watch()]);
    now = plusMinutes(now, 30);
    await Promise.all([watch(), watch(), watch()]);
    expect(await mails()).toHaveLength(1);
  });

  test('a wrong clock, a full memory and a cleared one are mailed too, in one mail', async () => {
    const gate = await addSilent('Gate', instantOf(plusMinutes(noon, 600)));
    await stored.setDevice(gate, 'delays', '[1800]');
    await world.server.db.run(sql`update devices set records_held = 99, capacity = 100`);
    await stored.addNote('Gate', 'memory_cleared', '2031-03-12 10:00:00', 'The records were deleted.');
    await watch();
    expect(await alerts()).toEqual(['drifting', 'memory_cleared', 'memory_full']);
    await pass(30);
    const [mail] = await mails();
    expect(mail?.subject).toBe('Gate of Seaport: with a wrong clock, nearly full, with a cleared memory');
    expect(mail?.body).toMatch(/30 minutes behind.*99 of 100 records.*cleared at 11:00/s);
    // The list shows since when the problem has been known.
    const { json } = await world.ask('GET /devices?q=gate');
    expect(JSON.stringify(json.data)).toContain('"since":"2031-03-12T12:00:00+01:00"');
  });

  test('the setting says after how many minutes, and 0 that no mail is sent', async () => {
    const set = (value: string) =>
      world.ask('POST /settings', {
        key: 'device_alert_minutes',
        value,
        type: 'number',
        description: '',
        is_public: false,
      });
    for (const wrong of ['-1', 'soon', '1.5', '10081']) expect((await set(wrong)).status).toBe(422);
    expect((await set('0')).status).toBe(201);
    await addSilent('Gate');
    await watch();
    await pass(60, 10);
    expect(await alerts()).toEqual(['silent']);
    expect(await mails()).toEqual([]);
    await world.server.db.run(sql`update settings set setting_value = '90' where setting_key = 'device_alert_minutes'`);
    await pass(29);
    expect(await mails()).toEqual([]);
    await pass(1);
    expect(await mails()).toHaveLength(1);
  });
});
