// A company's day rules and the dates of employment: who may set them, and what they change.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const usual = {
  starts_at: '00:00',
  repeat_seconds: 60,
  hours: 'pairs',
  timezone: '',
  needs_second_person: false,
  leave_known_from: '',
};

/** Rules without their version, which versions.test.ts covers. */
const unversioned = (rules: unknown) => ({ ...Object(rules), version: undefined });

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let token: string;
  let company: number;

  beforeAll(async () => {
    server = await startServer({ createDatabase: create, sample: { employeesPerCompany: 1, days: 0 } });
    token = await server.signIn(server.users.administrator);
    company = (await one<{ id: number }>(server.db, sql`select min(id) as id from companies`)).id;
  });
  afterAll(() => server.stop());

  const ask = (key: string, body?: object) => server.ask(key, { token, ...(body && { body }) });
  const rules = async () => unversioned((await ask(`GET /companies/${company}/day-rules`)).json.data);
  const save = (body: object) => ask(`PUT /companies/${company}/day-rules`, body);

  test('a company has the usual rules until others are saved, and each change is audited', async () => {
    expect(await rules()).toEqual(usual);
    const night = {
      ...usual,
      starts_at: '04:00',
      repeat_seconds: 0,
      hours: 'first_last',
      timezone: 'Asia/Kathmandu',
      needs_second_person: true,
    };
    expect(unversioned((await save(night)).json.data)).toEqual(night);
    expect(await rules()).toEqual(night);
    // A caller that does not know of hours and zone leaves them unchanged.
    expect((await save({ ...night, repeat_seconds: 600, hours: undefined, timezone: undefined })).status).toBe(200);
    const entry = (await auditEntries(server.db, 'day_rules.edit')).at(-1);
    expect(entry?.before).toEqual(night);
    expect(entry?.after).toEqual({ ...night, repeat_seconds: 600 });
  });

  test.each([
    ['starts_at', { starts_at: '12:00' }],
    ['starts_at', { starts_at: '4:00' }],
    ['starts_at', { starts_at: '' }],
    ['repeat_seconds', { repeat_seconds: 601 }],
    ['repeat_seconds', { repeat_seconds: -1 }],
    ['repeat_seconds', { repeat_seconds: undefined }],
    ['hours', { hours: 'longest' }],
    ['timezone', { timezone: 'Europe/Atlantis' }],
    ['needs_second_person', { needs_second_person: undefined }],
  ])('a bad %s is refused: %j', async (field, bad) => {
    const before = await rules();
    const { status, json } = await save({ ...usual, ...bad });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
    expect(await rules()).toEqual(before);
  });

  test('rules that would change the days of closed months are refused until they are reopened', async () => {
    await save(usual);
    const closed: number[] = [];
    const close = async (month: string) => {
      const { json } = await ask('POST /closed-months', { company_id: company, month });
      closed.push(answerDecoder('POST /closed-months')(json.data)?.id ?? 0);
    };
    await close('2020-01');
    const single = 'January 2020 is closed, and this would change its days. Reopen it first';
    const later = { ...usual, starts_at: '04:00' };
    expect((await save(later)).json.errors).toEqual({ starts_at: [single] });
    expect((await save({ ...usual, timezone: 'Europe/Lisbon' })).json.errors).toEqual({ timezone: [single] });
    await close('2020-02');
    const both = 'January 2020 and February 2020 are closed, and this would change their days. Reopen them first';
    expect((await save({ ...later, repeat_seconds: 30, hours: 'first_last' })).json.errors).toEqual({
      starts_at: [both],
      repeat_seconds: [both],
      hours: [both],
    });
    expect(await rules()).toEqual(usual);
    expect((await save({ ...usual, needs_second_person: true })).status).toBe(200);

    for (const id of closed) await ask(`POST /closed-months/${id}/reopen`, { reason: 'Other night shifts' });
    expect((await save(later)).status).toBe(200);
  });

  test('before it is saved, another zone tells what it would move, and writes nothing', async () => {
    const { id } = await one<{ id: number }>(
      server.db,
      sql`select min(id) as id from companies where id <> ${company}`,
    );
    const door = await one<{ id: number }>(
      server.db,
      sql`select min(id) as id from access_controllers where company_id = ${id}`,
    );
    const today = Date.now();
    const day = (back: number) => new Date(today - back * 86_400_000).toISOString().slice(0, 10);
    // In Kathmandu, 5:45 ahead of UTC, the last two are on the next day.
    for (const at of [`${day(9)} 18:14:59`, `${day(9)} 18:15:00`, `${day(8)} 23:59:59`])
      await server.db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
            created_at)
          values (${id}, null, 'Zoe', ${door.id}, 'check-in', ${at}, ${at})`,
      );
    const preview = async (body: object) =>
      answerDecoder('POST /companies/{id}/day-rules/preview')(
        (await ask(`POST /companies/${id}/day-rules/preview`, body)).json.data,
      );
    expect(await preview({ starts_at: '00:00', timezone: 'Asia/Kathmandu' })).toEqual({
      events: 2,
      days: 2,
      first_day: day(9),
      last_day: day(8),
      example: {
        person: 'Zoe',
        event_type: 'check-in',
        before: { time: `${day(8)}T23:59:59+00:00`, day: day(8) },
        after: { time: `${day(7)}T05:44:59+05:45`, day: day(7) },
      },
    });
    const clerk = await addColleague(server.db, 'Clerk', ['companies.edit'], [id], new Date());
    const body = { starts_at: '00:00', timezone: 'Asia/Kathmandu' };
    const { json: clerks } = await server.ask(`POST /companies/${id}/day-rules/preview`, { token: clerk, body });
    expect(clerks.data).toMatchObject({ events: 2, example: null });
    // The day begins at the same instant if its start is later by the same amount.
    expect(await preview({ starts_at: '05:45', timezone: 'Asia/Kathmandu' })).toMatchObject({
      events: 0,
      example: null,
    });
    expect(await preview({ starts_at: '00:00', timezone: 'UTC' })).toMatchObject({ events: 0 });
    expect(unversioned((await ask(`GET /companies/${id}/day-rules`)).json.data)).toEqual(usual);

    const refused = async (body: object) =>
      (await ask(`POST /companies/${id}/day-rules/preview`, body)).json.errors ?? {};
    expect(await refused({ starts_at: '00:00', timezone: 'Europe/Atlantis' })).toHaveProperty('timezone');
    expect(await refused({ starts_at: '13:00', timezone: '' })).toHaveProperty('starts_at');
    const { json } = await ask('POST /closed-months', { company_id: id, month: '2020-01' });
    const single = 'January 2020 is closed, and this would change its days. Reopen it first';
    expect(await refused({ starts_at: '00:00', timezone: 'Asia/Kathmandu' })).toEqual({ timezone: [single] });
    const closed = answerDecoder('POST /closed-months')(json.data)?.id ?? 0;
    await ask(`POST /closed-months/${closed}/reopen`, { reason: 'Moved' });
  });

  test('closed months of another company change nothing', async () => {
    const { id } = await one<{ id: number }>(server.db, sql`select max(id) as id from companies`);
    expect(id).not.toBe(company);
    expect((await ask('POST /closed-months', { company_id: id, month: '2020-01' })).status).toBe(201);
    expect((await save({ ...usual, starts_at: '05:00' })).status).toBe(200);
  });

  test('an employment has a first and a last day, which a body without them leaves as they are', async () => {
    const person = { company_id: company, employee_id: 'X-1', name: 'Xenia' };
    const dates = { employed_from: '2030-01-01', employed_until: '2030-12-31' };
    const created = answerDecoder('POST /employees')((await ask('POST /employees', { ...person, ...dates })).json.data);
    expect(created).toMatchObject(dates);
    const key = `PUT /employees/${created?.id}`;
    expect((await ask(key, { ...person, name: 'Xenia B.' })).json.data).toMatchObject({ name: 'Xenia B.', ...dates });
    expect((await ask(key, { ...person, employed_until: '' })).json.data).toMatchObject({
      employed_from: '2030-01-01',
      employed_until: '',
    });
    for (const [field, bad] of [
      ['employed_until', { employed_until: '2029-12-31' }],
      ['employed_from', { employed_from: '2030-02-30' }],
      ['employed_from', { employed_from: '1.2.2030' }],
    ] as const) {
      const { status, json } = await ask(key, { ...person, ...bad });
      expect([status, Object.keys(json.errors ?? {})]).toEqual([422, [field]]);
    }
  });
});
