// Controllers with approved ZKTeco devices, on the real server with the listener beside it, at a time set by the test.

import { one, sql } from '../../../../server/platform/db/db.ts';
import { instantOf } from '../../../../server/platform/time/clock.ts';
import { type DeviceServer, type DeviceServerOptions, startDeviceServer } from '../../../support/devices/devices.ts';

export interface DeviceWorld extends DeviceServer {
  readonly controller: number;
  readonly company: number;
  readonly token: string;
  now(): Date;
  at(now: string): void;
  later(minutes: number): void;
  ask(key: string, body?: object): Promise<{ status: number; data: unknown; message: string }>;
  /** Stores an approved device for a controller that has none yet, and returns the controller's id. */
  addDevice(serial: string, zone?: string): Promise<number>;
}

export async function startDeviceWorld(
  createDatabase: DeviceServerOptions['createDatabase'],
  start: string,
  options: DeviceServerOptions = {},
): Promise<DeviceWorld> {
  let now = new Date(start);
  const devices = await startDeviceServer({
    ...(createDatabase && { createDatabase }),
    clock: () => now,
    ...options,
  });
  const { server, listener } = devices;
  const { db } = server;
  const token = await server.signIn(server.users.administrator);

  async function addDevice(serial: string, zone = 'Europe/Berlin'): Promise<number> {
    const { id } = await one<{ id: number }>(
      db,
      sql`select min(id) as id from access_controllers
        where is_active = true and id not in (select controller_id from device_rules)`,
    );
    const at = instantOf(now);
    await db.run(
      sql`insert into device_rules (controller_id, kind, zone, set_up_at)
        values (${id}, 'zkteco', ${zone}, '2020-01-01 00:00:00')`,
    );
    await db.run(
      sql`insert into devices (kind, identity, serial, controller_id, state, first_heard_at, last_heard_at, wants_all)
        values ('zkteco', ${serial}, ${serial}, ${id}, 'approved', ${at}, ${at}, false)`,
    );
    listener.changed();
    return id;
  }

  const controller = await addDevice('ZK1');
  const { company_id: company } = await one<{ company_id: number }>(
    db,
    sql`select company_id from access_controllers where id = ${controller}`,
  );
  return {
    ...devices,
    controller,
    company,
    token,
    addDevice,
    now: () => now,
    at(text) {
      now = new Date(text);
    },
    later(minutes) {
      now = new Date(now.getTime() + minutes * 60_000);
    },
    async ask(key, body) {
      const { status, json } = await server.ask(key, { token, ...(body && { body }) });
      return { status, data: json.data, message: json.message };
    },
  };
}
