// Records that the HR system already has: a correction's preview says what will differ, and the list says so
// afterwards.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { enqueue } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { addConnection, addHrCompany } from '../../../support/hr/hrCompany.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { addColleague } from '../../../support/people/users.ts';
import { databases } from '../../../support/server/databases.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';

const day = '2026-05-12';
const now = new Date(`${day}T20:00:00Z`);

describe.each(databases)('on $name', ({ create }) => {
  let server: TestServer;
  let receiver: HrReceiver;
  let token: string;
  let company: number;
  let employee: number;

  beforeAll(async () => {
    receiver = await startHrReceiver();
    server = await startServer({ createDatabase: create, allowPrivateHosts: '127.0.0.1', clock: () => now });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(async () => {
    await server.stop();
    await receiver.kill();
  });
  beforeEach(async () => {
    ({ id: company } = await addHrCompany(server.db, receiver.url, day, [
      '001 in 08:00',
      '001 out 16:30',
      '001 out 17:00',
    ]));
    const [row] = await server.db.all<{ id: number }>(sql`select id from employees where company_id = ${company}`);
    employee = row?.id ?? 0;
  });

  const ask = async (key: string, body?: object, as = token) => {
    const { json } = await server.ask(key, { token: as, ...(body && { body }) });
    expect(json).toMatchObject({ success: true });
    return json.data;
  };
  const send = () => ask(`POST /hr-sync/companies/${company}`, { date: day });
  const setAside = async (time: string) => {
    const [row] = await server.db.all<{ id: number }>(
      sql`select id from attendance where company_id = ${company} and occurred_at = ${`${day} ${time}:00`}`,
    );
    return { kind: 'set_aside', record_id: row?.id };
  };
  const addition = (time: string) => ({
    kind: 'add',
    employee_id: employee,
    timestamp: `${day}T${time}`,
    event_type: 'check-out',
  });
  const body = (corrections: object[]) => ({ corrections, reason: 'The door was open' });
  async function foreseen(...corrections: object[]): Promise<string[]> {
    const data = await ask('POST /corrections/preview', body(corrections));
    return answerDecoder('POST /corrections/preview')(data).days.map(({ hr }) => hr);
  }
  async function correct(...corrections: object[]) {
    return answerDecoder('POST /corrections')(await ask('POST /corrections', body(corrections))).corrections;
  }

  test.each([
    ['before anything was sent', false, ''],
    ['after it was sent', true, 'The HR system has the check-out at 17:00; the day now says 18:00.'],
  ])('an added event, %s', async (_, isSent, hr) => {
    if (isSent) await send();
    expect(await foreseen(addition('18:00'))).toEqual([hr]);
    expect(await correct(addition('18:00'))).toMatchObject([{ hr }]);
  });

  test('several corrections of a day, and their undo', async () => {
    await send();
    const corrections = [await setAside('17:00'), addition('16:00')];
    const hr = 'The HR system has the check-out at 17:00; the day now says 16:30.';
    expect(await foreseen(...corrections)).toEqual([hr]);
    const made = await correct(...corrections);
    expect(made.map((each) => each.hr)).toEqual([hr, hr]);
    expect(await foreseen(...made.map(({ id }) => ({ kind: 'undo', correction_id: id })))).toEqual(['']);
  });

  test('a set aside end takes its start out of the queue', async () => {
    await addConnection(server.db, company, 'odoo', { url: receiver.url, settings: {}, secrets: {} });
    await server.db.run(sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      values (${employee}, ${company}, '7', 'number')`);
    const end = await setAside('17:00');
    const { record_id: start = 0 } = await setAside('08:00');
    const queued = [
      { id: start, key: `${company} start`, pair_start_id: null },
      { id: end.record_id ?? 0, key: `${company} end`, pair_start_id: start },
    ];
    await server.db.tx((queries) => enqueue(queries, company, day, queued, now));
    const corrections = [end, { ...addition('07:30'), event_type: 'check-in' }];
    expect(await foreseen(...corrections)).toEqual(['']);
    expect(await correct(...corrections)).toMatchObject([{ hr: '' }, { hr: '' }]);
  });

  test('only those who may view the HR sync are told', async () => {
    await send();
    const name = `Olga${company}`;
    const olga = await addColleague(server.db, name, ['corrections.create', 'attendance.view'], [company], now);
    const data = await ask('POST /corrections', body([addition('18:00')]), olga);
    expect(answerDecoder('POST /corrections')(data).corrections).toMatchObject([{ hr: '' }]);
    const preview = await ask('POST /corrections/preview', body([addition('19:00')]), olga);
    expect(answerDecoder('POST /corrections/preview')(preview).days).toMatchObject([{ hr: '' }]);
  });
});
