// Ten thousand broken requests from each kind of device, over the wire: the server answers them all, retains none in
// memory, and attributes none to another company. A failure names its seed; FUZZ_SEED repeats it.

import http from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DeviceRequest } from '../../../../server/features/devices/drivers/driver.ts';
import { hashOfToken } from '../../../../server/platform/crypto/hashes.ts';
import { join, one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { type DeviceServer, startDeviceServer } from '../../../support/devices/devices.ts';
import { createPostgres } from '../../../support/server/databases.ts';
import { mutatedRequests } from '../../../support/server/mutatedRequests.ts';
import { createSqlite } from '../../../support/server/testDatabase.ts';
import { type MutatedKind, sampleSecrets, samplesOf } from './mutatedSamples.ts';

const seed = Number(process.env.FUZZ_SEED ?? 20_261_123);
const kinds: readonly MutatedKind[] = ['zkteco', 'hikvision', 'json'];
const secretOf = { hikvision: '4c1f0e9a7b2d8356e0f1a2937c5d4b68', json: '9d3b7a1c5e0f2846b8d7c6e5f4a39021' };
/** The other company's secrets. */
const foreignSecretOf = { hikvision: '70e2d9c4b1a3f58697a6b5c4d3e2f101', json: 'e8f7a6b5c4d3920117263544352617f0' };

const runs = [
  { name: 'SQLite', create: createSqlite, count: 10_000 },
  { name: 'PostgreSQL', create: createPostgres, count: 300 },
];

describe.each(runs)('on $name', { timeout: 600_000 }, ({ create, count }) => {
  test('mutated requests of each kind of device are answered, and leave nothing behind', async () => {
    const devices = await startDeviceServer({
      createDatabase: create,
      clock: () => new Date('2026-08-20T09:15:32Z'),
      proxies: 1,
    });
    onTestFinished(() => devices.stop());
    const { db, log } = devices.server;
    const own = await addCompany(devices, 'Own', { prefix: 'SERIAL', secrets: secretOf });
    await addCompany(devices, 'Foreign', { prefix: 'FOREIGN', secrets: foreignSecretOf });
    const answers = new Map<string, number>();
    /** Log lines that contain something secret or are overlong. */
    const leaks: string[] = [];
    const readLog = () => {
      const secrets = [...sampleSecrets, ...Object.values(secretOf)];
      leaks.push(...log.filter((line) => line.length > 1_000 || secrets.some((secret) => line.includes(secret))));
      log.length = 0;
    };
    const agent = new http.Agent({ keepAlive: true });
    // Each of the other company's devices sends an event, so there is something to damage.
    for (const kind of kinds) {
      const [request] = samplesOf(kind, 'FOREIGN');
      expect(await send(devices.devicesUrl, agent, kind, foreignSecretOf, request, '203.0.113.1')).toBe(200);
    }
    await devices.listener.writeHeard();
    const before = await rowsBeside(devices, own);
    expect(before.flat().length).toBeGreaterThan(20);

    const half = async (part: number) => {
      await Promise.all(
        kinds.map(async (kind) => {
          const requests = { samples: samplesOf(kind, 'SERIAL'), seed: seed + part, count: count / 2 };
          let sent = 0;
          for (const request of mutatedRequests(requests)) {
            // Unknown devices are limited by network.
            const address = `203.0.${sent % 100}.${kinds.indexOf(kind)}`;
            const status = await send(devices.devicesUrl, agent, kind, secretOf, request, address);
            const key = `${kind} ${status}`;
            answers.set(key, (answers.get(key) ?? 0) + 1);
            if (status >= 500) expect.fail(`seed ${seed + part}, request ${sent} of ${kind}: ${status}, ${log.at(-1)}`);
            if (++sent % 250 === 0) readLog();
          }
        }),
      );
      await devices.listener.writeHeard();
      readLog();
      return memoryInUse();
    };
    const middle = await half(0);
    const end = await half(1);
    agent.destroy();

    expect(leaks).toEqual([]);
    // Keeping a kilobyte of each of 15,000 requests would exceed this.
    expect((end - middle) / 2 ** 20).toBeLessThan(10);
    expect(await rowsBeside(devices, own)).toEqual(before);
    // Proves that requests were neither too broken nor intact.
    for (const [kind, status] of [
      ['zkteco', 200],
      ['zkteco', 401],
      ['zkteco', 404],
      ['hikvision', 200],
      ['hikvision', 404],
      ['json', 200],
      ['json', 400],
    ] as const)
      expect([...answers.keys()]).toContain(`${kind} ${status}`);
    const { stored } = await one<{ stored: number }>(
      db,
      sql`select count(*) as stored from device_events where controller_id in (${own.controllers})`,
    );
    expect(stored).toBeGreaterThan(count / 10);
  });
});

interface Company {
  readonly id: number;
  readonly controllers: readonly number[];
}

/** Adds a company with a device of each kind, and employees with the codes in the samples. */
async function addCompany(
  { server: { db }, listener }: DeviceServer,
  name: string,
  { prefix, secrets }: { readonly prefix: string; readonly secrets: Readonly<Record<'hikvision' | 'json', string>> },
): Promise<Company> {
  const long = '2020-01-01 00:00:00';
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values (${name}, ${name}, ${long}) returning id`,
  );
  for (const code of ['1156', '001', '00042'])
    await db.run(
      sql`insert into employees (company_id, employee_id, name, created_at) values (${id}, ${code}, ${code}, ${long})`,
    );
  const controllers: number[] = [];
  for (const kind of kinds) {
    const controller = await one<{ id: number }>(
      db,
      sql`insert into access_controllers (company_id, name, unique_identifier, is_active, created_at)
        values (${id}, ${kind}, ${`${name} ${kind}`}, true, ${long}) returning id`,
    );
    controllers.push(controller.id);
    const hash = kind === 'zkteco' ? '' : hashOfToken(secrets[kind]);
    const mapping = { events: 'data.list', person: 'user.code', time: 'time', direction: 'way', in_words: 'entry' };
    await db.run(
      sql`insert into device_rules (controller_id, kind, secret_hash, mapping, set_up_at)
        values (${controller.id}, ${kind}, ${hash}, ${JSON.stringify(mapping)}, ${long})`,
    );
    if (kind === 'json') continue;
    const serial = kind === 'zkteco' ? `${prefix}87654321` : 'A4:D5:C2:24:DD:74';
    const identity = kind === 'zkteco' ? serial : `${controller.id}:${serial}`;
    await db.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at)
        values (${kind}, ${identity}, ${serial}, ${controller.id}, 'approved', ${long}, ${long})`,
    );
  }
  listener.changed();
  return { id, controllers };
}

/** All rows outside the company, except those of unapproved devices. */
async function rowsBeside({ server: { db } }: DeviceServer, { id, controllers }: Company): Promise<unknown[][]> {
  const notOurs: readonly (readonly [table: Sql, condition: Sql])[] = [
    ...[sql`attendance`, sql`employees`, sql`employee_codes`, sql`access_controllers`].map(
      (table) => [table, sql`company_id <> ${id}`] as const,
    ),
    ...[sql`device_rules`, sql`device_events`, sql`device_notes`, sql`device_alerts`].map(
      (table) => [table, sql`controller_id not in (${controllers})`] as const,
    ),
    [sql`devices`, sql`controller_id not in (${controllers})`],
    [sql`companies`, sql`id <> ${id}`],
    [sql`users`, sql`true`],
    [sql`hr_deliveries`, sql`true`],
    [sql`device_commands`, sql`true`],
    [sql`audit`, sql`true`],
  ];
  return Promise.all(
    notOurs.map(([table, where]) => db.all(join([sql`select * from`, table, sql`where`, where, sql`order by 1`], ' '))),
  );
}

/** Returns the status, or 0 if the connection was closed without one. */
function send(
  url: string,
  agent: http.Agent,
  kind: MutatedKind,
  secrets: Readonly<Record<'hikvision' | 'json', string>>,
  { method, path, query, contentType, body }: DeviceRequest,
  address: string,
): Promise<number> {
  const base = kind === 'zkteco' ? '' : `/devices/${kind}/${secrets[kind]}`;
  const search = String(query);
  const headers = {
    'Content-Length': body.length,
    'Content-Type': contentType.replace(/[^\t\x20-\x7e\x80-\xff]/g, ''),
    'X-Forwarded-For': address,
  };
  const target = base + path.replace(/[^\x21-\x7e]|[?#]/gu, encodeURIComponent) + (search && `?${search}`);
  return new Promise((resolve, reject) => {
    const request = http.request(`${url}/`, { method: method || 'POST', path: target, headers, agent }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
    });
    request.on('error', (error: NodeJS.ErrnoException) => (error.code === 'ECONNRESET' ? resolve(0) : reject(error)));
    request.end(body);
  });
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Memory in use in bytes, including buffers. */
async function memoryInUse(): Promise<number> {
  // One collection finalizes what the next one frees.
  for (let pass = 0; pass < 3; pass++) {
    collectGarbage();
    await setImmediate();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
