// Who gets a mail about expiring credentials, when, and how often.

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { watchExpiry } from '../../../../../server/features/hr/connection/expiry.ts';
import { sql } from '../../../../../server/platform/db/db.ts';
import { createLog } from '../../../../../server/platform/log/log.ts';
import type { Mail } from '../../../../../server/platform/mail/outboxQueries.ts';
import { addHrCompany } from '../../../../support/hr/hrCompany.ts';
import { databases } from '../../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { countWrites } from '../../../../support/server/statements.ts';

const log = createLog('silent', () => {});

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let company: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create });
  });
  afterAll(() => server.stop());
  afterEach(() => vi.restoreAllMocks());
  beforeEach(async () => {
    await server.db.run(sql`delete from hr_connections`);
    ({ id: company } = await addHrCompany(server.db, 'https://tryton.example', '2026-05-12', []));
    await expireOn('2026-06-15');
  });

  const expireOn = (day: string) =>
    server.db.run(
      sql`insert into hr_connections (company_id, connector, expires_on) values (${company}, 'tryton', ${day})
        on conflict (company_id) do update set expires_on = excluded.expires_on`,
    );
  const mailsOn = async (day: string) => {
    const mails: Mail[] = [];
    const watch = {
      db: server.db,
      log,
      clock: () => new Date(`${day}T12:00:00Z`),
      publicUrl: 'https://console.example',
      showMail: (mail: Mail) => mails.push(mail),
    };
    await Promise.all([watchExpiry(watch), watchExpiry(watch)]);
    return mails;
  };

  test('two weeks before, once, to those who may configure the company', async () => {
    expect(await mailsOn('2026-05-31')).toEqual([]);
    const mails = await mailsOn('2026-06-01');
    expect(mails.map(({ to }) => to)).toEqual([server.users.administrator.email]);
    expect(mails[0]).toMatchObject({
      subject: 'Acme: HR credentials expire',
      body: expect.stringContaining('the credentials for Tryton expire. Their last day is 2026-06-15.'),
    });
    const writes = countWrites(server.db);
    expect(await mailsOn('2026-06-02')).toEqual([]);
    expect(writes()).toBe(0);
  });

  test('says how long they are good for, however long the name of the company is', async () => {
    await server.db.run(sql`update companies set name = ${'Acme '.repeat(51).trim()} where id = ${company}`);
    const [mail] = await mailsOn('2026-06-01');
    expect(mail?.subject).toMatch(/^Acme Acme .*: HR credentials expire$/);
    expect(mail?.body).toMatch(/^Acme Acme .* Their last day is 2026-06-15\.$/m);
  });

  test('once more when they have expired, and again for the next ones', async () => {
    await mailsOn('2026-06-01');
    expect(await mailsOn('2026-06-15')).toEqual([]);
    expect((await mailsOn('2026-06-16')).map(({ subject }) => subject)).toEqual(['Acme: HR credentials expired']);
    expect(await mailsOn('2026-06-17')).toEqual([]);
    await expireOn('2026-07-15');
    expect(await mailsOn('2026-06-17')).toEqual([]);
    expect(await mailsOn('2026-07-01')).toHaveLength(1);
  });

  test('by the day of each company', async () => {
    const { id: far } = await addHrCompany(server.db, 'https://tryton.example', '2026-05-12', []);
    await server.db.run(
      sql`insert into hr_connections (company_id, connector, expires_on) values (${far}, 'tryton', '2026-06-15')`,
    );
    for (const [id, zone] of [
      [company, 'Pacific/Auckland'],
      [far, 'America/Los_Angeles'],
    ] as const)
      await server.db.run(
        sql`insert into day_rules (company_id, starts_at, repeat_seconds, hours, timezone, needs_second_person,
            leave_known_from, working_time)
          values (${id}, '00:00', 60, 'pairs', ${zone}, false, '', '')`,
      );
    const warned = async () =>
      (
        await server.db.all<{ company_id: number }>(sql`select company_id from hr_connections where warned_of <> ''`)
      ).map((row) => row.company_id);
    // In Auckland it is midnight already.
    expect(await mailsOn('2026-05-31')).toHaveLength(1);
    expect(await warned()).toEqual([company]);
    expect(await mailsOn('2026-06-01')).toHaveLength(1);
    expect((await warned()).sort()).toEqual([company, far].sort());
  });

  test('not about a company that is not active', async () => {
    await server.db.run(sql`update companies set is_active = false where id = ${company}`);
    expect(await mailsOn('2026-06-16')).toEqual([]);
  });
});
