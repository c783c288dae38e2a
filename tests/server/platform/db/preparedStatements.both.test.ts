// Databases keep prepared statements, so there must not be a separate one for every length of a list.

import { createHmac } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { one, placeholder, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
    token = await server.signIn(server.users.administrator);
    await server.db.run(sql`update access_controllers set webhook_secret = 'secret', is_active = true`);
  });
  afterAll(async () => {
    prepare.mockRestore();
    await server.stop();
  });

  /** Counts prepared statements; on PostgreSQL, of the connection that serves consecutive statements. */
  async function countPrepared(): Promise<number> {
    if (server.db.dialect === 'sqlite') return prepare.mock.calls.length;
    const { total } = await one<{ total: number }>(
      server.db,
      sql`select count(*) as total from pg_prepared_statements`,
    );
    return total;
  }

  async function sendEvents(count: number, batch: number): Promise<number[]> {
    const { unique_identifier } = await one<{ unique_identifier: string }>(
      server.db,
      sql`select unique_identifier from access_controllers where id = ${1}`,
    );
    const events = Array.from({ length: count }, (_, number) => ({
      event_id: `${batch}-${number}`,
      employee_id: `nobody ${number}`,
      event_type: 'check-in',
      timestamp: '2026-01-05T08:00:00Z',
    }));
    const body = JSON.stringify({ events });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const mac = createHmac('sha256', 'secret').update(`${timestamp}.${body}`).digest('hex');
    const headers = { 'x-rollcall-timestamp': timestamp, 'x-rollcall-signature': `sha256=${mac}` };
    const path = `/webhooks/access-controllers/${unique_identifier}`;
    const answer = await fetch(server.url + path, { method: 'POST', headers, body });
    const { data }: { data: { results: { record_id: number }[] } } = JSON.parse(await answer.text());
    return data.results.map(({ record_id }) => record_id);
  }

  /** Makes calls that take lists, with lists of this length. */
  async function callWith(length: number): Promise<void> {
    const ask = async (key: string, body?: object) => {
      const { status, json } = await server.ask(key, { token, body });
      if (status >= 300) throw new Error(`${key}: ${json.message}`);
    };
    const record_ids = await sendEvents(length, length);
    await sendEvents(length + 1, length); // mostly repeated
    await ask('POST /attendance/mark-processed', { record_ids });
    await ask(`GET /attendance/statistics?start_date=2026-01-01&end_date=2026-01-${String(length).padStart(2, '0')}`);
    await ask(`GET /employees?per_page=${length}`);
    const permissions = Array.from({ length }, (_, index) => index + 1);
    await ask('POST /roles', { name: `role_${'x'.repeat(length)}`, display_name: `Role ${length}`, permissions });
    await ask('GET /roles');
  }

  test('longer lists prepare no further statements', async () => {
    await callWith(2);
    await callWith(20);
    const before = await countPrepared();
    for (const length of [3, 4, 5, 7, 9, 12, 17, 24]) await callWith(length);
    expect(await countPrepared()).toBe(before);
  });

  test('however many statements there are, only some stay prepared', async () => {
    if (server.db.dialect === 'sqlite') return;
    for (let number = 0; number < 300; number++) {
      const statement: Sql = { pieces: [`select ${number} + `, placeholder, '::integer as sum'], values: [1] };
      expect(await server.db.all(statement)).toEqual([{ sum: number + 1 }]);
    }
    expect(await countPrepared()).toBeLessThanOrEqual(200);
  });
});
