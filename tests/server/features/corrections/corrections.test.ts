// Corrections: what each kind does to a day, and how it is undone. What a controller sent never changes.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';

/** A Wednesday. */
const now = new Date('2031-03-12T18:00:00Z');
const reason = 'Forgot the card';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let people = 0;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
  });
  afterAll(() => workforce.server.stop());

  const ask = (key: string, body?: object) =>
    workforce.server.ask(key, { token: workforce.token, ...(body && { body }) });
  const send = (...corrections: object[]) => ask('POST /corrections', { corrections, reason });
  async function correct(...corrections: object[]) {
    const { status, json } = await send(...corrections);
    expect(status, json.message).toBe(201);
    return answerDecoder('POST /corrections')(json.data).corrections;
  }
  async function preview(...corrections: object[]) {
    const { status, json } = await ask('POST /corrections/preview', { corrections, reason: '' });
    expect(status, json.message).toBe(200);
    return answerDecoder('POST /corrections/preview')(json.data);
  }
  /** Adds a person for one test. */
  async function somebody(): Promise<string> {
    people += 1;
    await workforce.employ(`Person ${people}`);
    return `Person ${people}`;
  }
  const addition = (name: string, timestamp: string, event_type = 'check-out') => ({
    kind: 'add',
    employee_id: workforce.idOf(name),
    timestamp,
    event_type,
  });
  async function day(name: string, date: string) {
    const { json } = await ask(`GET /timesheets/${workforce.idOf(name)}?start_date=${date}&end_date=${date}`);
    return answerDecoder('GET /timesheets/{id}')(json.data).days[0];
  }
  const kinds = async (name: string, date: string) => (await day(name, date))?.exceptions.map(({ kind }) => kind) ?? [];

  test('an added event counts, and is marked as added by hand', async () => {
    const name = await somebody();
    await workforce.punch(name, '2031-03-05', 'in 08:00');
    const [correction] = await correct(addition(name, '2031-03-05T16:30'));
    expect(correction).toMatchObject({
      kind: 'add',
      day: '2031-03-05',
      event_type: 'check-out',
      timestamp: '2031-03-05T16:30:00+01:00',
      reason,
      state: 'applied',
      author: 'Ada Thornbury',
      employee: { name },
    });
    expect(await day(name, '2031-03-05')).toMatchObject({
      worked_minutes: 510,
      last_correction_id: correction?.id,
      events: [{ is_manual: false }, { id: correction?.record_id, is_manual: true, controller: 'Added by hand' }],
    });
  });

  test('an event whose direction is changed counts the other way, and what was sent stays', async () => {
    const name = await somebody();
    const [, wrong = 0] = await workforce.punch(name, '2031-03-05', 'in 08:00:10', 'in 17:00:20');
    const stored = sql`select event_type, occurred_at, created_at from attendance where id = ${wrong}`;
    const before = await workforce.server.db.all(stored);
    expect(await kinds(name, '2031-03-05')).toEqual(['no_check_out', 'no_check_out']);
    const turn = { kind: 'change_direction', record_id: wrong };
    expect((await preview(turn)).days).toMatchObject([
      { before: { worked_minutes: 0 }, after: { worked_minutes: 540 } },
    ]);
    const [correction] = await correct(turn);
    expect(correction).toMatchObject({ kind: 'change_direction', event_type: 'check-in', record_id: wrong });
    const turned = await day(name, '2031-03-05');
    expect(turned).toMatchObject({ worked_minutes: 540, last_out: '2031-03-05T17:00:20+01:00' });
    expect(await kinds(name, '2031-03-05')).toEqual(['manual', 'set_aside']);
    expect(await workforce.server.db.all(stored)).toEqual(before);

    // The correction is found from the record set aside and from the one added.
    const added = turned?.events.find(({ is_manual }) => is_manual)?.id;
    for (const id of [wrong, added]) {
      const { json } = await ask(`GET /corrections?record_id=${id}`);
      expect(answerDecoder('GET /corrections')(json.data).data.map((each) => each.id)).toEqual([correction?.id]);
    }

    await correct({ kind: 'undo', correction_id: correction?.id });
    expect(await day(name, '2031-03-05')).toMatchObject({ worked_minutes: 0 });
    expect(await kinds(name, '2031-03-05')).toEqual(['no_check_out', 'set_aside', 'no_check_out']);
    await correct(turn);
    expect(await day(name, '2031-03-05')).toMatchObject({ worked_minutes: 540 });
  });

  test('a changed direction is refused where it makes no sense, and says why', async () => {
    const name = await somebody();
    const [begin = 0, aside = 0] = await workforce.punch(name, '2031-03-05', 'in 08:00', 'in 09:00', 'out 08:00');
    const [nobodys = 0] = await workforce.punch('Stranger', '2031-03-05', 'in 07:00');
    await correct({ kind: 'set_aside', record_id: aside });
    const refusal = async (correction: object) => (await send(correction)).json.errors;
    expect(await refusal({ kind: 'change_direction' })).toEqual({
      'corrections.0.record_id': ['Please choose a record'],
    });
    const turn = (id: number) => refusal({ kind: 'change_direction', record_id: id });
    expect(await turn(aside)).toEqual({ 'corrections.0.record_id': ['This event is set aside'] });
    expect(await turn(begin)).toEqual({ 'corrections.0.record_id': [`${name} has a check-out at this time already`] });
    expect(await turn(nobodys)).toEqual({
      'corrections.0.record_id': ['No employee has this ID, so its direction does not matter'],
    });
  });

  test('a changed direction is undone only while both of its events are as it left them', async () => {
    const name = await somebody();
    const [, wrong = 0] = await workforce.punch(name, '2031-03-05', 'in 08:00', 'in 17:00');
    const [correction] = await correct({ kind: 'change_direction', record_id: wrong });
    const added = (await day(name, '2031-03-05'))?.events.find(({ is_manual }) => is_manual)?.id;
    await correct({ kind: 'set_aside', record_id: added });
    expect((await send({ kind: 'undo', correction_id: correction?.id })).json.errors).toEqual({
      'corrections.0.correction_id': ['The event that counts the other way is set aside already'],
    });
  });

  test('an event that is set aside no longer counts, and stays as it was sent', async () => {
    const name = await somebody();
    const [, wrong = 0] = await workforce.punch(name, '2031-03-05', 'in 08:00', 'out 09:00', 'out 16:30');
    const stored = sql`select event_type, occurred_at, created_at from attendance where id = ${wrong}`;
    const before = await workforce.server.db.all(stored);
    await correct({ kind: 'set_aside', record_id: wrong });
    expect(await day(name, '2031-03-05')).toMatchObject({ worked_minutes: 510 });
    expect(await kinds(name, '2031-03-05')).toEqual(['set_aside']);
    expect(await workforce.server.db.all(stored)).toEqual(before);
  });

  test('a long shift counts once somebody says that it is as it is', async () => {
    const name = await somebody();
    const [start = 0] = await workforce.punch(name, '2031-03-05', 'in 06:00');
    await workforce.punch(name, '2031-03-06', 'out 01:00');
    const answer = { kind: 'as_is', record_id: start, exception: 'open_too_long' };
    expect((await preview(answer)).days).toMatchObject([
      { day: '2031-03-05', before: { worked_minutes: 0 }, after: { worked_minutes: 1140 } },
    ]);
    await correct(answer);
    expect(await day(name, '2031-03-05')).toMatchObject({ worked_minutes: 1140 });
  });

  test('each kind can be undone, and then the day is as it was', async () => {
    const name = await somebody();
    const [, wrong = 0] = await workforce.punch(name, '2031-03-05', 'in 08:00', 'out 09:00');
    const before = await day(name, '2031-03-05');
    const made = await correct(
      { kind: 'set_aside', record_id: wrong },
      addition(name, '2031-03-05T16:30'),
      addition(name, '2031-03-05T07:00', 'check-in'),
    );
    expect((await day(name, '2031-03-05'))?.worked_minutes).toBe(510);
    await correct(...made.map(({ id }) => ({ kind: 'undo', correction_id: id })));
    const after = await day(name, '2031-03-05');
    expect(after?.worked_minutes).toBe(before?.worked_minutes);
    expect(await kinds(name, '2031-03-05')).toEqual(['set_aside', 'set_aside']);
    const { json } = await ask(`GET /corrections?employee_id=${workforce.idOf(name)}&state=undone`);
    expect(answerDecoder('GET /corrections')(json.data).data.map(({ id }) => id)).toEqual(
      made.map(({ id }) => id).toReversed(),
    );
  });

  test('an event can be added again after it was undone', async () => {
    const name = await somebody();
    await workforce.punch(name, '2031-03-05', 'in 08:00');
    const again = addition(name, '2031-03-05T16:30');
    const [made] = await correct(again);
    await correct({ kind: 'undo', correction_id: made?.id });
    await correct(again);
    expect(await day(name, '2031-03-05')).toMatchObject({ worked_minutes: 510 });
  });

  test('the preview says what happens and writes nothing', async () => {
    const name = await somebody();
    await workforce.punch(name, '2031-03-05', 'in 22:00');
    const { db } = workforce.server;
    const counts = sql`select (select count(*) from attendance) as events, (select count(*) from corrections) as made,
      (select count(*) from audit) as acts`;
    const before = await db.all(counts);
    const wish = addition(name, '2031-03-06T06:00');
    const foreseen = await preview(wish);
    expect(foreseen).toMatchObject({
      needs_second_person: 0,
      days: [
        {
          day: '2031-03-05',
          before: { first_in: '2031-03-05T22:00:00+01:00', last_out: '', worked_minutes: 0 },
          after: { last_out: '2031-03-06T06:00:00+01:00', worked_minutes: 480 },
        },
      ],
    });
    expect(await db.all(counts)).toEqual(before);
    const [made] = await correct(wish);
    expect(made?.day).toBe('2031-03-05');
    expect(await day(name, '2031-03-05')).toMatchObject(foreseen.days[0]?.after ?? {});
  });

  test('a record of nobody can be set aside or left as it is', async () => {
    const [one = 0, other = 0] = await workforce.punch('Stranger', '2031-03-05', 'in 08:00', 'out 09:00');
    const made = await correct(
      { kind: 'set_aside', record_id: one },
      { kind: 'as_is', record_id: other, exception: 'unknown_person' },
    );
    expect(made).toMatchObject([
      { employee: null, employee_code: 'Stranger', day: '2031-03-05' },
      { employee: null, exception: 'unknown_person' },
    ]);
  });

  test('corrections of nobody become those of the employee who gets the number', async () => {
    const [record = 0] = await workforce.punch('Newcomer', '2031-03-05', 'in 08:00', 'in 09:00');
    const [made] = await correct({ kind: 'set_aside', record_id: record });
    const body = { company_id: workforce.company, employee_id: 'Newcomer', name: 'Nia' };
    const { json } = await ask('POST /employees', body);
    const id = answerDecoder('POST /employees')(json.data)?.id;
    const { json: listed } = await ask(`GET /corrections?employee_id=${id}`);
    expect(answerDecoder('GET /corrections')(listed.data).data).toMatchObject([
      { id: made?.id, employee: { name: 'Nia' } },
    ]);
  });
});
