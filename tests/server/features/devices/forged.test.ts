// Somebody who knows an approved device's serial number sends events in its name.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

const punch = (minute: number) => `B-1\t2026-08-20 09:${minute}:00\t0\t1\t\t0\t0\n`;
const handshake = 'GET /iclock/cdata?SN=ZK1&options=all&pushver=2.4.0';
const upload = 'POST /iclock/cdata?SN=ZK1&table=ATTLOG&Stamp=9999';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  beforeAll(async () => {
    world = await startDeviceWorld(create, '2026-08-20T07:15:32Z', { proxies: 1 });
  });
  afterAll(() => world.stop());

  const from = async (address: string, call: string, body = '') =>
    (await world.call(call, body, { 'X-Forwarded-For': address })).status;

  /** Everything that a forged request could change. */
  async function stored() {
    await world.listener.writeHeard();
    const { db } = world.server;
    return {
      events: await db.all(sql`select * from device_events order by id`),
      attendance: await db.all(sql`select * from attendance order by id`),
      devices: await db.all(sql`select * from devices order by id`),
      commands: await db.all(sql`select * from device_commands order by id`),
    };
  }
  const notes = async () =>
    (await world.server.db.all<{ sentence: string }>(sql`select sentence from device_notes order by id`)).map(
      ({ sentence }) => sentence,
    );

  const allow = async (networks: string) => {
    await world.server.db.run(
      sql`update device_rules set networks = ${networks} where controller_id = ${world.controller}`,
    );
    world.listener.changed();
  };

  test('from a network that is not allowed, of IPv4 or IPv6, nothing is taken, and it is noted', async () => {
    await allow('192.0.2.0/24, 2001:db8:1::/48, ::1');
    expect(await from('192.0.2.7', upload, punch(10))).toBe(200);
    const before = await stored();
    expect(before.events).toHaveLength(1);
    for (const address of [
      '192.0.3.7',
      '2001:db8:2::7',
      '[2001:db8:2::7]:4711',
      '::2',
      '::ffff:192.0.3.7',
      'fe80::1%eth0',
    ]) {
      expect([address, await from(address, upload, punch(11))]).toEqual([address, 403]);
      expect([address, await from(address, handshake)]).toEqual([address, 403]);
    }
    expect(await stored()).toEqual(before);
    expect(await notes()).toEqual([
      'A request from 192.0.3.7 was refused because the address is in none of the allowed networks.',
    ]);
    for (const address of ['::1', '2001:db8:1:ffff::7', '[2001:db8:1::7]:4711', '::ffff:192.0.2.9'])
      expect([address, await from(address, upload, punch(10))]).toEqual([address, 200]);
    // A comma left behind names no network, so any is allowed.
    for (const networks of [' , ', '']) {
      await allow(networks);
      expect([networks, await from('192.0.3.7', upload, punch(10))]).toEqual([networks, 200]);
    }
  });

  test('with another key, nothing is taken, and it is noted', async () => {
    expect(await from('192.0.2.7', `${handshake}&pushcommkey=right`)).toBe(200);
    const before = await stored();
    expect(await from('192.0.2.7', `${handshake}&pushcommkey=wrong`)).toBe(403);
    expect(await from('192.0.2.7', `${upload}&pushcommkey=wrong`, punch(12))).toBe(403);
    expect(await stored()).toEqual(before);
    expect((await notes()).slice(1)).toEqual([
      'A request from 192.0.2.7 was refused because the device sent another key than before. If its key was changed, disconnect it and connect it again.',
    ]);
  });

  test('without the key, nothing is taken from anywhere but where the device showed it', async () => {
    const before = await stored();
    for (const [call, body] of [
      [upload, punch(13)],
      ['GET /iclock/getrequest?SN=ZK1', ''],
      ['POST /iclock/devicecmd?SN=ZK1', 'ID=1&Return=0&CMD=DATA\n'],
      [handshake, ''],
    ] as const)
      expect([call, await from('198.51.100.9', call, body)]).toEqual([call, 401]);
    expect(await stored()).toEqual(before);
    expect((await notes()).slice(2)).toEqual([
      'A request from 198.51.100.9 was refused because the device did not show its key from there.',
    ]);
    expect(await from('192.0.2.7', upload, punch(14))).toBe(200);
    expect((await stored()).events).toHaveLength(2);
  });

  test('a device that gets another address shows its key, and is heard from there alone', async () => {
    expect(await from('198.51.100.20', `${handshake}&pushcommkey=right`)).toBe(200);
    expect(await from('198.51.100.20', upload, punch(15))).toBe(200);
    expect((await stored()).events).toHaveLength(3);
    expect(await from('192.0.2.7', upload, punch(16))).toBe(401);
    // With IPv6, a device may change its address within its network at any time.
    expect(await from('2001:db8:1::7', `${handshake}&pushcommkey=right`)).toBe(200);
    expect(await from('2001:db8:1::99', upload, punch(17))).toBe(200);
    expect(await from('2001:db8:1:1::7', upload, punch(18))).toBe(401);
    expect((await stored()).events).toHaveLength(4);
  });

  test('a device that another process of the server heard is known at once', async () => {
    await world.server.db.run(sql`update devices set key_network = '203.0.113.5' where identity = 'ZK1'`);
    expect(await from('203.0.113.5', upload, punch(19))).toBe(200);
    expect((await stored()).events).toHaveLength(5);
  });
});
