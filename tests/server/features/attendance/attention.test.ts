// What needs attention: each number counts the records behind it, in the caller's companies only.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

/** A Thursday in UTC, and still Wednesday in New York. */
const now = new Date('2031-03-06T02:30:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, clock: () => now });
    await server.db.run(
      sql`update settings set setting_value = 'America/New_York' where setting_key = 'business_timezone'`,
    );
    await server.db.run(sql`delete from hr_deliveries`);
    await server.db.run(sql`delete from attendance`);
    await store('2031-03-05 06:00:00'); // today in New York
    await store('2031-03-06 02:00:00');
    await store('2031-03-05 04:00:00'); // yesterday in New York
    await store('2031-02-27 01:00:00'); // a week before, earlier than half past nine in the evening
    await store('2031-02-27 02:45:00'); // a week before, but later
    await store('2031-03-01 12:00:00', { isUnknown: true });
    await store('2031-02-18 12:00:00', { isUnknown: true }); // more than two weeks ago
  });
  afterAll(() => server.stop());

  async function store(occurredAt: string, { isUnknown = false } = {}) {
    await server.db.run(sql`
      insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select company_id, ${isUnknown ? sql`null` : sql`(select min(id) from employees where employees.company_id = door.company_id)`},
        ${occurredAt}, id, 'check-in', ${occurredAt}, ${occurredAt}
      from access_controllers door order by id limit 1`);
  }
  const attentionOf = async (person: keyof TestServer['users']) => {
    const { json } = await server.ask('GET /attention', { token: await server.signIn(server.users[person]) });
    return answerDecoder('GET /attention')(json.data);
  };

  test('counts the business day, the same part of the day a week before, and unknown people', async () => {
    expect(await attentionOf('administrator')).toMatchObject({
      day: '2031-03-05',
      events: 2,
      events_week_before: 1,
      unknown: { events: 1, start_date: '2031-02-20', end_date: '2031-03-05' },
    });
  });

  test('counts nothing of other companies', async () => {
    const { company_id } = await one<{ company_id: number }>(
      server.db,
      sql`select company_id from access_controllers order by id limit 1`,
    );
    await server.db.run(sql`delete from user_companies where company_id = ${company_id}`);
    expect(await attentionOf('manager')).toMatchObject({ events: 0, events_week_before: 0, unknown: { events: 0 } });
  });

  test('counts the deliveries that HR systems have not accepted', async () => {
    const stateOf = async () => (await attentionOf('administrator')).hr;
    expect(await stateOf()).toEqual({ failed: 0, waiting: 0, expiring: [] });
    const deliver = (state: string, attempts: number, limit: number) =>
      server.db.run(sql`
        insert into hr_deliveries (attendance_id, company_id, day, state, attempts, next_try_at)
        select id, company_id, '2031-03-05', ${state}, ${attempts}, '2031-03-06 03:00:00' from attendance
        where id not in (select attendance_id from hr_deliveries) order by id limit ${limit}`);
    await deliver('failed', 3, 1);
    await deliver('waiting', 1, 2);
    await deliver('waiting', 0, 1); // not tried yet
    await deliver('accepted', 1, 1);
    expect(await stateOf()).toMatchObject({ failed: 1, waiting: 3 });
    const mark = (deletedAt: string | null) =>
      server.db.run(sql`update companies set deleted_at = ${deletedAt}
        where id = (select company_id from access_controllers order by id limit 1)`);
    await mark('2031-03-06 02:00:00');
    expect(await stateOf()).toMatchObject({ failed: 0, waiting: 0 });
    await mark(null);
  });

  test('names the companies whose credentials expire, to those who may change them', async () => {
    const companies = await server.db.all<{ id: number; name: string }>(
      sql`select id, name from companies where deleted_at is null order by id limit 4`,
    );
    const days = ['2031-03-19', '2031-03-04', '2031-03-20', ''];
    for (const [index, { id }] of companies.entries()) {
      await server.db.run(
        sql`insert into hr_connections (company_id, connector, expires_on) values (${id}, 'tryton', ${days[index] ?? ''})`,
      );
    }
    const item = (index: number) => ({
      company_id: companies[index]?.id,
      company_name: companies[index]?.name,
      expires_on: days[index],
    });
    expect((await attentionOf('administrator')).hr?.expiring).toEqual([item(1), item(0)]);
    expect((await attentionOf('auditor')).hr?.expiring).toEqual([]);
  });
});
