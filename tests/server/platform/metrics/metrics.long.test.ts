// The metrics for Prometheus: it can read them, the figures match the database and the requests, and a silent database
// affects only its own figures.

import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { diskFull } from '../../../../server/platform/db/errors.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { addMail } from '../../../../server/platform/mail/outboxQueries.ts';
import { createMetricsServer, createRequestMetrics } from '../../../../server/platform/metrics/metricsServer.ts';
import { instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { databases } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { need } from '../../../support/tools.ts';

const now = new Date('2026-03-02T10:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  const requests = createRequestMetrics();
  let server: TestServer;
  let metrics: ReturnType<typeof createMetricsServer>;
  let url: string;
  beforeAll(async () => {
    server = await startServer({ createDatabase: create, observe: requests.observe });
    const { db } = server;
    metrics = createMetricsServer({
      db,
      log: createLog('silent', () => {}),
      clock: () => now,
      requests,
      databaseMs: 200,
    });
    url = `http://127.0.0.1:${await listen(metrics.server)}`;
  });
  afterAll(async () => {
    await metrics.close();
    await server.stop();
  });

  const read = async () => (await fetch(`${url}/metrics`)).text();
  const figure = (text: string, sample: string) => {
    const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
    return line === undefined ? undefined : Number(line.slice(sample.length + 1));
  };

  test("Prometheus' own checker finds nothing to complain about", async () => {
    await server.ask('GET /companies', { token: await server.signIn(server.users.administrator) });
    const input = await read();
    const checked = execFileSync(need('prometheus'), ['check', 'metrics'], { input, encoding: 'utf8' });
    expect(checked).toBe('');
  });

  test('counts requests by call, not by address, and their durations', async () => {
    const before = await read();
    const token = await server.signIn(server.users.administrator);
    for (const id of [1, 2, 1_000_000]) await server.ask(`GET /companies/${id}`, { token });
    await fetch(`${server.url}/nowhere`);
    await server.settled();
    const after = await read();
    const grown = (sample: string) => (figure(after, sample) ?? 0) - (figure(before, sample) ?? 0);
    const call = 'call="GET /companies/{id}"';
    expect(grown(`rollcall_requests_total{${call},status="200"}`)).toBe(2);
    expect(grown(`rollcall_requests_total{${call},status="404"}`)).toBe(1);
    expect(grown('rollcall_requests_total{call="other",status="404"}')).toBe(1);
    expect(grown(`rollcall_request_duration_seconds_count{${call}}`)).toBe(3);
    expect(grown(`rollcall_request_duration_seconds_bucket{${call},le="+Inf"}`)).toBe(3);
  });

  test('tells what waits and since when', async () => {
    const { db } = server;
    await db.run(sql`delete from outbox`);
    const mail = { to: 'ada@rollcall.example', subject: 'Hello', body: 'Hello' };
    await addMail(db, mail, plusMinutes(now, -90), plusMinutes(now, 60));
    await addMail(db, mail, plusMinutes(now, -10), plusMinutes(now, 60));
    await addMail(db, mail, plusMinutes(now, -120), plusMinutes(now, -60)); // its link has expired
    await db.run(sql`update attendance set hr_state = 'sent'`);
    await db.run(sql`update attendance set hr_state = 'waiting', created_at = ${instantOf(plusMinutes(now, -5))}
      where id in (select id from attendance order by id limit 3)`);
    const text = await read();
    expect(figure(text, 'rollcall_mails_waiting')).toBe(2);
    expect(figure(text, 'rollcall_mails_oldest_age_seconds')).toBe(90 * 60);
    expect(figure(text, 'rollcall_hr_waiting')).toBe(3);
    expect(figure(text, 'rollcall_hr_oldest_age_seconds')).toBe(5 * 60);
    expect(figure(text, 'rollcall_hr_rejected')).toBe(0);
    expect(figure(text, 'rollcall_database_up')).toBe(1);
    expect(figure(text, 'rollcall_writable')).toBe(1);
    expect(figure(text, 'rollcall_database_size_bytes')).toBeGreaterThan(100_000);
  });

  test('tells nothing of what nobody can send any more, nor of slots that are off', async () => {
    const { db } = server;
    const company = sql`(select company_id from attendance order by id limit 1)`;
    await db.run(
      sql`update attendance set hr_state = 'failed' where id = (select id from attendance order by id limit 1)`,
    );
    await db.run(sql`insert into day_rules (company_id, timezone) values (${company}, 'Asia/Tokyo')
      on conflict (company_id) do update set timezone = excluded.timezone`);
    for (const slot of ['morning', 'night', 'morning Asia/Tokyo', 'night Asia/Tokyo', 'morning Europe/Paris'])
      await db.run(sql`insert into slot_run (slot, run_on, worker, started_at, heartbeat_at, finished_at)
        values (${slot}, '2026-03-02', 'w', '2026-03-02 09:00:00', '2026-03-02 09:00:00', '2026-03-02 09:00:00')`);
    const slots = (text: string) =>
      [...text.matchAll(/last_end_timestamp_seconds\{slot="([^"]+)/g)].map(([, slot]) => slot);
    const before = await read();
    expect(figure(before, 'rollcall_hr_rejected')).toBe(1);
    expect(slots(before)).toEqual(['morning', 'morning Asia/Tokyo']);
    await db.run(sql`update companies set deleted_at = '2026-03-02 09:00:00' where id = ${company}`);
    const after = await read();
    expect(figure(after, 'rollcall_hr_rejected')).toBe(0);
    expect(slots(after)).toEqual(['morning']);
  });

  test('says that nothing can be written, while reading goes on, and how much room there is where it sees the disk', async () => {
    const full = vi.spyOn(server.db, 'checkWritable').mockRejectedValue(diskFull());
    const text = await read();
    full.mockRestore();
    expect(figure(text, 'rollcall_writable')).toBe(0);
    expect(figure(text, 'rollcall_database_up')).toBe(1);
    const free = figure(text, 'rollcall_disk_free_bytes');
    if (server.db.dialect === 'sqlite') expect(free).toBeGreaterThan(1_000_000);
    else expect(free).toBeUndefined();
  });

  test('says that the database is silent, with one query for readings at the same time', async () => {
    const asked = vi.spyOn(server.db, 'all').mockReturnValue(new Promise(() => {}));
    const texts = await Promise.all([read(), read(), read()]);
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    for (const text of texts) {
      expect(figure(text, 'rollcall_database_up')).toBe(0);
      expect(figure(text, 'rollcall_mails_waiting')).toBeUndefined();
      expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    }
  });

  test('says that the database is gone with its disk', async () => {
    if (!server.db.freeBytes) return;
    const gone = vi.spyOn(server.db, 'freeBytes').mockImplementation(() => {
      throw new Error('ENOENT: no such file or directory, statfs');
    });
    const text = await read();
    gone.mockRestore();
    expect(figure(text, 'rollcall_database_up')).toBe(0);
    expect(figure(text, 'process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
  });

  test('has nothing else, and is not on the port of the console', async () => {
    expect((await fetch(`${url}/web/api/v1/companies`)).status).toBe(404);
    expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(404);
  });
});
