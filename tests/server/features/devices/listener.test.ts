// The server for devices: its addresses, its limits, and its log. Over real HTTP, with a real database.

import { createHash } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, scalars, sql } from '../../../../server/platform/db/db.ts';
import { sqliteFileIn } from '../../../../server/platform/db/open.ts';
import { claimsOfController, type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { startCluster } from '../../../support/server/cluster.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { type CreateDatabase, createSqlite } from '../../../support/server/testDatabase.ts';
import { startDeviceWorld } from './world.ts';

const secret = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

describe.each(databases)('on $name', ({ create }) => {
  let devices: DeviceServer;
  let controller: number;

  beforeAll(async () => {
    devices = await startDeviceServer({ createDatabase: create });
    const { id } = await one<{ id: number }>(
      devices.server.db,
      sql`select min(id) as id from access_controllers where is_active = true`,
    );
    controller = id;
    await devices.server.db.run(
      sql`insert into device_rules (controller_id, kind, secret_hash, mapping, set_up_at)
        values (${id}, 'json', ${hashOf(secret)}, ${JSON.stringify({ person: 'who', time: 'at' })}, '2026-01-01 00:00:00')`,
    );
  });
  afterAll(() => devices.stop());

  test('answers only what devices call, in plain text and without a redirect', async () => {
    for (const key of [
      'GET /',
      'GET /healthz',
      'GET /web/api/v1/companies',
      'POST /webhooks/access-controllers/ACU-1',
      'GET /devices/json',
      `GET /devices/json/${secret}`,
      'POST /devices/json/guessed',
      `POST /devices/hikvision/${secret}`,
      'DELETE /iclock/cdata?SN=A1',
      'GET /iclock/../devices',
    ]) {
      const { status, headers, text } = await devices.call(key);
      expect([key, status, text]).toEqual([key, 404, expect.stringMatching(/^[\w ]+\n$/)]);
      expect(headers['content-type']).toBe('text/plain');
      expect(headers.location).toBeUndefined();
    }
  });

  test('takes a message at a secret address, and approves its device at the first word', async () => {
    const send = () => devices.call(`POST /devices/json/${secret}`, '{"who":"1","at":"2026-08-20 09:15:00"}');
    // Some senders have several connections.
    for (const reply of await Promise.all([send(), send()]))
      expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { success: true, events: 1, problems: 0 }]);
    expect(await devices.server.db.all(sql`select kind from device_notes`)).toEqual([{ kind: 'approved' }]);
    const rows = await devices.server.db.all(sql`select kind, state, controller_id, address from devices`);
    expect(rows).toEqual([{ kind: 'json', state: 'approved', controller_id: controller, address: '127.0.0.1' }]);
  });

  test('refuses a body of more than 2 MiB', async () => {
    const body = Buffer.alloc((2 << 20) + 1, ' ');
    expect((await devices.call(`POST /devices/json/${secret}`, body)).status).toBe(413);
    expect((await devices.call(`POST /devices/json/${secret}`, body.subarray(1))).status).toBe(200);
  });

  test('takes in one message what a terminal held while it was offline for weeks', async () => {
    const held = Array.from({ length: 3_000 }, (_, index) => ({
      who: String(100 + (index % 300)),
      at: new Date(Date.UTC(2026, 6, 1) + index * 180_000).toISOString(),
      name: 'Somebody whose name and department fill the message, as they do',
    }));
    const reply = await devices.call(`POST /devices/json/${secret}`, JSON.stringify(held));
    expect([reply.status, JSON.parse(reply.text)]).toEqual([200, { success: true, events: 3_000, problems: 0 }]);
  });

  test('logs one line for each request, without the secret and without the body', () => {
    const lines = devices.server.log.filter((line) => line.includes('/devices/json/'));
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(devices.server.log.join('\n')).not.toContain(secret);
    expect(devices.server.log.join('\n')).not.toContain('2026-08-20 09:15:00');
  });

  test('a clock that was ahead hides no device that fell silent after it was put right', async () => {
    const world = await startDeviceWorld(create, '2026-08-21T07:15:00Z');
    const poll = async () => {
      expect((await world.call('GET /iclock/getrequest?SN=ZK1')).text).toBe('OK');
      await world.listener.writeHeard();
      await world.call('GET /iclock/getrequest?SN=WAITING');
    };
    const lastHeard = () => scalars(world.server.db, sql`select last_heard_at from devices order by id`);
    await poll();
    world.at('2026-08-20T07:16:00Z');
    await poll();
    expect(await lastHeard()).toEqual(['2026-08-20 07:16:00', '2026-08-20 07:16:00']);
    world.later(30);
    const claims = await claimsOfController(world.server.db, world.controller, world.now());
    expect(claims).toMatchObject([{ kind: 'silent', since: '2026-08-20T07:16:00+00:00' }]);
    await world.stop();
  });
});

once(() => {
  test('when a device called is remembered even if it could not be written', async () => {
    let file = '';
    const create: CreateDatabase = async (...args) => {
      const made = await createSqlite(...args);
      file = sqliteFileIn(made.location.dataDir);
      return made;
    };
    const world = await startDeviceWorld(create, '2026-08-20T07:15:32Z');
    world.later(5);
    expect((await world.call('GET /iclock/getrequest?SN=ZK1')).text).toBe('OK');
    const other = new DatabaseSync(file);
    other.exec('begin immediate');
    await expect(world.listener.writeHeard()).rejects.toMatchObject({ reason: 'unavailable' });
    other.exec('rollback');
    other.close();
    await world.listener.writeHeard();
    const lastHeard = sql`select last_heard_at from devices where controller_id = ${world.controller}`;
    expect(await one(world.server.db, lastHeard)).toEqual({ last_heard_at: '2026-08-20 07:20:32' });
    await world.stop();
  });

  test('without a database, a poll costs no query, and what a device sends is answered 503', async () => {
    const cluster = await startCluster();
    const location = { dataDir: '', databaseUrl: cluster.url };
    const world = await startDeviceWorld(async () => ({ location, remove: async () => {} }), '2026-08-20T07:15:32Z');
    const poll = () => world.call('GET /iclock/getrequest?SN=ZK1');
    expect((await poll()).text).toBe('OK');
    await cluster.stop();
    expect((await poll()).text).toBe('OK');
    const sent = await world.call('POST /iclock/cdata?SN=ZK1&table=ATTLOG', '1\t2026-08-20 09:15:00\t0\t1\n');
    expect([sent.status, sent.headers['retry-after']]).toEqual([503, '5']);
    world.listener.changed();
    expect((await poll()).status).toBe(503);
    await world.stop();
  });
});
