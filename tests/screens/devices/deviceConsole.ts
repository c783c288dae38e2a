// The console beside the server for devices, and steps for tests of its screens.

import { one, sql } from '../../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { byRole, click, text, until } from '../../support/console/render.tsx';
import { type DeviceServer, startDeviceServer } from '../../support/devices/devices.ts';
import { clickButton } from '../steps.ts';

export interface DeviceConsole {
  app: TestConsole;
  devices: DeviceServer;
  /** Adds a controller to the manager's company. */
  addController(name: string): Promise<number>;
  /** Opens the panel of a controller. */
  openPanel(controller: number, person?: 'administrator' | 'manager'): Promise<void>;
  /** Sends a ZKTeco device's first request. */
  shakeHands(serial: string): Promise<number>;
  punch(serial: string, line: string): Promise<number>;
}

export async function startDeviceConsole(): Promise<DeviceConsole> {
  const devices = await startDeviceServer();
  const app = await startConsole(undefined, async () => devices.server);
  const { db, users } = app.server;
  // The sample's manager may not manage devices.
  await db.run(
    sql`insert into user_roles (user_id, role_id) select users.id, roles.id from users, roles
      where email = ${users.manager.email} and roles.name = 'manager'`,
  );
  const company = await one<{ id: number }>(
    db,
    sql`select min(company_id) as id from user_companies join users on users.id = user_id
      where email = ${users.manager.email}`,
  );
  return {
    app: {
      ...app,
      async stop() {
        devices.listener.server.closeAllConnections();
        await devices.listener.close();
        await app.stop();
      },
    },
    devices,
    async addController(name) {
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
          values (${company.id}, ${name}, ${`ACU-${name}`}, '2026-01-01 00:00:00') returning id`,
      );
      return id;
    },
    async openPanel(controller, person = 'administrator') {
      await app.open(`/access-controllers?id=${controller}&tab=connect`, person);
      await until(() => byRole('heading', 'What kind of device is it?'));
    },
    shakeHands: async (serial) =>
      (await devices.call(`GET /iclock/cdata?SN=${serial}&options=all&pushver=2.4.0&PushOptionsFlag=1`)).status,
    punch: async (serial, line) =>
      (await devices.call(`POST /iclock/cdata?SN=${serial}&table=ATTLOG&Stamp=9999`, line)).status,
  };
}

export async function chooseKind(kind: string): Promise<void> {
  await click(await until(() => byRole('radio', kind)));
  await clickButton('Continue');
}

/** The value to enter in the device, by its label. */
export function shownValue(label: string): string {
  const name = [...document.querySelectorAll('dt')].find((each) => text(each) === label);
  return text(name?.nextElementSibling?.firstElementChild ?? byRole('main'));
}

/** The current time as a device of the sample's business sends it: '2026-11-23 08:12:30', in UTC. */
export const deviceTime = (): string => new Date().toISOString().slice(0, 19).replace('T', ' ');
