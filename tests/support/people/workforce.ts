// A server with one company in Berlin, whose people punch only as a test says.

import { one, sql } from '../../../server/platform/db/db.ts';
import { startServer, type TestServer } from '../server/server.ts';
import type { CreateDatabase } from '../server/testDatabase.ts';

export interface Workforce {
  readonly server: TestServer;
  /** An administrator's token. */
  readonly token: string;
  readonly company: number;
  /** The id of an employee. */
  idOf(name: string): number;
  employ(name: string, details?: { department?: string; from?: string; until?: string }): Promise<void>;
  /**
   * Adds punches such as 'in 08:00', in Berlin's winter time, and returns the records' ids. Strangers have no employee.
   */
  punch(name: string, day: string, ...punches: string[]): Promise<number[]>;
}

export async function startWorkforce(createDatabase: CreateDatabase, now: Date): Promise<Workforce> {
  const server = await startServer({
    createDatabase,
    sample: { employeesPerCompany: 1, days: 0 },
    clock: () => new Date(now),
  });
  const { db } = server;
  const token = await server.signIn(server.users.administrator);
  await db.run(sql`update settings set setting_value = 'Europe/Berlin' where setting_key = 'business_timezone'`);
  await db.run(sql`delete from hr_deliveries`);
  await db.run(sql`delete from attendance`);
  await db.run(sql`update employees set is_active = false`);
  const door = await one<{ id: number; company_id: number }>(
    db,
    sql`select id, company_id from access_controllers order by company_id, id limit 1`,
  );
  const people = new Map<string, number>();

  return {
    server,
    token,
    company: door.company_id,
    idOf: (name) => people.get(name) ?? 0,

    async employ(name, { department = '', from, until } = {}) {
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into employees (company_id, employee_id, name, department, employed_from, employed_until, created_at)
          values (${door.company_id}, ${`${name}-1`}, ${name}, ${department}, ${from ?? null}, ${until ?? null},
            '2031-01-01 00:00:00') returning id`,
      );
      people.set(name, id);
    },

    async punch(name, day, ...punches) {
      const ids: number[] = [];
      for (const each of punches) {
        const [direction = '', time = ''] = each.split(' ');
        const at = new Date(`${day}T${time.padEnd(8, ':00')}+01:00`).toISOString().slice(0, 19).replace('T', ' ');
        const { id } = await one<{ id: number }>(
          db,
          sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
              occurred_at, created_at)
            values (${door.company_id}, ${people.get(name) ?? null}, ${name}, ${door.id}, ${`check-${direction}`},
              ${at}, ${at}) returning id`,
        );
        ids.push(id);
      }
      return ids;
    },
  };
}
