// The inbox of exceptions: what is in it, who sees it, and what becomes of an exception once it is answered.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { ListedException } from '../../../../src/shared/contract/corrections.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

/** A Wednesday. */
const now = new Date('2031-03-12T18:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let longShift: number;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { employ, punch } = workforce;
    await employ('Anna');
    await employ('Berta');
    await employ('Cora', { until: '2031-03-09' });
    await punch('Anna', '2031-03-03', 'in 08:00', 'out 16:50');
    await punch('Anna', '2031-03-04', 'in 08:00', 'out 12:00', 'in 12:30', 'out 17:10');
    await punch('Anna', '2031-03-05', 'in 08:00', 'out 12:20', 'in 12:50', 'out 17:00');
    await punch('Anna', '2031-03-06', 'in 08:04', 'in 13:00', 'out 17:00');
    await punch('Anna', '2031-03-07', 'in 08:00');
    await punch('Anna', '2031-03-10', 'out 17:00');
    [longShift = 0] = await punch('Berta', '2031-03-10', 'in 08:00');
    await punch('Berta', '2031-03-11', 'out 02:00', 'in 22:00:00', 'in 22:00:30');
    await punch('Berta', '2031-03-12', 'out 06:00', 'in 17:00');
    await punch('Cora', '2031-03-10', 'in 09:00', 'out 10:00');
    await punch('Stranger', '2031-03-11', 'in 09:30');
    await punch('Anna', '2031-02-20', 'in 08:00');
  });
  afterAll(() => workforce.server.stop());

  const ask = async (query: string, token = workforce.token) => {
    const { json } = await workforce.server.ask(`GET /exceptions?${query}`, { token });
    return answerDecoder('GET /exceptions')(json.data);
  };
  const brief = ({ day, kind, employee, employee_code, record }: ListedException) =>
    `${day} ${employee?.name ?? employee_code} ${kind} ${record.timestamp.slice(11, 16)}`;
  const inbox = async (query = '', token = workforce.token) => (await ask(query, token)).data.map(brief);
  const counts = async (query = '', token = workforce.token) => {
    const { json } = await workforce.server.ask(`GET /exceptions/counts?${query}`, { token });
    const all = answerDecoder('GET /exceptions/counts')(json.data);
    return Object.fromEntries(all.filter(({ total }) => total > 0).map(({ kind, total }) => [kind, total]));
  };

  test('lists those of the last two weeks, the newest day first, then by person', async () => {
    expect(await inbox()).toEqual([
      '2031-03-11 Berta repeated 22:00',
      '2031-03-11 Stranger unknown_person 09:30',
      '2031-03-10 Anna no_check_in 17:00',
      '2031-03-10 Berta open_too_long 08:00',
      '2031-03-10 Cora outside_employment 09:00',
      '2031-03-10 Cora outside_employment 10:00',
      '2031-03-07 Anna no_check_out 08:00',
      '2031-03-06 Anna no_check_out 08:04',
    ]);
  });

  test('says what happened, and when the missing event usually is', async () => {
    const { data } = await ask('kind=no_check_out');
    expect(data.map(({ sentence, usual_time }) => ({ sentence, usual_time }))).toEqual([
      { sentence: 'No check-out follows the check-in at 08:00:00.', usual_time: '2031-03-07T17:00' },
      // The lunch check-out, since the next check-in was at 13:00.
      { sentence: 'No check-out follows the check-in at 08:04:00.', usual_time: '2031-03-06T12:00' },
    ]);
    const [missing] = (await ask('kind=no_check_in')).data;
    expect(missing).toMatchObject({
      usual_time: '2031-03-10T08:00',
      record: { event_type: 'check-out', timestamp: '2031-03-10T17:00:00+01:00', is_manual: false },
      employee: { id: workforce.idOf('Anna'), name: 'Anna', employee_id: 'Anna-1' },
      answer: null,
      last_correction_id: 0,
    });
  });

  test('counts every kind, whichever is chosen, and pages what is asked for', async () => {
    expect(await counts()).toEqual({
      no_check_out: 2,
      no_check_in: 1,
      open_too_long: 1,
      unknown_person: 1,
      outside_employment: 2,
      repeated: 1,
    });
    expect(await counts('kind=repeated')).toEqual(await counts());
    const page = await ask('kind=outside_employment&page=2&per_page=1');
    expect(page).toMatchObject({ total: 2, last_page: 2 });
    expect(page.data.map(brief)).toEqual(['2031-03-10 Cora outside_employment 10:00']);
  });

  test('asks once a day about somebody unknown, whatever the number of events', async () => {
    const { punch, server, idOf } = workforce;
    const ids = await punch('Stranger', '2031-03-11', 'out 12:00', 'in 13:00');
    const [stranger] = (await ask('kind=unknown_person')).data;
    expect(stranger?.record.timestamp).toBe('2031-03-11T09:30:00+01:00');
    expect(stranger?.others.map(({ timestamp }) => timestamp.slice(11, 16))).toEqual(['12:00', '13:00']);
    expect(await counts()).toMatchObject({ unknown_person: 1 });
    expect(idOf('Stranger')).toBe(0);
    await server.db.run(sql`delete from attendance where id in (${ids})`);
  });

  test('a timesheet counts as many as the inbox, and of an erased person none', async () => {
    const { server, token, company, idOf } = workforce;
    const [id, days] = [idOf('Anna'), 'start_date=2031-02-27&end_date=2031-03-12'];
    const counted = async () => {
      const { json } = await server.ask(`GET /timesheets?company_id=${company}&${days}`, { token });
      const row = answerDecoder('GET /timesheets')(json.data).data.find(({ employee }) => employee.id === id);
      return [row?.exceptions, (await inbox(`employee_id=${id}&is_answered=0&${days}`)).length];
    };
    expect(await counted()).toEqual([3, 3]);
    const erasure = sql`('employees', ${id}, '2031-03-12 12:00:00')`;
    await server.db.run(sql`insert into erasures (kind, person_id, erased_at) values ${erasure}`);
    expect(await counted()).toEqual([0, 0]);
    await server.db.run(sql`delete from erasures`);
  });

  test('narrows by day, employee and company', async () => {
    expect(await inbox('start_date=2031-02-20&end_date=2031-02-20')).toEqual(['2031-02-20 Anna no_check_out 08:00']);
    expect(await inbox(`employee_id=${workforce.idOf('Berta')}`)).toEqual([
      '2031-03-11 Berta repeated 22:00',
      '2031-03-10 Berta open_too_long 08:00',
    ]);
    expect(await inbox(`company_id=${workforce.company}`)).toHaveLength(8);
    expect(await inbox(`company_id=${workforce.company + 1}`)).toEqual([]);
  });

  test('exceptions that only inform do not wait for an answer', async () => {
    expect(await counts('is_answered=0')).not.toHaveProperty('repeated');
    expect(await inbox('is_answered=1')).toEqual([]);
  });

  test('an answer moves an exception to the answered ones', async () => {
    const asIs = { company_id: workforce.company, employee_id: workforce.idOf('Berta'), day: '2031-03-10' };
    // Asks for one person, whose days are computed on each call, since the test stores answers without an audit
    // entry.
    const ofBerta = `employee_id=${asIs.employee_id}`;
    const answer = (state: string) =>
      workforce.server.db.run(
        sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
            attendance_id, exception, reason, state, author, created_at)
          values (${asIs.company_id}, ${asIs.employee_id}, 'Berta', ${asIs.day}, 'as_is', 'check-in',
            '2031-03-10 07:00:00', ${longShift}, 'open_too_long', 'Stocktaking', ${state}, 'Ada', '2031-03-12 12:00:00')`,
      );
    await answer('waiting');
    const [waiting] = (await ask(`${ofBerta}&is_answered=0&kind=open_too_long`)).data;
    expect(waiting?.answer).toMatchObject({ kind: 'as_is', state: 'waiting', reason: 'Stocktaking', author: 'Ada' });
    expect(waiting?.last_correction_id).toBe(waiting?.answer?.id);

    await workforce.server.db.run(sql`update corrections set state = 'applied'`);
    expect(await inbox(`${ofBerta}&is_answered=0&kind=open_too_long`)).toEqual([]);
    expect(await inbox(`${ofBerta}&is_answered=1`)).toEqual(['2031-03-10 Berta open_too_long 08:00']);

    await workforce.server.db.run(sql`update corrections set state = 'undone'`);
    expect(await inbox(`${ofBerta}&is_answered=0&kind=open_too_long`)).toEqual([
      '2031-03-10 Berta open_too_long 08:00',
    ]);
    await workforce.server.db.run(sql`delete from corrections`);
  });

  test('begins the day when the company says so', async () => {
    await workforce.server.db.run(
      sql`insert into day_rules (company_id, starts_at) values (${workforce.company}, '09:45')`,
    );
    expect(await inbox('kind=unknown_person')).toEqual(['2031-03-10 Stranger unknown_person 09:30']);
    expect(await inbox('kind=unknown_person&start_date=2031-03-11')).toEqual([]);
    await workforce.server.db.run(sql`delete from day_rules`);
  });

  test('refuses days that are none, and too many', async () => {
    const refusal = async (query: string) =>
      (await workforce.server.ask(`GET /exceptions?${query}`, { token: workforce.token })).json.errors;
    expect(await refusal('start_date=yesterday')).toHaveProperty('start_date');
    expect(await refusal('start_date=2031-03-12&end_date=2031-03-01')).toHaveProperty('end_date');
    expect(await refusal('start_date=2030-12-01')).toEqual({ start_date: ['Please select at most 92 days'] });
  });

  test('an answer shows at once, also after the clock was set back', async () => {
    const { server, token } = workforce;
    const waits = async () => (await inbox('is_answered=0')).includes('2031-03-10 Berta open_too_long 08:00');
    expect(await waits()).toBe(true);
    now.setTime(now.getTime() - 3_600_000);
    const corrections = [{ kind: 'as_is', record_id: longShift, exception: 'open_too_long' }];
    const { status } = await server.ask('POST /corrections', { token, body: { corrections, reason: 'Stocktaking' } });
    expect([status, await waits()]).toEqual([201, false]);
    now.setTime(now.getTime() + 3_600_000);
  });

  test('shows nothing of other companies, not even in the counts', async () => {
    const { server, company } = workforce;
    await server.db.run(sql`delete from user_companies where company_id = ${company}`);
    const token = await server.signIn(server.users.manager);
    expect(await inbox('', token)).toEqual([]);
    expect(await counts('', token)).toEqual({});
  });
});
