// Stopping the server during a sync requested by a user, or while it reads from an HR system.

import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { connectors } from '../../../../server/features/hr/connectors/connectors.ts';
import { readWithin } from '../../../../server/features/hr/delivery/hrSystem.ts';
import { join, sql } from '../../../../server/platform/db/db.ts';
import { connectionTo } from '../../../support/hr/hrCompany.ts';
import { databases, once } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-05-12';
const employeeCount = 150;

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let hr: Server;
  /** The received batches that are not answered yet. */
  let batches: { ids: string[]; response: ServerResponse }[];

  beforeEach(async () => {
    batches = [];
    hr = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { records }: { records: { id: string }[] } = JSON.parse(text);
      batches.push({ ids: records.map(({ id }) => id), response });
    });
    const port = await listen(hr);
    server = await startServer({
      createDatabase: create,
      allowPrivateHosts: '127.0.0.1',
      clock: () => new Date(`${day}T20:00:00Z`),
    });
    await fill(port);
  });
  afterEach(async () => {
    await server.stop();
    hr.closeAllConnections();
    hr.close();
  });

  /** Makes one company the only one with an HR system; each employee checked in once. */
  async function fill(port: number): Promise<void> {
    const { db } = server;
    await db.run(sql`update company_urls set is_active = false`);
    await db.exec(`
      insert into companies (id, name, unique_identifier, created_at)
        values (1000, 'Acme', 'CMP-1000', '2026-01-01 00:00:00');
      insert into access_controllers (id, company_id, name, unique_identifier, created_at)
        values (1000, 1000, 'Door', 'ACU-1000', '2026-01-01 00:00:00');
    `);
    await db.run(
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (1000, 'hr_system', ${`http://127.0.0.1:${port}/`}, '2026-01-01 00:00:00')`,
    );
    const ids = Array.from({ length: employeeCount }, (_, index) => 10_000 + index);
    const at = `${day} 08:00:00`;
    const employees = ids.map((id) => sql`(${id}, 1000, ${`E${id}`}, ${`E${id}`}, ${at})`);
    await db.run(
      sql`insert into employees (id, company_id, employee_id, name, created_at) values ${join(employees, ', ')}`,
    );
    const events = ids.map((id) => sql`(1000, ${id}, ${`E${id}`}, 1000, 'check-in', ${at}, ${at})`);
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
        occurred_at, created_at) values ${join(events, ', ')}`,
    );
  }

  test.each(['companies/1000', 'all'])(
    'finishes the current batch of POST /hr-sync/%s and leaves the rest to the next start',
    async (path) => {
      const token = await server.signIn(server.users.administrator);
      const response = server.ask(`POST /hr-sync/${path}`, { token, body: { date: day } });
      const disconnected = expect(response).rejects.toThrow();
      await expect.poll(() => batches.length).toBe(1);
      const closed = server.close();
      await disconnected;

      const [{ ids, response: pending } = { ids: [], response: undefined }] = batches;
      pending?.end(JSON.stringify({ results: ids.map((id) => ({ id, status: 'accepted' })) }));
      await closed;
      const states = await server.db.all(
        sql`select state, attempts, last_error, count(*) as total from hr_deliveries where company_id = 1000
          group by state, attempts, last_error order by state`,
      );
      expect(states).toEqual([
        { state: 'accepted', attempts: 1, last_error: '', total: 100 },
        { state: 'waiting', attempts: 0, last_error: '', total: employeeCount - 100 },
      ]);
      const leases = await server.db.all(sql`select holder, last_error from hr_sync_turns where company_id = 1000`);
      expect(leases).toEqual([{ holder: null, last_error: 'Records not sent yet: 50. The server was stopped' }]);
      expect(batches).toHaveLength(1);
    },
  );
});

once(() => {
  test('no further page of an HR system is read', async () => {
    let asked = 0;
    const now = new Date(`${day}T20:00:00Z`);
    const tools = {
      clock: () => now,
      safeRequest: async () => ({ status: 200, headers: {}, body: String(++asked) }),
      isStopping: () => asked === 2,
    };
    const opened = {
      connector: connectors.rollcall,
      connection: connectionTo('https://hr.example', {}, { now }),
      expiresOn: '',
    };
    const reading = readWithin(tools, opened, function* () {
      for (;;) yield { method: 'GET', path: '/page' };
    });
    await expect(reading).rejects.toThrow(/^The server was stopped$/);
    expect(asked).toBe(2);
  });
});
