// What every kind of device must pass, including kinds added later: it has a driver, a simulation and a page; it is set
// up as by the console, its secret is kept as a hash, each punch is stored once, nothing about people is kept but their
// codes, and unreadable messages make a claim.

import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jsonMapping } from '../../../../scripts/device/gateway.ts';
import { kindNames, kinds, simulatedDevice } from '../../../../scripts/device/simulatedDevice.ts';
import { driverOf, drivers } from '../../../../server/features/devices/drivers/drivers.ts';
import { one, sql } from '../../../../server/platform/db/db.ts';
import {
  type DeviceKind,
  deviceKinds,
  kindOfDevice,
  needsApproval,
} from '../../../../src/shared/contract/deviceKinds.ts';
import { kindName } from '../../../../src/shared/words/deviceWords.ts';
import { claimsOfController, type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';

const callers: readonly DeviceKind[] = deviceKinds.filter((kind) => kind !== 'webhook');

describe('the rows', () => {
  test('name each kind differently', () => {
    expect(new Set(deviceKinds.map(kindName)).size).toBe(deviceKinds.length);
  });

  test('have a driver for each kind that calls, at an address of its own', () => {
    expect(drivers.map(({ kind }) => kind)).toEqual(callers);
    for (const { base } of drivers) {
      expect(base).toMatch(/^\/[a-z/]+\/$/);
      expect(drivers.filter((other) => other.base.startsWith(base))).toHaveLength(1);
    }
  });

  test('offer commands where the driver has words for them', () => {
    for (const kind of deviceKinds)
      expect([kind, driverOf(kind)?.commandText !== undefined]).toEqual([kind, kindOfDevice(kind).takesCommands]);
  });

  test('have a simulated device of each kind', () => {
    expect(new Set(Object.values(kinds).map(({ kind }) => kind))).toEqual(new Set(deviceKinds));
  });

  test('have a page each, which docs/devices/README.md lists in the same order', () => {
    const read = readFileSync('docs/devices/README.md', 'utf8');
    const listed = [...read.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)].map(([, name, file]) => ({ name, file }));
    expect(listed.slice(0, deviceKinds.length).map(({ name }) => name)).toEqual(deviceKinds.map(kindName));
    for (const { file } of listed) expect([file, existsSync(`docs/devices/${file}`)]).toEqual([file, true]);
  });
});

describe.each(kindNames.filter((name) => kinds[name].kind !== 'webhook'))('a device that is played as %s', (name) => {
  const { kind, secrets } = kinds[name];
  let world: DeviceServer;
  let token: string;
  let controller: number;
  beforeAll(async () => {
    world = await startDeviceServer();
    token = await world.server.signIn(world.server.users.administrator);
    const { id } = await one<{ id: number }>(
      world.server.db,
      sql`insert into access_controllers (company_id, name, unique_identifier, is_active, created_at)
        select min(id), 'Played', 'PLAYED', true, '2020-01-01 00:00:00' from companies where is_active = true returning id`,
    );
    controller = id;
  });
  afterAll(() => world.stop());

  async function ask(call: string, body?: object) {
    const { status, json } = await world.server.ask(call, { token, ...(body && { body }) });
    expect([call, status]).toEqual([call, 200]);
    return Object(json.data);
  }

  const attended = () =>
    world.server.db.all<{ type: string; at: string }>(
      sql`select event_type as type, occurred_at as at from attendance where access_controller_id = ${controller}
        order by occurred_at, event_type`,
    );

  test('is set up, heard, approved and stored, and claims what cannot be read', async () => {
    const address = `/access-controllers/${controller}/device`;
    const { secret: path } = await ask(`POST ${address}/pairing`, { kind });
    const isSecret = kindOfDevice(kind).knownBy !== 'serial';
    expect(path.startsWith(isSecret ? driverOf(kind)?.base : '')).toBe(true);
    expect(path !== '').toBe(isSecret);
    const { version, ...rules } = (await ask(`GET ${address}`)).rules;
    await ask(`PUT ${address}`, { ...rules, version, zone: 'UTC', direction: 'key', mapping: jsonMapping });

    const from = Date.now() - 3 * 86_400_000;
    const device = simulatedDevice({
      kind: name,
      server: () => world.devicesUrl,
      serial: kinds[name].serial,
      path,
      zone: 'UTC',
      faults: ['garbage', 'templates', 'no-answer', 'answer-lost', 'cut-body', 'two-connections'],
      seed: 1,
      from,
      batchSize: 5,
    });
    const punch = (index: number) =>
      device.punch({ code: '00042', at: from + index * 600_000, key: index % 2 ? 'out' : 'in' });
    punch(0);
    if (needsApproval(kind)) {
      if (isSecret) await device.upload();
      else expect(await device.shakeHands()).toBe(false);
      expect(await attended()).toEqual([]);
      const { waiting } = await ask(`GET ${address}`);
      expect(waiting).toMatchObject([{ kind, serial: device.serial }]);
      await ask(`POST ${address}/approve`, { device_id: waiting[0].id });
    }
    expect(await device.shakeHands()).toBe(true);
    for (let index = 1; index < 23; index++) punch(index);
    await device.upload();
    await device.replay();
    await device.poll();

    const punches = device.held.filter(({ code }) => code !== '');
    expect(punches).toHaveLength(23);
    expect((await attended()).map(({ type, at }) => `${type} ${at}`)).toEqual(
      punches.map(({ key, shown }) => `${key === 'in' ? 'check-in' : 'check-out'} ${shown}`),
    );
    const facts = sql`select raw, code, reason from device_events where controller_id = ${controller}`;
    expect(await world.server.db.all(sql`${facts} and code = '00042'`)).toHaveLength(23);

    const claims = await claimsOfController(world.server.db, controller, new Date());
    expect(claims.map((claim) => claim.kind)).toEqual(expect.arrayContaining(['not_taken']));
    const notes = sql`select sentence, raw from device_notes where controller_id = ${controller}`;
    const kept = JSON.stringify([await world.server.db.all(facts), await world.server.db.all(notes)]);
    expect(secrets.filter((secret) => kept.includes(secret))).toEqual([]);
  });

  test('is known by its secret alone, of which the hash is stored', async () => {
    const address = `/access-controllers/${controller}/device`;
    const { secret: path } = await ask(`POST ${address}/pairing`, { kind, new_secret: true });
    if (kindOfDevice(kind).knownBy === 'serial') return expect(path).toBe('');
    const base = driverOf(kind)?.base ?? '';
    const secret = path.slice(base.length);
    expect(secret).toMatch(/^[\da-f]{32}$/);
    const { secret_hash } = await one<{ secret_hash: string }>(
      world.server.db,
      sql`select secret_hash from device_rules where controller_id = ${controller}`,
    );
    expect(secret_hash).not.toContain(secret);
    expect(JSON.stringify(await ask(`GET ${address}`))).not.toContain(secret);
    world.listener.changed();
    expect((await world.call(`POST ${base}${secret.replace(/./g, '0')}`, '{}')).status).toBe(404);
    expect((await world.call(`POST ${path}`, '{}')).status).not.toBe(404);
  });
});
