// Closing a company's months, and reopening them with a reason.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';
import { startWorld } from '../presence/world.ts';

const now = new Date('2031-03-12T18:00:00Z');

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  const close = (month: string) => ask('POST /closed-months', { company_id: workforce.company, month });
  const list = async () => {
    const { json } = await ask(`GET /closed-months?company_id=${workforce.company}`);
    return answerDecoder('GET /closed-months')(json.data);
  };

  test('a month is closed and reopened, and both are kept and audited', async () => {
    const { status, json } = await close('2031-01');
    const closed = answerDecoder('POST /closed-months')(json.data);
    expect([status, json.message]).toEqual([201, 'Month closed successfully']);
    expect(await list()).toMatchObject([{ month: '2031-01', closed_by: 'Ada Thornbury', reopened_at: '' }]);
    expect((await close('2031-01')).json.errors).toEqual({ month: ['This month is closed already'] });

    const reopen = (reason: string) => ask(`POST /closed-months/${closed?.id}/reopen`, { reason });
    expect((await reopen(' ')).json.errors).toEqual({ reason: ['Reason is required'] });
    expect((await reopen('Late papers')).json.message).toBe('Month reopened successfully');
    const again = await reopen('Again');
    expect([again.status, again.json.message]).toEqual([409, 'Ada Thornbury has reopened it already']);

    await close('2031-01');
    expect(await list()).toMatchObject([
      { month: '2031-01', reopened_at: '' },
      {
        month: '2031-01',
        reopened_by: 'Ada Thornbury',
        reopen_reason: 'Late papers',
        reopened_at: '2031-03-12T19:00:00+01:00',
      },
    ]);
    const entry = (await auditEntries(workforce.server.db, 'closed_months.edit')).at(-1);
    expect(entry?.before).toMatchObject({ month: '2031-01', reopen_reason: '' });
    expect(entry?.after).toMatchObject({ month: '2031-01', reopen_reason: 'Late papers' });
  });

  test('says what is still open in a month, until it is closed', async () => {
    await workforce.employ('Open');
    const [start = 0] = await workforce.punch('Open', '2031-02-10', 'in 08:00');
    const open = async (month: string) => {
      const { json } = await ask(`GET /open-months?month=${month}`);
      return answerDecoder('GET /open-months')(json.data).filter(({ company }) => company.id === workforce.company);
    };
    expect(await open('2031-02')).toMatchObject([{ exceptions: 1, corrections: 0, rejected: 0 }]);
    await workforce.server.db.run(
      sql`insert into hr_deliveries (attendance_id, company_id, day, state, attempts, next_try_at, last_error)
        values (${start}, ${workforce.company}, '2031-02-10', 'failed', 1, '2031-02-10 08:00:00', 'No such badge')`,
    );
    expect(await open('2031-02')).toMatchObject([{ exceptions: 1, corrections: 0, rejected: 1 }]);
    expect(await open('2031-01')).toEqual([]); // no event until its end
    expect((await ask('GET /open-months?month=13')).status).toBe(422);
    await close('2031-02');
    expect(await open('2031-02')).toEqual([]);
  });

  test('the list of events marks those whose day is closed', async () => {
    await workforce.employ('Marked');
    await workforce.punch('Marked', '2030-11-30', 'in 08:00');
    await workforce.punch('Marked', '2030-12-01', 'in 00:30');
    const marks = async () => {
      const { json } = await ask(`GET /attendance?company_id=${workforce.company}&end_date=2030-12-01`);
      return answerDecoder('GET /attendance')(json.data).data.map(({ timestamp, is_closed }) => [
        timestamp.slice(0, 10),
        is_closed,
      ]);
    };
    expect(await marks()).toEqual([
      ['2030-12-01', undefined],
      ['2030-11-30', undefined],
    ]);
    await close('2030-11');
    expect(await marks()).toEqual([
      ['2030-12-01', undefined],
      ['2030-11-30', true],
    ]);
  });

  test.each([
    ['2031-03', 'This month is not over yet'],
    ['2031-13', 'Please enter a month such as 2026-10'],
    ['January', 'Please enter a month such as 2026-10'],
  ])('%s cannot be closed: %s', async (month, message) => {
    const { status, json } = await close(month);
    expect([status, json.errors]).toEqual([422, { month: [message] }]);
  });

  test('a month whose last working day goes on cannot be closed either', async () => {
    const world = await startWorld(create, '2031-03-01 02:00');
    const rules = { starts_at: '04:00', repeat_seconds: 60, needs_second_person: false };
    expect((await world.ask(`PUT /companies/${world.company}/day-rules`, rules)).status).toBe(200);
    const month = { company_id: world.company, month: '2031-02' };
    const refused = await world.ask('POST /closed-months', month);
    expect([refused.status, refused.json.errors]).toEqual([422, { month: ['This month is not over yet'] }]);
    world.setClock('2031-03-01 04:00');
    expect((await world.ask('POST /closed-months', month)).status).toBe(201);
    await world.server.stop();
  });

  test('a month of a deleted company stays closed, as nobody could close it again', async () => {
    const closed = answerDecoder('POST /closed-months')((await close('2029-05')).json.data);
    const mark = (at: string | null) =>
      workforce.server.db.run(sql`update companies set deleted_at = ${at} where id = ${workforce.company}`);
    await mark('2031-03-12 18:00:00');
    const { status, json } = await ask(`POST /closed-months/${closed?.id}/reopen`, { reason: 'Late papers' });
    expect([status, json.message]).toEqual([404, 'Company not found']);
    expect((await list()).find(({ month }) => month === '2029-05')).toMatchObject({ reopened_at: '' });
    await mark(null);
  });

  test('the month of a company that does not exist cannot be closed either', async () => {
    expect((await ask('POST /closed-months', { company_id: 999_999, month: '2031-01' })).status).toBe(404);
  });
});
