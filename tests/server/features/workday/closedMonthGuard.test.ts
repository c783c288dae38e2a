// Nothing written changes the days of a closed month: a change is refused, or leaves them alone and says so. The
// month's sheets and the audit name whatever may change them anyway.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { removeOld } from '../../../../server/features/privacy/retention/dailyJob.ts';
import { maybeOne, one, sql } from '../../../../server/platform/db/db.ts';
import { createLog } from '../../../../server/platform/log/log.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { sendEvents } from '../../../support/devices/devices.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const now = new Date('2031-03-12T18:00:00Z');
const closed = 'February 2031 is closed, and this would change its days. Reopen it first';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  beforeEach(async () => {
    workforce = await startWorkforce(create, now);
    await workforce.employ('Ann');
    await workforce.employ('Bob');
  });
  afterEach(() => workforce.server.stop());

  async function ask(key: string, body?: object) {
    const { status, json } = await workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
    return { status, ...json };
  }
  const close = async (month = '2031-02') => {
    const { data } = await ask('POST /closed-months', { company_id: workforce.company, month });
    return answerDecoder('POST /closed-months')(data)?.id ?? 0;
  };
  const reopen = (id: number) => ask(`POST /closed-months/${id}/reopen`, { reason: 'Late papers' });
  async function sheet(name: string, month: string) {
    const period = `start_date=${month}-01&end_date=${month}-28`;
    const { data } = await ask(`GET /timesheets/${workforce.idOf(name)}?${period}`);
    return answerDecoder('GET /timesheets/{id}')(data);
  }
  /** The minutes worked in February and March. */
  const minutes = async (name: string) => [
    (await sheet(name, '2031-02')).worked_minutes,
    (await sheet(name, '2031-03')).worked_minutes,
  ];
  const give = (code: string, name: string) =>
    ask('POST /employee-codes', {
      company_id: workforce.company,
      employee_id: workforce.idOf(name),
      code,
      valid_from: '',
      valid_until: '',
    });
  const door = async () =>
    (await one<{ id: number }>(workforce.server.db, sql`select min(access_controller_id) as id from attendance`)).id;
  const punchDays = async (code: string) => {
    await workforce.punch(code, '2031-02-10', 'in 08:00', 'out 16:00');
    await workforce.punch(code, '2031-03-03', 'in 08:00', 'out 16:00');
  };
  const lastEntry = async (action: Parameters<typeof auditEntries>[1]) =>
    (await auditEntries(workforce.server.db, action)).at(-1);
  const twoOfFour = { changed: 2, stayed: 2, closed_months: ['2031-02'] };

  test('a code names events of open months only, and takes the person from those only', async () => {
    await punchDays('7');
    const month = await close();
    const given = await give('7', 'Bob');
    expect(given.data).toMatchObject({ records: 2, past_events: twoOfFour });
    expect(await minutes('Bob')).toEqual([0, 480]);
    expect((await lastEntry('employees.name_events'))?.after).toEqual({
      code: '7',
      changed: 2,
      stayed: 2,
      changed_days: '2031-03-03',
      closed_months: '2031-02',
    });

    // The events of the code count while the month is open.
    await reopen(month);
    expect(await minutes('Bob')).toEqual([480, 480]);
    await close();
    const id = answerDecoder('POST /employee-codes')(given.data)?.code.id;
    expect((await ask(`DELETE /employee-codes/${id}`)).data).toEqual({ past_events: twoOfFour });
    expect(await minutes('Bob')).toEqual([480, 0]);
    await give('7', 'Ann');
    expect([await minutes('Ann'), await minutes('Bob')]).toEqual([
      [0, 480],
      [480, 0],
    ]);
  });

  test('a new number names events of open months only', async () => {
    await punchDays('7');
    await punchDays('8');
    const month = await close();
    const renumbered = await ask(`PUT /employees/${workforce.idOf('Bob')}`, { name: 'Bob', employee_id: '7' });
    expect(renumbered).toMatchObject({ status: 200, data: { employee_id: '7', past_events: twoOfFour } });
    expect(await minutes('Bob')).toEqual([0, 480]);
    const added = await ask('POST /employees', { company_id: workforce.company, employee_id: '8', name: 'Cy' });
    expect(added).toMatchObject({ status: 201, data: { past_events: twoOfFour } });
    expect((await lastEntry('employees.name_events'))?.after).toMatchObject({ code: '8', changed: 2, stayed: 2 });
    await reopen(month);
    expect(await minutes('Bob')).toEqual([480, 480]);
  });

  test('an event after the month stays, if it would end a shift that began in it', async () => {
    const { server, idOf } = workforce;
    await server.db.run(sql`update employees set employee_id = 'Ann' where id = ${idOf('Ann')}`);
    await workforce.punch('Ann', '2031-02-28', 'in 22:00');
    await workforce.punch('7', '2031-03-01', 'out 05:00', 'in 20:00', 'out 23:00');
    await close();
    expect((await give('7', 'Ann')).data).toMatchObject({
      past_events: { changed: 2, stayed: 1, closed_months: ['2031-02'] },
    });
    expect(await minutes('Ann')).toEqual([0, 180]);
  });

  test('the time zone of the business stays, whether the setting is changed, removed or added', async () => {
    await punchDays('Ann');
    const month = await close();
    const value = { value: 'Pacific/Kiritimati', description: '', is_public: false };
    const refused = await ask('PUT /settings/business_timezone', value);
    expect([refused.status, refused.errors]).toEqual([422, { value: [closed] }]);
    expect(await ask('DELETE /settings/business_timezone')).toMatchObject({ status: 409, message: closed });
    const same = { value: 'Europe/Berlin', description: 'Where we are', is_public: true };
    expect((await ask('PUT /settings/business_timezone', same)).status).toBe(200);

    await workforce.server.db.run(sql`delete from settings where setting_key = 'business_timezone'`);
    const added = await ask('POST /settings', { key: 'business_timezone', type: 'string', ...value });
    expect([added.status, added.errors]).toEqual([422, { value: [closed] }]);
    await reopen(month);
    expect((await ask('POST /settings', { key: 'business_timezone', type: 'string', ...value })).status).toBe(201);
  });

  test('dates of employment change while no event of a closed month is outside because of them', async () => {
    await punchDays('Ann');
    await close();
    const employ = (employed_from: string, employed_until: string) =>
      ask(`PUT /employees/${workforce.idOf('Ann')}`, { name: 'Ann', employed_from, employed_until });
    const refused = await employ('2031-01-01', '2031-02-09');
    expect([refused.status, refused.errors]).toEqual([422, { employed_from: [closed], employed_until: [closed] }]);
    expect((await employ('2031-02-11', '')).errors).toEqual({ employed_from: [closed] });
    expect((await employ('2031-01-01', '2031-02-10')).status).toBe(200);
  });

  test('an event that comes late counts, and the sheets of its month and the audit say so', async () => {
    await punchDays('Ann-1');
    await workforce.server.db.run(sql`update attendance set employee_id = ${workforce.idOf('Ann')}`);
    await close();
    const late = [
      { employee_id: 'Ann-1', event_type: 'check-in', timestamp: '2031-02-11T08:00:00+01:00' },
      { employee_id: 'Ann-1', event_type: 'check-out', timestamp: '2031-02-11T12:00:00+01:00' },
      { employee_id: 'Ann-1', event_type: 'check-in', timestamp: '2031-03-04T08:00:00+01:00' },
      { employee_id: 'nobody', event_type: 'check-in', timestamp: '2031-02-11T08:00:00+01:00' },
    ] as const;
    await sendEvents(workforce.server, await door(), late, now);
    const changes = [{ kind: 'late_events', total: 2, since: '2031-03-12T19:00:00+01:00' }];
    const { closed_months, worked_minutes } = await sheet('Ann', '2031-02');
    expect([worked_minutes, closed_months]).toMatchObject([720, [{ month: '2031-02', changes }]]);
    const page = await ask('GET /timesheets?start_date=2031-02-01&end_date=2031-02-28');
    expect(page.data).toMatchObject({ closed_months: [{ month: '2031-02', changes }] });
    expect((await ask('GET /closed-months')).data).toMatchObject([{ month: '2031-02', changes }]);
    const day = { employee_id: workforce.idOf('Ann'), day: '2031-02-11' };
    expect(await lastEntry('closed_months.late_events')).toMatchObject({
      user_id: null,
      before: { days: [{ ...day, worked_minutes: 0 }] },
      after: { month: '2031-02', events: 2, days: [{ ...day, worked_minutes: 240 }] },
    });
    expect((await sheet('Ann', '2031-03')).closed_months).toEqual([]);
  });

  test('an erasure is said in the sheets of its months, and nobody corrects the days of the person', async () => {
    await punchDays('Ann');
    await close();
    await ask(`DELETE /employees/${workforce.idOf('Ann')}`);
    const erasure = { kind: 'employees', id: workforce.idOf('Ann'), reason: 'Asked for it' };
    expect((await ask('POST /privacy/erasures', erasure)).status).toBe(200);
    expect((await sheet('Ann', '2031-02')).closed_months).toMatchObject([{ changes: [{ kind: 'erasure', total: 1 }] }]);
    expect((await lastEntry('privacy.erase'))?.after).toMatchObject({ closed_days: '2031-02-10' });

    const { id } = await one<{ id: number }>(
      workforce.server.db,
      sql`select max(id) as id from attendance where employee_id = ${workforce.idOf('Ann')}`,
    );
    const corrections = [{ kind: 'set_aside', record_id: id }];
    const refused = await ask('POST /corrections', { corrections, reason: 'Wrong' });
    const why = `The data of Erased employee ${workforce.idOf('Ann')} was erased, so their days can no longer be corrected`;
    expect([refused.status, refused.errors]).toEqual([422, { 'corrections.0.record_id': [why] }]);
  });

  test('the retention rules go before, and the sheets of the month say so', async () => {
    await punchDays('Ann');
    const { db } = workforce.server;
    await close();
    await db.run(sql`insert into retention_rules (data_class, keep_months) values ('attendance', 12)`);
    const later = () => new Date('2032-02-20T12:00:00Z');
    await removeOld({ db, log: createLog('error', () => {}), clock: later }, 'worker');
    const left = await maybeOne(db, sql`select id from attendance where occurred_at < '2031-02-20 00:00:00'`);
    expect(left).toBeUndefined();
    expect((await ask('GET /closed-months')).data).toMatchObject([{ changes: [{ kind: 'retention', total: 1 }] }]);
  });
});
