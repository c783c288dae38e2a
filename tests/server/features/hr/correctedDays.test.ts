// What the HR sync does with a corrected day, before and after the HR system has taken it.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addHrCompany } from '../../../support/hr/hrCompany.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-05-12';
const evening = new Date(`${day}T20:00:00Z`);

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let receiver: HrReceiver;
  let token: string;
  let company: { id: number; identifier: string };
  let employee: number;

  beforeAll(async () => {
    receiver = await startHrReceiver();
    server = await startServer({
      createDatabase: create,
      allowPrivateHosts: '127.0.0.1',
      clock: () => evening,
    });
    token = await server.signIn(server.users.administrator);
  });

  afterAll(async () => {
    await server.stop();
    await receiver.kill();
  });

  beforeEach(async () => {
    await receiver.behave('well');
    company = await addHrCompany(server.db, receiver.url, day, ['001 in 08:00', '001 out 16:30', '001 out 17:00']);
    const [row] = await server.db.all<{ id: number }>(sql`select id from employees where company_id = ${company.id}`);
    employee = row?.id ?? 0;
  });

  const ask = async (key: string, body: object) => {
    const { json } = await server.ask(key, { token, body });
    expect(json).toMatchObject({ success: true });
    return json.data;
  };
  const correct = async (correction: object) =>
    answerDecoder('POST /corrections')(
      await ask('POST /corrections', { reason: 'The door was open', corrections: [correction] }),
    ).corrections[0];
  const setAside = async (time: string) => correct({ kind: 'set_aside', record_id: await recordAt(time) });
  const checkOut = (time: string) => ({
    kind: 'add',
    employee_id: employee,
    timestamp: `${day}T${time}`,
    event_type: 'check-out',
  });
  const addCheckOut = (time: string) => correct(checkOut(time));
  const foreseen = async (correction: object) =>
    answerDecoder('POST /corrections/preview')(
      await ask('POST /corrections/preview', { reason: '', corrections: [correction] }),
    ).days[0]?.hr;
  const recordAt = async (time: string) => {
    const [row] = await server.db.all<{ id: number }>(
      sql`select id from attendance where company_id = ${company.id} and occurred_at = ${`${day} ${time}:00`}`,
    );
    return row?.id ?? 0;
  };
  const sync = () => ask(`POST /hr-sync/companies/${company.id}`, { date: day });
  const dryRun = async () =>
    answerDecoder('POST /companies/{id}/hr-sync/test')(
      await ask(`POST /companies/${company.id}/hr-sync/test`, { dry_run: true, date: day }),
    ).results.sync_details[0];
  const explained = async (time: string) => {
    const { json } = await server.ask(`GET /attendance/${await recordAt(time)}`, { token });
    return answerDecoder('GET /attendance/{id}')(json.data).hr_sync;
  };
  const arrived = async () =>
    (await receiver.records()).accepted
      .filter(({ id }) => id.startsWith(`${company.identifier}/`))
      .map(({ id, timestamp }) => `${id.split('-').at(-1)} ${timestamp.slice(11, 16)}`);
  const difference = async () => {
    const { json } = await server.ask(`GET /timesheets/${employee}?start_date=${day}&end_date=${day}`, { token });
    return answerDecoder('GET /timesheets/{id}')(json.data).days[0]?.hr_difference;
  };

  test('sends the corrected day if nothing of it was sent', async () => {
    await setAside('17:00');
    await addCheckOut('16:45');
    expect((await dryRun())?.held_back?.map(({ reason, timestamp }) => `${reason} ${timestamp.slice(11, 16)}`)).toEqual(
      ['not_last 16:30', 'set_aside 17:00'],
    );
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 16:45']);
    expect(await explained('17:00')).toMatchObject({ state: 'held', reason: 'set_aside' });
    expect(await difference()).toBe('');
  });

  test('never sends by itself what would replace a sent record, but shows it and sends it when told', async () => {
    await sync();
    await setAside('17:00');
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 17:00']);
    const sentence = 'The HR system has the check-out at 17:00; the day now says 16:30';
    expect(await explained('16:30')).toMatchObject({ state: 'held', reason: 'replaces_sent' });
    expect(await explained('17:00')).toMatchObject({ state: 'sent', sentence: `Sent. ${sentence}` });
    expect((await dryRun())?.warnings).toEqual([sentence]);
    expect(await difference()).toBe(`${sentence}.`);

    const result = await ask('POST /attendance/retry-hr', { record_ids: [await recordAt('16:30')] });
    expect(result).toMatchObject({ success: 1, held_back: 0 });
    expect(await arrived()).toEqual(['in 08:00', 'out 17:00', 'out 16:30']);
    expect(await difference()).toBe('The HR system has the check-out at 17:00, which was set aside.');
  });

  test('holds back an added check-out after another one was sent, and forgets it when it is undone', async () => {
    await sync();
    const added = await addCheckOut('18:00');
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 17:00']);
    expect(await difference()).toBe('The HR system has the check-out at 17:00; the day now says 18:00.');
    await correct({ kind: 'undo', correction_id: added?.id });
    expect(await difference()).toBe('');
    expect(await explained('18:00')).toMatchObject({ state: 'held', reason: 'set_aside' });
  });

  test('sends an added check-out where none was sent', async () => {
    await setAside('16:30');
    await setAside('17:00');
    await sync();
    await addCheckOut('17:15');
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 17:15']);
  });

  test('withdraws what was queued and never sent, until it counts again', async () => {
    const queued = [{ id: await recordAt('17:00'), key: 'k', pair_start_id: null }];
    await server.db.tx((queries) => enqueue(queries, company.id, day, queued, new Date()));
    expect(await foreseen({ kind: 'set_aside', record_id: await recordAt('17:00') })).toBe('');
    const correction = await setAside('17:00');
    expect(await explained('17:00')).toMatchObject({ state: 'held', reason: 'set_aside' });
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 16:30']);
    await correct({ kind: 'undo', correction_id: correction?.id });
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 16:30', 'out 17:00']);
  });

  test.each([
    ['a correction', false],
    ['a correction that a second person approves', true],
  ])('%s withdraws the guessed end of the day that was queued and never sent', async (_, needsApproval) => {
    const end = { id: await recordAt('17:00'), key: 'k', pair_start_id: null };
    await server.db.run(sql`update attendance set guessed_by = 'alternating' where id = ${end.id}`);
    await server.db.tx((queries) => enqueue(queries, company.id, day, [end], new Date()));
    if (needsApproval)
      await server.db.run(sql`insert into day_rules (company_id, needs_second_person) values (${company.id}, true)`);
    expect(await foreseen(checkOut('18:00'))).toBe('');
    const added = await addCheckOut('18:00');
    if (needsApproval) {
      const approver = await addColleague(server.db, 'Piet', ['corrections.approve'], [company.id], evening);
      const decision = { token: approver, body: { agree: true, reason: '' } };
      expect((await server.ask(`POST /corrections/${added?.id}/decide`, decision)).status).toBe(200);
    }
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 18:00']);
    expect(await difference()).toBe('');
  });

  test('goes on with what may have arrived already', async () => {
    await receiver.behave('lose');
    await sync();
    await setAside('17:00');
    await receiver.behave('well');
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 17:00']);
    expect(await difference()).toBe('The HR system has the check-out at 17:00; the day now says 16:30.');
  });

  test('sends no rejected record again that was set aside since', async () => {
    await receiver.behave('reject:001');
    await sync();
    await setAside('17:00');
    await receiver.behave('well');
    await ask(`POST /hr-sync/companies/${company.id}/retry`, {});
    expect(await arrived()).toEqual(['in 08:00', 'out 16:30']);
    expect(await explained('17:00')).toMatchObject({ state: 'held', reason: 'set_aside' });
    // No retry would ever send it, so the status asks for none.
    const { json } = await server.ask(`GET /hr-sync/companies/${company.id}/status`, { token });
    expect(answerDecoder('GET /hr-sync/companies/{id}/status')(json.data).failed).toBe(0);
  });

  test('a repeated punch is not the last check-out', async () => {
    await server.db.run(sql`insert into day_rules (company_id, repeat_seconds) values (${company.id}, 600)`);
    await addCheckOut('17:08');
    await sync();
    expect(await arrived()).toEqual(['in 08:00', 'out 17:00']);
    expect(await explained('17:08')).toMatchObject({ reason: 'repeated' });
  });

  test('a night belongs to the working day on which it began', async () => {
    await server.db.run(sql`insert into day_rules (company_id, starts_at) values (${company.id}, '09:00')`);
    await ask(`POST /hr-sync/companies/${company.id}`, { date: '2026-05-11' });
    const { accepted } = await receiver.records();
    const dates = accepted.filter(({ id }) => id.startsWith(`${company.identifier}/`));
    expect(dates).toMatchObject([{ timestamp: `${day}T08:00:00+00:00`, date: '2026-05-11' }]);
  });
});
