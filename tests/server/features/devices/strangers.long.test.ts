// Unknown devices and senders who pretend to be devices: they cannot fill the disk or keep anybody out.

import http from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  beforeAll(async () => {
    world = await startDeviceWorld(create, '2026-08-20T07:15:32Z', { proxies: 1 });
  });
  const agent = new http.Agent({ keepAlive: true, maxSockets: 8 });
  afterAll(async () => {
    agent.destroy();
    await world.stop();
  });

  /** The statuses of many requests, several at a time on open connections. */
  async function flood(requests: number, of: (index: number) => { path: string; address: string }, atOnce = 8) {
    const statuses = new Map<number, number>();
    let next = 0;
    const send = (path: string, address: string) =>
      new Promise<number>((resolve, reject) => {
        const headers = { 'X-Forwarded-For': address };
        const request = http.get(world.devicesUrl + path, { agent, headers }, (response) => {
          response.resume();
          response.on('end', () => resolve(response.statusCode ?? 0));
        });
        request.on('error', reject);
      });
    const worker = async () => {
      while (next < requests) {
        const { path, address } = of(next++);
        const status = await send(path, address);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    return Object.fromEntries(statuses);
  }

  const waiting = async () =>
    (await one<{ n: number }>(world.server.db, sql`select count(*) as n from devices where state = 'waiting'`)).n;
  const awaited = (serial: string) => ({ kind: 'zkteco', serial });
  const poll = (serial: string, address: string) =>
    world.call(`GET /iclock/getrequest?SN=${serial}`, '', { 'X-Forwarded-For': address });

  test('10,000 made-up serials of one network are refused, and few of them are kept', async () => {
    const forged = (index: number) => ({
      path: `/iclock/cdata?SN=FORGED${index}&options=all`,
      address: '203.0.113.9',
    });
    expect(await flood(10_000, forged, 2)).toEqual({ 401: 600, 429: 9_400 });
    expect(await waiting()).toBe(100);
  });

  test('10,000 made-up serials of as many networks are refused, and 200 are kept', async () => {
    const statuses = await flood(10_000, (index) => ({
      path: `/iclock/cdata?SN=BOT${index}&options=all`,
      address: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    }));
    expect((statuses[401] ?? 0) + (statuses[503] ?? 0)).toBe(10_000);
    expect(statuses[401]).toBeGreaterThan(9_000);
    expect(await waiting()).toBeLessThanOrEqual(200);
  });

  test('a known device is served beside a flood', async () => {
    const [statuses, known] = await Promise.all([
      flood(2_000, (index) => ({ path: `/iclock/cdata?SN=OTHER${index}&options=all`, address: '203.0.113.10' })),
      Promise.all(Array.from({ length: 20 }, () => poll('ZK1', '198.51.100.7').then(({ status }) => status))),
    ]);
    expect(statuses[401]).toBeGreaterThan(0);
    // At most two requests of a device are handled at once.
    expect(new Set(known)).toEqual(new Set(known.includes(503) ? [200, 503] : [200]));
    expect((await poll('ZK1', '198.51.100.7')).status).toBe(200);
  });

  test('300 serials that come back after some were forgotten are not kept either', async () => {
    const serialOf = (index: number) => ({
      path: `/iclock/cdata?SN=AGAIN${index}&options=all`,
      address: `10.9.${index >> 8}.${index & 255}`,
    });
    for (const minutes of [11, 1]) {
      world.later(minutes);
      expect(await flood(300, serialOf)).toEqual({ 401: 300 });
      expect(await waiting()).toBeLessThanOrEqual(200);
    }
  });

  test('a device that somebody waits for is kept, however many others call', async () => {
    const other = await one<{ id: number }>(
      world.server.db,
      sql`select max(id) as id from access_controllers where deleted_at is null`,
    );
    expect((await world.ask(`POST /access-controllers/${other.id}/device/pairing`, awaited('awaited1'))).status).toBe(
      200,
    );
    world.later(2);
    expect((await poll('AWAITED1', '203.0.113.9')).status).toBe(401);
    world.later(20);
    await flood(300, (index) => ({ path: `/iclock/cdata?SN=LATER${index}`, address: `198.18.${index >> 7}.${index}` }));
    const found = await world.ask('GET /devices/waiting?serial=awaited1');
    expect(found.data).toMatchObject([{ serial: 'AWAITED1' }]);
    expect(await waiting()).toBeLessThanOrEqual(201);
  });

  test('a device that somebody waits for is heard beside a flood from its own network', async () => {
    const { id: door } = await one<{ id: number }>(
      world.server.db,
      sql`select max(id) as id from access_controllers where deleted_at is null`,
    );
    const address = '203.0.113.44';
    await flood(700, (index) => ({ path: `/iclock/cdata?SN=CROWD${index}&options=all`, address }), 2);
    expect((await poll('NEIGHBOUR', address)).status).toBe(429);
    expect((await world.ask(`POST /access-controllers/${door}/device/pairing`, awaited('NEIGHBOUR'))).status).toBe(200);
    expect((await poll('NEIGHBOUR', address)).status).toBe(401);
    expect((await world.ask('GET /devices/waiting?serial=neighbour')).data).toMatchObject([{ address }]);
    // A waiting device's number does not bypass the limit.
    const statuses = await flood(700, () => ({ path: '/iclock/cdata?SN=NEIGHBOUR&options=all', address }), 2);
    expect(statuses).toEqual({ 401: 599, 429: 101 });
  });

  test('a device that somebody waits for is heard while its network keeps all places of strangers', async () => {
    const { id: door } = await one<{ id: number }>(
      world.server.db,
      sql`select max(id) as id from access_controllers where deleted_at is null`,
    );
    await world.ask(`POST /access-controllers/${door}/device/pairing`, awaited('BESIDE'));
    const address = '203.0.113.45';
    const slow = new Set<http.ClientRequest>();
    const takePlace = (serial: string) => {
      const request = http.request(`${world.devicesUrl}/iclock/cdata?SN=${serial}&table=ATTLOG`, {
        method: 'POST',
        headers: { 'Content-Length': '1000', 'X-Forwarded-For': address },
        agent: false,
      });
      slow.add(request);
      request.on('error', () => {});
      // Tries again if it was refused because the poll below had the place.
      request.on('response', () => takePlace(serial));
      request.write('1\t');
    };
    for (const serial of ['ENDLESS1', 'ENDLESS2']) takePlace(serial);
    await expect.poll(async () => (await poll('ENDLESS3', address)).status).toBe(503);
    expect((await poll('BESIDE', address)).status).toBe(401);
    for (const request of slow) request.removeAllListeners('response').destroy();
  });

  test('strange requests are answered with 404 and stored nowhere', async () => {
    const before = await waiting();
    for (const path of [
      'GET /iclock/cdata',
      'GET /iclock/cdata?SN=',
      'GET /iclock/cdata?SN=a%20b',
      `GET /iclock/cdata?SN=${'A'.repeat(65)}`,
      'GET /iclock/cdata?SN=<script>',
      'PUT /iclock/cdata?SN=A1',
      'GET /iclock/exchange?SN=A1',
      'GET /iclock/unknown?SN=A1',
    ])
      expect([path, (await world.call(path)).status]).toEqual([path, 404]);
    expect((await world.call('GET /iclock/cdata?SN=A%00B')).status).toBe(400);
    expect(await waiting()).toBe(before);
  });

  test('bodies that never end keep nobody else out', async () => {
    const open = (serial: string, address: string) =>
      http.request(`${world.devicesUrl}/iclock/cdata?SN=${serial}&table=ATTLOG`, {
        method: 'POST',
        headers: { 'Content-Length': '1000', 'X-Forwarded-For': address },
        agent: false,
      });
    const slow = ['192.0.2.1', '192.0.2.1', '198.51.100.7', '198.51.100.7'].map((address, index) => {
      const request = open(index < 2 ? `SLOW${index}` : 'ZK1', address);
      request.on('error', () => {});
      request.write('1\t');
      return request;
    });
    await expect.poll(async () => (await poll('SLOW9', '192.0.2.1')).status).toBe(503);
    const { status, headers } = await poll('SLOW9', '192.0.2.1');
    expect([status, headers['retry-after']]).toEqual([503, '5']);
    // This device already has two open requests; other devices are served.
    await expect.poll(async () => (await poll('ZK1', '198.51.100.7')).status).toBe(503);
    expect((await poll('SLOW9', '192.0.2.2')).status).toBe(401);
    for (const request of slow) request.destroy();
    await expect.poll(async () => (await poll('ZK1', '198.51.100.7')).status).toBe(200);
  });
});

once(() => {
  test('a body that takes too long is given up', async () => {
    const world = await startDeviceWorld(undefined, '2026-08-20T07:15:32Z', {
      deviceTimeouts: { headersMs: 200, requestMs: 400 },
    });
    const status = await new Promise((resolve) => {
      const request = http.request(`${world.devicesUrl}/iclock/cdata?SN=ZK1&table=ATTLOG`, {
        method: 'POST',
        headers: { 'Content-Length': '1000' },
        agent: false,
      });
      request.on('response', (response) => resolve(response.statusCode));
      request.on('error', () => resolve('closed'));
      request.write('1\t');
    });
    expect([408, 'closed']).toContain(status);
    expect((await world.call('GET /iclock/getrequest?SN=ZK1')).status).toBe(200);
    await world.stop();
  });

  test('when a device was heard, and from where, is written for all at once', async () => {
    const world = await startDeviceWorld(undefined, '2026-08-20T07:15:32Z', { proxies: 1 });
    const row = () =>
      one<{ last_heard_at: string; address: string }>(
        world.server.db,
        sql`select last_heard_at, address from devices where identity = 'ZK1'`,
      );
    const poll = (address: string) => world.call('GET /iclock/getrequest?SN=ZK1', '', { 'X-Forwarded-For': address });
    await poll('192.0.2.1');
    world.later(1);
    await poll('192.0.2.1');
    await world.listener.writeHeard();
    expect(await row()).toEqual({ last_heard_at: '2026-08-20 07:16:32', address: '192.0.2.1' });
    world.later(1);
    await poll('192.0.2.2');
    await world.listener.writeHeard();
    expect(await row()).toEqual({ last_heard_at: '2026-08-20 07:17:32', address: '192.0.2.2' });
    const notes = await world.server.db.all(sql`select kind, sentence from device_notes`);
    expect(notes).toEqual([
      { kind: 'address_changed', sentence: 'The device called from 192.0.2.2, before from 192.0.2.1.' },
    ]);
    world.later(1);
    await poll('192.0.2.2');
    // Closing writes what is left.
    await world.listener.close();
    expect((await row()).last_heard_at).toBe('2026-08-20 07:18:32');
    await world.stop();
  });
});
