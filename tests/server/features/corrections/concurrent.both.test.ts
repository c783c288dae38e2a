// Several people correct the same day at once: the second one is told what the first did, and nothing is overwritten.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { runOverlapping } from '../../../support/server/overlapping.ts';

const now = new Date('2031-03-12T18:00:00Z');
const date = '2031-03-05';
const reason = 'Forgot the card';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let people = 0;
  /** The token of another user. */
  let olga: string;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { server, company } = workforce;
    olga = await addColleague(server.db, 'Olga', ['corrections.create', 'corrections.approve'], [company], now);
  });
  afterAll(() => workforce.server.stop());

  const ask = (token: string, key: string, body: object) => workforce.server.ask(key, { token, body });
  const correct = (token: string, ...corrections: object[]) => ask(token, 'POST /corrections', { corrections, reason });
  const together = (...requests: Parameters<typeof ask>[]) =>
    runOverlapping(workforce.server.db, ...requests.map((request) => () => ask(...request)));
  async function somebody(): Promise<{ name: string; start: number }> {
    people += 1;
    const name = `Person ${people}`;
    await workforce.employ(name);
    const [start = 0] = await workforce.punch(name, date, 'in 08:00');
    return { name, start };
  }
  const addition = (name: string, time: string, seen: object = { last_correction_id: 0 }) => ({
    kind: 'add',
    employee_id: workforce.idOf(name),
    timestamp: `${date}T${time}`,
    event_type: 'check-out',
    day: date,
    ...seen,
  });
  const count = async (what: 'corrections' | 'attendance', name: string) => {
    const table = what === 'corrections' ? sql`corrections` : sql`attendance`;
    const { total } = await one<{ total: number }>(
      workforce.server.db,
      sql`select count(*) as total from ${table} where employee_id = ${workforce.idOf(name)}`,
    );
    return total;
  };

  test('the second is told who did what, and nothing of theirs is written', async () => {
    const { name, start } = await somebody();
    const [first, second] = await together(
      [olga, 'POST /corrections', { corrections: [addition(name, '16:30')], reason }],
      [
        workforce.token,
        'POST /corrections',
        { corrections: [{ kind: 'set_aside', record_id: start, last_correction_id: 0 }], reason },
      ],
    );
    expect(first?.status).toBe(201);
    expect([second?.status, second?.json.message]).toEqual([
      409,
      `${name}, ${date}: Olga added a check-out at 16:30 meanwhile. Nothing was changed. Please look at the day again`,
    ]);
    expect([await count('corrections', name), await count('attendance', name)]).toEqual([1, 2]);
  });

  test('a user who has seen the newest correction may correct the day further', async () => {
    const { name, start } = await somebody();
    const { json } = await correct(olga, addition(name, '16:30'));
    const last_correction_id = answerDecoder('POST /corrections')(json.data).corrections[0]?.id;
    const { status } = await correct(workforce.token, { kind: 'set_aside', record_id: start, last_correction_id });
    expect(status).toBe(201);
  });

  test('a correction of another day does not count as newer', async () => {
    const { name } = await somebody();
    await workforce.punch(name, '2031-03-06', 'in 08:00');
    await correct(olga, { ...addition(name, '16:30'), timestamp: '2031-03-06T16:30', day: '2031-03-06' });
    expect((await correct(workforce.token, addition(name, '16:30'))).status).toBe(201);
  });

  test('of eight equal events added at once, one is stored', async () => {
    const { name } = await somebody();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        correct(index % 2 ? olga : workforce.token, addition(name, '16:30', { last_correction_id: undefined })),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422, 422, 422, 422, 422, 422]);
    expect([await count('corrections', name), await count('attendance', name)]).toEqual([1, 2]);
  });

  test('the first corrections of a company, at once, share its controller', async () => {
    const { db } = workforce.server;
    await db.run(sql`update access_controllers set is_for_corrections = false`);
    const [one1, other] = [await somebody(), await somebody()];
    const answers = await together(
      [olga, 'POST /corrections', { corrections: [addition(one1.name, '16:30')], reason }],
      [workforce.token, 'POST /corrections', { corrections: [addition(other.name, '16:30')], reason }],
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    const hidden = sql`select count(*) as total from access_controllers where is_for_corrections = true`;
    expect(await one(db, hidden)).toEqual({ total: 1 });
  });

  test('many corrections of the same people in another order do not block each other', async () => {
    const names = await Promise.all(Array.from({ length: 6 }, async () => (await somebody()).name));
    const all = (time: string, order: readonly string[]) => ({
      corrections: order.map((name) => addition(name, time, { last_correction_id: undefined })),
      reason,
    });
    const answers = await together(
      [olga, 'POST /corrections', all('16:30', names)],
      [workforce.token, 'POST /corrections', all('16:31', names.toReversed())],
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  });

  test('a month that is closed meanwhile refuses the correction', async () => {
    const name = 'Somebody in February';
    await workforce.employ(name);
    const wish = { ...addition(name, '16:30'), timestamp: '2031-02-05T16:30', day: '2031-02-05' };
    const month = { company_id: workforce.company, month: '2031-02' };
    const [closed, refused] = await together(
      [workforce.token, 'POST /closed-months', month],
      [olga, 'POST /corrections', { corrections: [wish], reason }],
    );
    expect([closed?.status, refused?.status]).toEqual([201, 422]);
    expect(await count('attendance', name)).toBe(0);
  });

  test('of two who decide at once, the second is told', async () => {
    const { name } = await somebody();
    const rules = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: true };
    const path = `PUT /companies/${workforce.company}/day-rules`;
    await ask(workforce.token, path, rules);
    const piet = await addColleague(workforce.server.db, 'Piet', ['corrections.create'], [workforce.company], now);
    const { json } = await correct(piet, addition(name, '16:30'));
    await ask(workforce.token, path, { ...rules, needs_second_person: false });
    const id = answerDecoder('POST /corrections')(json.data).corrections[0]?.id;
    const [agreed, refused] = await together(
      [olga, `POST /corrections/${id}/decide`, { agree: true, reason: '' }],
      [workforce.token, `POST /corrections/${id}/decide`, { agree: false, reason: 'No' }],
    );
    expect(agreed?.status).toBe(200);
    expect([refused?.status, refused?.json.message]).toEqual([409, 'Olga has approved it already']);
    expect(await count('attendance', name)).toBe(2);
  });
});
