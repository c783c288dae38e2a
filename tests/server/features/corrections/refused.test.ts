// Corrections that make no sense are refused at their field and change nothing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

/** A Wednesday. */
const now = new Date('2031-04-02T18:00:00Z');
const reason = 'Forgot the card';
const counts = sql`select (select count(*) from attendance) as events, (select count(*) from corrections) as made,
  (select count(*) from attendance where set_aside_by is not null) as aside, (select count(*) from audit) as acts`;

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let ids: readonly number[];
  let stranger: number;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    await workforce.employ('Anna', { from: '2031-03-01', until: '2031-03-31' });
    ids = await workforce.punch('Anna', '2031-03-05', 'in 08:00', 'out 12:00', 'in 13:00');
    [stranger = 0] = await workforce.punch('Stranger', '2031-03-05', 'in 08:00');
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });

  /** Expects both preview and correction to be refused, including a valid first correction in the same request. */
  async function expectRefused(field: string, message: string, correction: object) {
    const before = await workforce.server.db.all(counts);
    for (const key of ['POST /corrections/preview', 'POST /corrections']) {
      const { status, json } = await ask(key, { corrections: [addition('2031-03-05T17:45'), correction], reason });
      expect([status, json.errors]).toEqual([422, { [`corrections.1.${field}`]: [message] }]);
    }
    expect(await workforce.server.db.all(counts)).toEqual(before);
  }
  const addition = (timestamp: string, event_type = 'check-out') => ({
    kind: 'add',
    employee_id: workforce.idOf('Anna'),
    timestamp,
    event_type,
  });
  async function correct(correction: object) {
    const { status, json } = await ask('POST /corrections', { corrections: [correction], reason });
    expect(status, json.message).toBe(201);
    return answerDecoder('POST /corrections')(json.data).corrections[0]?.id ?? 0;
  }

  test.each([
    ['2031-04-02T20:01', 'This time is in the future'],
    ['2031-02-28T17:00', 'Anna is employed only from 2031-03-01'],
    ['2031-04-01T17:00', 'Anna was employed only until 2031-03-31'],
    ['2031-03-30T02:30', 'The clocks went forward: there was no 02:30 on 2031-03-30'],
    ['2031-03-05T12:00', 'Anna has a check-out at 12:00 already'],
    ['2031-03-05T17:45', 'This correction is listed twice'],
    ['2031-02-29T17:00', 'Please enter a date and time such as 2026-11-21T17:00'],
    ['2031-03-05T24:00', 'Please enter a date and time such as 2026-11-21T17:00'],
    ['2031-03-05', 'Please enter a date and time such as 2026-11-21T17:00'],
    ['1999-12-31T17:00', 'Please enter a time after the year 1999'],
  ])('an event at %s: %s', (timestamp, message) => expectRefused('timestamp', message, addition(timestamp)));

  test('an event at a time that occurs twice means the first', async () => {
    const change = '2030-10-27T02:30';
    await workforce.employ('Night');
    const { json } = await ask('POST /corrections/preview', {
      corrections: [{ ...addition(change, 'check-in'), employee_id: workforce.idOf('Night') }],
      reason,
    });
    expect(answerDecoder('POST /corrections/preview')(json.data).days[0]?.after.first_in).toBe(`${change}:00+02:00`);
  });

  test('a correction without what its kind needs', async () => {
    const corrections = [{ kind: 'add' }, { kind: 'set_aside' }, { kind: 'as_is' }, { kind: 'undo' }];
    const { status, json } = await ask('POST /corrections', { corrections, reason });
    expect([status, Object.keys(json.errors ?? {})]).toEqual([
      422,
      [
        'corrections.0.employee_id',
        'corrections.0.event_type',
        'corrections.0.timestamp',
        'corrections.1.record_id',
        'corrections.2.record_id',
        'corrections.2.exception',
        'corrections.3.correction_id',
      ],
    ]);
  });

  test.each(['', '   '])('no reason: "%s"', async (nothing) => {
    const { status, json } = await ask('POST /corrections', {
      corrections: [addition('2031-03-05T17:45')],
      reason: nothing,
    });
    expect([status, json.errors]).toEqual([422, { reason: ['Reason is required'] }]);
  });

  test('no correction, or too many', async () => {
    for (const corrections of [[], Array.from({ length: 501 }, () => addition('2031-03-05T17:45'))]) {
      expect((await ask('POST /corrections', { corrections, reason })).json.errors).toHaveProperty('corrections');
    }
  });

  test('a person, record or correction that does not exist', async () => {
    for (const correction of [
      { ...addition('2031-03-05T17:45'), employee_id: 999_999 },
      { kind: 'set_aside', record_id: 999_999 },
      { kind: 'as_is', record_id: 999_999, exception: 'no_check_out' },
      { kind: 'undo', correction_id: 999_999 },
    ]) {
      expect((await ask('POST /corrections', { corrections: [correction], reason })).status).toBe(404);
    }
  });

  test('an answer to an exception that the record does not have', async () => {
    const [first = 0] = ids;
    const none = 'The record does not have this exception';
    await expectRefused('exception', none, { kind: 'as_is', record_id: first, exception: 'no_check_out' });
    await expectRefused('exception', none, { kind: 'as_is', record_id: first, exception: 'unknown_person' });
    await expectRefused('exception', none, { kind: 'as_is', record_id: stranger, exception: 'no_check_out' });
    await expectRefused('exception', 'This needs no answer', { kind: 'as_is', record_id: first, exception: 'manual' });
  });

  test('what was done already', async () => {
    const [, , open = 0] = ids;
    const answer = { kind: 'as_is', record_id: open, exception: 'no_check_out' };
    await correct(answer);
    await expectRefused('exception', 'Ada Thornbury has answered this already', answer);
    const aside = { kind: 'set_aside', record_id: open };
    const undo = { kind: 'undo', correction_id: await correct(aside) };
    await expectRefused('record_id', 'This event is set aside already', aside);
    const undoing = await correct(undo);
    await expectRefused('correction_id', 'This correction is undone already', undo);
    await expectRefused('correction_id', 'What was undone can be corrected again, but an undo cannot be undone', {
      kind: 'undo',
      correction_id: undoing,
    });
    const away = { kind: 'set_aside', record_id: stranger };
    await correct(away);
    await expectRefused('record_id', 'This event is set aside already', away);
  });

  test('an added event that was set aside by another correction', async () => {
    const added = await correct(addition('2031-03-06T17:00'));
    const { json } = await ask(`GET /corrections?employee_id=${workforce.idOf('Anna')}&state=applied`);
    const record = answerDecoder('GET /corrections')(json.data).data.find(({ id }) => id === added)?.record_id;
    await correct({ kind: 'set_aside', record_id: record });
    const undo = { kind: 'undo', correction_id: added };
    await expectRefused('correction_id', 'The added event is set aside already', undo);
  });

  describe('in a closed month', () => {
    const closed = 'February 2031 is closed. Reopen it to correct its days';
    let month: number;
    let made: number;
    let record: number;

    beforeAll(async () => {
      await workforce.employ('Berta');
      [record = 0] = await workforce.punch('Berta', '2031-02-28', 'in 22:00');
      made = await correct({ ...addition('2031-02-27T17:00', 'check-in'), employee_id: workforce.idOf('Berta') });
      const { json } = await ask('POST /closed-months', { company_id: workforce.company, month: '2031-02' });
      month = answerDecoder('POST /closed-months')(json.data)?.id ?? 0;
    });

    test('nothing is corrected', async () => {
      const berta = { employee_id: workforce.idOf('Berta') };
      await expectRefused('timestamp', closed, { ...addition('2031-02-28T23:00'), ...berta });
      await expectRefused('record_id', closed, { kind: 'set_aside', record_id: record });
      await expectRefused('record_id', closed, { kind: 'as_is', record_id: record, exception: 'no_check_out' });
      await expectRefused('correction_id', closed, { kind: 'undo', correction_id: made });
      // A check-out belongs to the day of its check-in.
      await expectRefused('timestamp', closed, { ...addition('2031-03-01T06:00'), ...berta });
    });

    test('neither is a neighbouring day that changes one of its days', async () => {
      const [end = 0] = await workforce.punch('Berta', '2031-03-01', 'out 06:00');
      await expectRefused('record_id', closed, { kind: 'set_aside', record_id: end });
      await expectRefused(
        'timestamp',
        'This also changes 2031-02-28, and February 2031 is closed. Reopen it to correct its days',
        { ...addition('2031-03-01T02:00', 'check-in'), employee_id: workforce.idOf('Berta') },
      );
    });

    test('everything is possible again once somebody has reopened it', async () => {
      expect((await ask(`POST /closed-months/${month}/reopen`, { reason: 'Late papers' })).status).toBe(200);
      await correct({ kind: 'set_aside', record_id: record });
    });
  });

  test('a person of another company, to somebody who does not see that one', async () => {
    const token = await workforce.server.signIn(workforce.server.users.manager);
    const { id: foreign } = await one<{ id: number }>(
      workforce.server.db,
      sql`select employees.id from employees where company_id not in (select company_id from user_companies) limit 1`,
    );
    const correction = { ...addition('2031-03-05T17:45'), employee_id: foreign };
    const { status } = await workforce.server.ask('POST /corrections', {
      token,
      body: { corrections: [correction], reason },
    });
    expect(status).toBe(404);
  });
});
