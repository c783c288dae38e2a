// The progress of a sync, and cancelling it: it stops before its next request and does not resume by itself.

import { createServer, type Server, type ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { listen } from '../../../support/server/ports.ts';
import { startServer, type TestServer, testVault } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const day = '2026-05-12';
const people = Array.from({ length: 150 }, (_, index) => `E${index} in 08:00`);

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let hr: Server;
  let company: { id: number };
  let token: string;
  /** The received batches that are not answered yet. */
  let batches: { ids: string[]; response: ServerResponse }[];
  const now = () => new Date(`${day}T20:00:00Z`);

  beforeEach(async () => {
    batches = [];
    hr = createServer(async (request, response) => {
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { records }: { records: { id: string }[] } = JSON.parse(text);
      batches.push({ ids: records.map(({ id }) => id), response });
    });
    const port = await listen(hr);
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: now });
    await server.db.run(sql`update company_urls set is_active = false`);
    await server.db.run(sql`update hr_sync_slots set is_enabled = false`);
    company = await addHrCompany(server.db, `http://127.0.0.1:${port}/`, day, people);
    token = await server.signIn(server.users.administrator);
  });
  afterEach(async () => {
    await server.stop();
    hr.closeAllConnections();
    hr.close();
  });

  const sync = () => server.ask(`POST /hr-sync/companies/${company.id}`, { token, body: { date: day } });
  const cancel = () => server.ask(`POST /hr-sync/companies/${company.id}/cancel`, { token, body: {} });
  const status = async () => {
    const { json } = await server.ask(`GET /hr-sync/companies/${company.id}/status`, { token });
    return answerDecoder('GET /hr-sync/companies/{id}/status')(json.data);
  };
  async function answerBatch(): Promise<void> {
    await expect.poll(() => batches.length).toBe(1);
    const [{ ids, response } = { ids: [], response: undefined }] = batches.splice(0);
    response?.end(JSON.stringify({ results: ids.map((id) => ({ id, status: 'accepted' })) }));
  }
  /** Lets the schedule look for retries and missed turns. */
  const checkSchedule = () =>
    tick(
      {
        db: server.db,
        clock: () => new Date(`${day}T21:00:00Z`),
        safeRequest: () => Promise.reject(new Error('Nothing may be sent')),
        vault: testVault,
        log: { debug() {}, info() {}, warn() {}, error() {} },
      },
      'worker',
    );

  test('tells the progress of a run, and nothing of one that ended', async () => {
    const running = sync();
    await expect.poll(() => batches.length).toBe(1);
    expect(await status()).toMatchObject({ is_running: true, progress: { done: 0, total: 150 } });
    await answerBatch();
    await expect.poll(() => batches.length).toBe(1);
    expect(await status()).toMatchObject({ progress: { done: 100, total: 150 } });
    await answerBatch();
    await running;
    const ended = await status();
    expect(ended.progress).toBeUndefined();
    expect(ended).toMatchObject({ is_running: false, is_cancelled: false, waiting: 0 });
  });

  test('stops before the next request; only a person or a slot goes on', async () => {
    const running = sync();
    await expect.poll(() => batches.length).toBe(1);
    const cancelled = await Promise.all([cancel(), cancel()]); // two people both see it go wrong
    expect(cancelled.map(({ status: code }) => code)).toEqual([200, 200]);
    await answerBatch();
    const { json } = await running;
    const { success, failed, errors } = answerDecoder('POST /hr-sync/companies/{id}')(json.data);
    const [user] = await server.db.all<{ name: string }>(
      sql`select name from users where email = ${server.users.administrator.email}`,
    );
    expect({ success, failed, errors }).toEqual({
      success: 100,
      failed: 50,
      errors: [`Records not sent yet: 50. Cancelled by ${user?.name}`],
    });
    expect(await status()).toMatchObject({ is_running: false, is_cancelled: true, waiting: 50 });
    const audited = await auditEntries(server.db, 'hr_sync.cancel');
    expect(audited).toMatchObject([{ subject_id: company.id, user_email: server.users.administrator.email }]);

    await server.db.run(sql`update hr_sync_turns set is_owed_turn = true where company_id = ${company.id}`);
    await checkSchedule();
    expect(await status()).toMatchObject({ is_cancelled: true, waiting: 50 });

    const resumed = sync();
    await answerBatch();
    expect(answerDecoder('POST /hr-sync/companies/{id}')((await resumed).json.data)).toMatchObject({
      success: 50,
      already_sent: 100,
    });
    expect(await status()).toMatchObject({ is_cancelled: false, waiting: 0 });
  });

  test('says that there is nothing to cancel', async () => {
    const { status: code, json } = await cancel();
    expect([code, json.message]).toEqual([409, 'No sync of Acme is running']);
  });
});
