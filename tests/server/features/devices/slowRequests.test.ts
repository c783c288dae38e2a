// Requests that arrive slowly while somebody changes what they concern: nothing is stored where it no longer belongs.
// Over real HTTP, with half the body before the change and half after it.

import http from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { type DeviceWorld, startDeviceWorld } from './world.ts';

const punch = '1\t2026-08-20 09:15:00\t0\t1\n';
const message = '{"who":"1","at":"2026-08-20 09:15:00"}';

describe.each(databases)('on $name', ({ create }) => {
  let world: DeviceWorld;
  let controller: number;
  let devices = 0;
  let path: string;

  beforeAll(async () => {
    world = await startDeviceWorld(create, '2026-08-20T07:15:32Z');
  });
  afterAll(() => world.stop());
  beforeEach(async () => {
    const serial = `SLOW${++devices}`;
    controller = await world.addDevice(serial);
    path = `/iclock/cdata?SN=${serial}&table=ATTLOG`;
  });

  const facts = () => world.server.db.all(sql`select id from device_events where controller_id = ${controller}`);
  const change = (statement: ReturnType<typeof sql>) => world.server.db.run(statement);

  test('an event is stored if nothing changed', async () => {
    expect(await sendSlowly(path, punch, async () => {})).toBe(200);
    expect(await facts()).toHaveLength(1);
  });

  test('a device that was disconnected meanwhile sends its events again', async () => {
    const disconnect = () => world.ask(`POST /access-controllers/${controller}/device/disconnect`);
    expect(await sendSlowly(path, punch, disconnect)).toBe(503);
    expect(await facts()).toEqual([]);
    expect((await world.call(`POST ${path}`, punch)).status).toBe(401);
  });

  test('events of a device that speaks for another controller meanwhile are not stored at the first', async () => {
    const other = await world.addDevice(`OTHER${devices}`);
    const moved = sql`update devices set controller_id = ${other} where serial = ${`SLOW${devices}`}`;
    const move = async () => {
      await change(sql`update devices set state = 'replaced' where controller_id = ${other}`);
      await change(moved);
      world.listener.changed();
    };
    expect(await sendSlowly(path, punch, move)).toBe(503);
    expect(await facts()).toEqual([]);
    expect((await world.call(`POST ${path}`, punch)).status).toBe(200);
    expect(await facts()).toEqual([]);
  });

  test('events of a controller that was deleted, or is of another company, make no attendance of the first', async () => {
    const company = sql`(select max(id) from companies where deleted_at is null and id <> ${world.company})`;
    const move = () => change(sql`update access_controllers set company_id = ${company} where id = ${controller}`);
    expect(await sendSlowly(path, punch, move)).toBe(503);
    expect(await facts()).toEqual([]);

    const last = () => world.ask(`DELETE /access-controllers/${controller}`);
    world.listener.changed();
    expect(await sendSlowly(path, punch, last)).toBe(503);
    expect(await facts()).toEqual([]);
  });

  test('a secret that was replaced meanwhile approves no device', async () => {
    await world.ask(`POST /access-controllers/${controller}/device/disconnect`);
    const pair = async (kind: string) =>
      answerDecoder('POST /access-controllers/{id}/device/pairing')(
        (await world.ask(`POST /access-controllers/${controller}/device/pairing`, { kind, new_secret: true })).data,
      ).secret;
    for (const kind of ['json', 'hikvision']) {
      const secret = await pair(kind);
      expect(await sendSlowly(secret, message, () => pair(kind)), kind).toBe(503);
      expect(
        await world.server.db.all(sql`select id from devices where controller_id = ${controller} and kind = ${kind}`),
      ).toEqual([]);
    }
  });

  test('of two first keys at once, the one that came first is pinned', async () => {
    const withKey = (key: string) => `${path}&pushcommkey=${key}`;
    const first = async () => {
      // Acts as another process that has not seen a key yet.
      world.listener.changed();
      expect((await world.call(`POST ${withKey('right')}`, punch)).status).toBe(200);
    };
    expect(await sendSlowly(withKey('wrong'), punch, first)).toBe(503);
    expect((await world.call(`POST ${withKey('wrong')}`, punch)).status).toBe(403);
    expect((await world.call(`POST ${withKey('right')}`, punch)).status).toBe(200);
  });

  /** Sends a request in two halves with something `meanwhile`, and returns the status of the answer. */
  async function sendSlowly(to: string, body: string, meanwhile: () => Promise<unknown>): Promise<number | undefined> {
    const arrived = new Promise((resolve) => world.listener.server.once('request', resolve));
    const request = http.request(world.devicesUrl + to, {
      method: 'POST',
      headers: { 'Content-Length': String(Buffer.byteLength(body)) },
      agent: false,
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      request.on('error', reject);
      request.on('response', (response) => resolve(response.resume().statusCode));
    });
    request.write(body.slice(0, 10));
    await arrived;
    // Gives the server time to identify the caller, which takes a query or two.
    await new Promise((resolve) => setTimeout(resolve, 100));
    await meanwhile();
    request.end(body.slice(10));
    return status;
  }
});
