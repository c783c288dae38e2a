// The requests shown in a dry run: the ones the next sync sends, without secrets, for callers who may configure it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { json, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { serveFakeHr } from '../../../support/hr/fakeHr.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { createTrytonFake } from '../../../support/hr/trytonFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-05-12';
const now = new Date(`${day}T20:00:00Z`);
const secret = 'a secret that signs';

describe.each(databases)('on $name', ({ create }) => {
  const fake = createTrytonFake({
    people: ['1', '2'].map((id) => ({ id, number: `00${id}`, name: `Name ${id}`, email: '', is_active: true })),
    timeZone: 'UTC',
    clock: () => now,
  });
  let server: TestServer;
  let token: string;
  let tryton: ScriptedServer;
  let receiver: ScriptedServer;

  beforeAll(async () => {
    [tryton, receiver] = await Promise.all([serveFakeHr(fake), startScriptedServer()]);
    receiver.answer = (response, { body }) => {
      const { records }: { records: { id: string }[] } = JSON.parse(body);
      json(200, { results: records.map(({ id }) => ({ id, status: 'accepted' })) })(response);
    };
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(async () => {
    await server.stop();
    await Promise.all([tryton.stop(), receiver.stop()]);
  });

  const records = ['001 in 08:00', '001 out 12:00', '001 in 12:40', '001 out 17:00', '002 in 08:30', '002 out 16:30'];
  const companyAt = (url: string) => addHrCompany(server.db, url, day, records);
  const dryRun = async (company: number, as = token) => {
    const body = { dry_run: true, date: day };
    const answer = await server.ask(`POST /companies/${company}/hr-sync/test`, { token: as, body });
    return answerDecoder('POST /companies/{id}/hr-sync/test')(answer.json.data).results;
  };
  const sync = async (company: number) => {
    const { json } = await server.ask(`POST /hr-sync/companies/${company}`, { token, body: { date: day } });
    return answerDecoder('POST /hr-sync/companies/{id}')(json.data);
  };

  async function useTryton(company: number) {
    await addConnection(server.db, company, 'tryton', { ...fake, url: tryton.base });
    for (const id of fake.people.keys()) {
      await server.db.run(
        sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
          select id, company_id, ${id}, 'number' from employees
          where company_id = ${company} and employee_id = ${`00${id}`}`,
      );
    }
  }

  test('are those that the sync sends, but for what a secret makes', async () => {
    const { id } = await companyAt(`${receiver.base}/attendance`);
    await server.ask(`PUT /companies/${id}/hr-sync/config`, { token, body: { signing_secret: secret } });
    const { requests = [], request_count } = await dryRun(id);
    expect(request_count).toBe(1);
    expect(receiver.seen).toEqual([]);
    expect(await sync(id)).toMatchObject({ success: 4, failed: 0 });
    expect(requests).toEqual(
      receiver.seen.map(({ method, path, headers, body }) => ({
        method,
        url: receiver.base + path,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'X-Rollcall-Timestamp': headers['x-rollcall-timestamp'],
          'X-Rollcall-Signature': '•••',
        },
        body,
      })),
    );
  });

  test('hide a password that is only a part of a header', async () => {
    const { id } = await companyAt(tryton.base);
    await useTryton(id);
    const { requests = [], request_count } = await dryRun(id);
    expect(await sync(id)).toMatchObject({ success: 4, failed: 0 });
    const created = tryton.seen.filter(({ body }) => body.includes('.create'));
    expect(requests).toEqual(
      created.map(({ method, path, body }) => ({
        method,
        url: tryton.base + path,
        headers: { 'Content-Type': 'application/json', Authorization: 'Basic •••' },
        body,
      })),
    );
    expect(request_count).toBe(created.length);
  });

  test('name the HR system, its id and the time as the evidence of what was sent', async () => {
    const { id } = await companyAt(tryton.base);
    await useTryton(id);
    await sync(id);
    const first = await one<{ attendance_id: number; remote_id: string }>(
      server.db,
      sql`select attendance_id, remote_id from hr_deliveries where company_id = ${id} order by attendance_id limit 1`,
    );
    const evidenceNow = async () => {
      const { json } = await server.ask(`GET /attendance/${first.attendance_id}`, { token });
      return answerDecoder('GET /attendance/{id}')(json.data).hr_sync?.evidence;
    };
    const found = `Tryton was searched and has it as ${first.remote_id}, on ${day} 20:00:00`;
    await server.db.run(sql`update hr_deliveries set evidence = 'found' where company_id = ${id}`);
    expect(await evidenceNow()).toBe(found);
    await server.db.run(sql`update hr_deliveries set evidence = 'answer' where company_id = ${id}`);
    expect(await evidenceNow()).toBe(`Tryton said that it took it as ${first.remote_id}, on ${day} 20:00:00`);
    await server.db.run(sql`update hr_deliveries set evidence = 'duplicate', remote_id = '' where company_id = ${id}`);
    expect(await evidenceNow()).toBe(`Tryton said that it has it already, on ${day} 20:00:00`);
    await server.db.run(sql`update hr_deliveries set evidence = '', sent_to = '' where company_id = ${id}`);
    expect(await evidenceNow()).toBe(`The HR system said that it has it, on ${day} 20:00:00`);
  });

  test('count what is queued already under the keys that it was queued with', async () => {
    const { id } = await companyAt(`${receiver.base}/attendance`);
    receiver.answer = (response) => void response.writeHead(503).end();
    await sync(id);
    const before = receiver.seen.at(-1)?.body;
    expect((await dryRun(id)).requests?.map(({ body }) => body)).toEqual([before]);
  });

  test('are told to nobody who may not configure the sync, and not without an HR system', async () => {
    const { id } = await companyAt(`${receiver.base}/attendance`);
    const auditor = await server.signIn(server.users.auditor);
    expect((await dryRun(id)).requests).toHaveLength(1);
    const seen = await dryRun(id, auditor);
    expect([seen.sync_details.length, seen.requests, seen.request_count]).toEqual([2, undefined, undefined]);
    await server.db.run(sql`delete from company_urls where company_id = ${id}`);
    expect(await dryRun(id)).not.toHaveProperty('requests');
  });
});
