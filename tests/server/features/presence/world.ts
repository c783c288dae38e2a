// A new company with doors, people and events, on a server whose clock the test sets.

import { one, sql } from '../../../../server/platform/db/db.ts';
import { startServer, type TestServer, type TestServerOptions } from '../../../support/server/server.ts';

export interface World {
  readonly server: TestServer;
  readonly company: number;
  /** The ids of people, by name. */
  readonly people: Record<string, number>;
  readonly doors: Record<string, number>;
  /** The administrator's token. */
  readonly token: string;
  setClock(at: string): void;
  employ(name: string, fields?: { department?: string; until?: string; isActive?: boolean }): Promise<void>;
  addDoor(name: string, location: string): Promise<void>;
  /** Adds a punch at a time such as '2031-03-12 08:00', in Berlin's winter time. */
  punch(name: string, door: string, type: 'in' | 'out', at: string): Promise<void>;
  ask(call: string, body?: unknown, token?: string): ReturnType<TestServer['ask']>;
}

const instantOf = (berlin: string) =>
  new Date(`${berlin.replace(' ', 'T')}+01:00`).toISOString().slice(0, 19).replace('T', ' ');

export async function startWorld(create: TestServerOptions['createDatabase'], startAt: string): Promise<World> {
  let now = new Date(`${instantOf(startAt)}Z`);
  const server = await startServer({
    ...(create && { createDatabase: create }),
    sample: { employeesPerCompany: 1, days: 0 },
    clock: () => now,
  });
  const { db } = server;
  await db.run(sql`update settings set setting_value = 'Europe/Berlin' where setting_key = 'business_timezone'`);
  const token = await server.signIn(server.users.administrator);
  const { id: company } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at)
      values ('Seaport', 'CMP-SEAPORT', '2031-01-01 00:00:00') returning id`,
  );
  const people: Record<string, number> = {};
  const doors: Record<string, number> = {};

  return {
    server,
    company,
    people,
    doors,
    token,
    setClock(at) {
      now = new Date(`${instantOf(at)}Z`);
    },
    async employ(name, { department = '', until, isActive = true } = {}) {
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into employees (company_id, employee_id, name, department, employed_until, is_active, created_at)
          values (${company}, ${`${name}-1`}, ${name}, ${department}, ${until ?? null}, ${isActive},
            '2031-01-01 00:00:00') returning id`,
      );
      people[name] = id;
    },
    async addDoor(name, location) {
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into access_controllers (company_id, name, unique_identifier, location, created_at)
          values (${company}, ${name}, ${`ACU-${name}`}, ${location}, '2031-01-01 00:00:00') returning id`,
      );
      doors[name] = id;
    },
    async punch(name, door, type, at) {
      await db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
            occurred_at, created_at)
          values (${company}, ${people[name] ?? null}, ${`${name}-1`}, ${doors[door] ?? 0}, ${`check-${type}`},
            ${instantOf(at)}, ${instantOf(at)})`,
      );
    },
    ask: (call, body, as = token) => server.ask(call, { token: as, ...(body !== undefined && { body }) }),
  };
}
