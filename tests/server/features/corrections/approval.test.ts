// Companies that want a second person: nobody approves their own request, and until then a correction changes nothing.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { one, sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addColleague } from '../../../support/people/users.ts';
import { startWorkforce, type Workforce } from '../../../support/people/workforce.ts';
import { databases } from '../../../support/server/databases.ts';
import { auditEntries } from '../../../support/server/testDatabase.ts';

const now = new Date('2031-03-12T18:00:00Z');
const date = '2031-03-05';

describe.each(databases)('on $name', ({ create }) => {
  let workforce: Workforce;
  let author: string;
  let approver: string;
  let people = 0;

  beforeAll(async () => {
    workforce = await startWorkforce(create, now);
    const { company, server, token } = workforce;
    author = await addColleague(
      server.db,
      'Olga',
      ['corrections.create', 'corrections.approve', 'attendance.view'],
      [company],
      now,
    );
    approver = await addColleague(server.db, 'Piet', ['corrections.approve', 'attendance.view'], [company], now);
    const body = { starts_at: '00:00', repeat_seconds: 60, needs_second_person: true };
    expect((await server.ask(`PUT /companies/${company}/day-rules`, { token, body })).status).toBe(200);
  });
  afterAll(() => workforce.server.stop());

  const ask = (token: string, key: string, body?: object) =>
    workforce.server.ask(key, { token, ...(body && { body }) });
  async function request(...corrections: object[]) {
    const { json, status } = await ask(author, 'POST /corrections', { corrections, reason: 'Forgot the card' });
    expect(status, json.message).toBe(201);
    return answerDecoder('POST /corrections')(json.data);
  }
  const decide = (id: number | undefined, agree: boolean, token = approver, reason = '') =>
    ask(token, `POST /corrections/${id}/decide`, { agree, reason });
  /** A person who checked in at 08:00, with a request to add the check-out at 16:30. */
  async function waiting() {
    people += 1;
    const name = `Person ${people}`;
    await workforce.employ(name);
    const [start = 0] = await workforce.punch(name, date, 'in 08:00');
    const addition = {
      kind: 'add',
      employee_id: workforce.idOf(name),
      timestamp: `${date}T16:30`,
      event_type: 'check-out',
    };
    const { corrections } = await request(addition);
    return { name, start, addition, id: corrections[0]?.id };
  }
  async function worked(name: string): Promise<number | undefined> {
    const { json } = await ask(
      workforce.token,
      `GET /timesheets/${workforce.idOf(name)}?start_date=${date}&end_date=${date}`,
    );
    return answerDecoder('GET /timesheets/{id}')(json.data).days[0]?.worked_minutes;
  }

  test('a changed direction waits too, and keeps its reason and its decision in the audit', async () => {
    const { name, start } = await waiting();
    const [late = 0] = await workforce.punch(name, date, 'in 17:00');
    expect(late).toBeGreaterThan(start);
    const { corrections } = await request({ kind: 'change_direction', record_id: late });
    expect(corrections).toMatchObject([{ state: 'waiting' }]);
    expect(await worked(name)).toBe(0);
    expect((await decide(corrections[0]?.id, true)).status).toBe(200);
    expect(await worked(name)).toBe(540);
    const entry = (await auditEntries(workforce.server.db, 'corrections.approve')).at(-1);
    expect(entry?.after).toMatchObject({
      correction: { kind: 'change_direction' },
      days: [{ after: { worked_minutes: 540 } }],
    });
  });

  test('a correction waits, and counts once somebody else has approved it', async () => {
    const { name, id, addition } = await waiting();
    expect(await worked(name)).toBe(0);
    const { json } = await decide(id, true);
    expect(json.data).toMatchObject({ id, state: 'applied', decided_by: 'Piet', record_id: expect.any(Number) });
    expect(await worked(name)).toBe(510);
    const entry = (await auditEntries(workforce.server.db, 'corrections.approve')).at(-1);
    expect(entry?.before).toMatchObject({
      correction: { id, state: 'waiting' },
      days: [{ employee: { name }, day: date, before: { worked_minutes: 0 } }],
    });
    expect(entry?.after).toMatchObject({
      correction: { id, state: 'applied' },
      days: [{ employee: { name }, day: date, after: { worked_minutes: 510 } }],
    });
    const { json: again } = await ask(author, 'POST /corrections', { corrections: [addition], reason: 'x' });
    expect(again.message).toBe(`${name} has a check-out at 16:30 already`);
  });

  test('the preview says that it will wait', async () => {
    const { start } = await waiting();
    const corrections = [{ kind: 'set_aside', record_id: start }];
    const { json } = await ask(author, 'POST /corrections/preview', { corrections, reason: '' });
    expect(answerDecoder('POST /corrections/preview')(json.data).needs_second_person).toBe(1);
  });

  test('several are approved together, after a preview of their days, or none of them', async () => {
    const some = [await waiting(), await waiting()];
    const ids = some.flatMap(({ id }) => id ?? []);
    const { json } = await ask(approver, 'POST /corrections/decide/preview', { ids });
    expect(answerDecoder('POST /corrections/decide/preview')(json.data)).toMatchObject(
      some.map(({ name }) => ({
        employee: { name },
        before: { worked_minutes: 0 },
        after: { worked_minutes: 510 },
      })),
    );
    for (const { name } of some) expect(await worked(name)).toBe(0);

    const [first] = some;
    const [, last = 0] = ids;
    const twice = await workforce.punch(first?.name ?? '', date, 'out 16:30');
    const refused = await ask(approver, 'POST /corrections/decide', { ids, agree: true, reason: '' });
    expect(refused.status).toBe(409);
    expect(refused.json.message).toContain(`The correction of ${first?.name} can no longer be approved`);
    expect(await worked(some[1]?.name ?? '')).toBe(0);

    await workforce.server.db.run(sql`delete from attendance where id in (${twice})`);
    const decided = await ask(approver, 'POST /corrections/decide', { ids, agree: true, reason: '' });
    expect(decided.json.data).toMatchObject([{ state: 'applied' }, { state: 'applied' }]);
    for (const { name } of some) expect(await worked(name)).toBe(510);
    const entry = (await auditEntries(workforce.server.db, 'corrections.approve')).at(-1);
    expect(entry?.after).toMatchObject({ corrections: [{ state: 'applied' }, { id: last }] });
  });

  test('the list of those that wait for me has none of my own, and none that is decided', async () => {
    const { id } = await waiting();
    const { id: decided } = await waiting();
    await decide(decided, false, approver, 'No');
    const mine = async (token: string) => {
      const { json } = await ask(token, 'GET /corrections?for_me=1&per_page=100');
      return answerDecoder('GET /corrections')(json.data).data.map((correction) => correction.id);
    };
    expect(await mine(approver)).toContain(id);
    expect(await mine(approver)).not.toContain(decided);
    expect(await mine(author)).toEqual([]);
  });

  test('a correction is decided neither by its author nor by callers without the permission or the company', async () => {
    const { id, name } = await waiting();
    expect((await decide(id, true, author)).status).toBe(403);
    expect((await decide(id, false, author, 'No')).status).toBe(403);
    const { db } = workforce.server;
    const asker = await addColleague(db, `Asker${id}`, ['corrections.create'], [workforce.company], now);
    const stranger = await addColleague(db, `Stranger${id}`, ['corrections.approve'], [workforce.company + 1], now);
    expect((await decide(id, true, asker)).status).toBe(403);
    expect((await decide(id, true, stranger)).status).toBe(404);
    expect(await worked(name)).toBe(0);
  });

  test('a refusal needs a reason and changes nothing', async () => {
    const { id, name } = await waiting();
    expect((await decide(id, false)).json.errors).toEqual({ reason: ['Reason is required'] });
    expect((await decide(id, false, approver, 'He left at noon')).json.data).toMatchObject({
      state: 'refused',
      decided_by: 'Piet',
      decision_reason: 'He left at noon',
      record_id: null,
    });
    expect(await worked(name)).toBe(0);
    const { status, json } = await decide(id, true);
    expect([status, json.message]).toEqual([409, 'Piet has refused it already']);
  });

  test('the same correction is not requested twice', async () => {
    const { addition } = await waiting();
    const { status, json } = await ask(author, 'POST /corrections', { corrections: [addition], reason: 'x' });
    expect([status, json.message]).toEqual([
      422,
      'Olga asked to add a check-out at 16:30 already. It waits for a second person',
    ]);
  });

  test('only the author withdraws it', async () => {
    const { id, name, addition } = await waiting();
    const corrections = [{ kind: 'undo', correction_id: id }];
    const { json: refused } = await ask(workforce.token, 'POST /corrections', { corrections, reason: 'x' });
    expect(refused.message).toBe('It waits for approval. Only Olga can withdraw it');
    expect((await request(...corrections)).corrections).toMatchObject([{ id, state: 'refused', decided_by: 'Olga' }]);
    expect(await worked(name)).toBe(0);
    expect((await decide(id, true)).json.message).toBe('Olga has refused it already');
    // The request changed nothing, so it does not count as an unseen change.
    const unseen = { ...addition, day: date, last_correction_id: 0 };
    expect((await request(unseen)).waiting).toBe(1);
  });

  test('a user who saw it wait is told when it was approved meanwhile', async () => {
    const { name, start, id } = await waiting();
    const seen = async () => {
      const { json } = await ask(workforce.token, `GET /attendance/${start}`);
      const { day, ...corrections } = answerDecoder('GET /attendance/{id}')(json.data).working_day ?? { day: '' };
      return corrections;
    };
    const before = await seen();
    expect(before).toEqual({ last_correction_id: id, approvals: 0 });
    await decide(id, true);
    const setAside = (corrections: object) =>
      ask(author, 'POST /corrections', {
        corrections: [{ kind: 'set_aside', record_id: start, ...corrections }],
        reason: 'It was somebody else',
      });
    const { status, json } = await setAside(before);
    expect([status, json.message]).toEqual([
      409,
      `${name}, ${date}: Olga asked to add a check-out at 16:30, which Piet approved meanwhile. Nothing was changed. Please look at the day again`,
    ]);
    const after = await seen();
    expect(after).toEqual({ last_correction_id: id, approvals: 1 });
    const { json: sheet } = await ask(
      workforce.token,
      `GET /timesheets/${workforce.idOf(name)}?start_date=${date}&end_date=${date}`,
    );
    expect(answerDecoder('GET /timesheets/{id}')(sheet.data).days).toMatchObject([after]);
    expect((await setAside(after)).status).toBe(201);
  });

  test('a refusal has changed nothing, so nobody is told of it', async () => {
    const { start, id } = await waiting();
    await decide(id, false, approver, 'Not so');
    const unseen = { kind: 'set_aside', record_id: start, last_correction_id: 0, approvals: 0 };
    expect((await request(unseen)).waiting).toBe(1);
  });

  test('an undo waits too', async () => {
    const { id, name } = await waiting();
    await decide(id, true);
    const { corrections, waiting: left } = await request({ kind: 'undo', correction_id: id });
    expect(left).toBe(1);
    expect(await worked(name)).toBe(510);
    expect((await decide(corrections[0]?.id, true)).status).toBe(200);
    expect(await worked(name)).toBe(0);
  });

  test('it is judged again when it is approved: the day may have changed', async () => {
    const { id, name } = await waiting();
    await workforce.punch(name, date, 'out 16:30');
    const { status, json } = await decide(id, true);
    expect([status, json.message]).toEqual([
      409,
      `It can no longer be approved. ${name} has a check-out at 16:30 already`,
    ]);
    const { state } = await one<{ state: string }>(
      workforce.server.db,
      sql`select state from corrections where id = ${id ?? 0}`,
    );
    expect(state).toBe('waiting');
    expect((await decide(id, false, approver, 'The controller was late')).status).toBe(200);
  });

  test('a month with waiting corrections is not closed', async () => {
    people += 1;
    const name = `Person ${people}`;
    await workforce.employ(name);
    await request({
      kind: 'add',
      employee_id: workforce.idOf(name),
      timestamp: '2031-01-15T08:00',
      event_type: 'check-in',
    });
    const month = { company_id: workforce.company, month: '2031-01' };
    const { json } = await ask(workforce.token, 'POST /closed-months', month);
    expect(json.errors).toEqual({
      month: ['Corrections of this month wait for approval. Please decide about them first'],
    });
  });

  test('once the company is deleted, nothing of it is corrected, and what waits can only be refused', async () => {
    const { id, addition } = await waiting();
    const { company, server, token } = workforce;
    await server.ask(`DELETE /companies/${company}`, { token });
    const corrections = [{ ...addition, timestamp: `${date}T17:30` }];
    const { json } = await ask(author, 'POST /corrections', { corrections, reason: 'Forgot the card' });
    const message = 'The company was deleted, so its days can no longer be corrected';
    expect(json.errors).toEqual({ 'corrections.0.timestamp': [message] });
    const approved = await decide(id, true);
    expect([approved.status, approved.json.message]).toEqual([409, `It can no longer be approved. ${message}`]);
    expect((await decide(id, false, approver, 'The company was deleted')).status).toBe(200);
  });
});
