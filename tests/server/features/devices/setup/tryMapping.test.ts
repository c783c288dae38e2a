// A pasted message is read like a device's, and changes nothing.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { one, sql } from '../../../../../server/platform/db/db.ts';
import { answerDecoder } from '../../../../../src/shared/contract/calls.ts';
import { startServer, type TestServer } from '../../../../support/server/server.ts';
import { event, mappingOf } from '../drivers/json/jsonMapping.ts';

let server: TestServer;
let token: string;
let controller: number;

beforeAll(async () => {
  server = await startServer();
  token = await server.signIn(server.users.administrator);
  ({ id: controller } = await one<{ id: number }>(server.db, sql`select min(id) as id from access_controllers`));
});
afterAll(() => server.stop());

const ask = (body: unknown, as = token, id = controller) =>
  server.ask(`POST /access-controllers/${id}/device/try`, { token: as, body });

async function read(message: unknown, mapping = mappingOf()) {
  const { json } = await ask({ mapping, body: typeof message === 'string' ? message : JSON.stringify(message) });
  return answerDecoder('POST /access-controllers/{id}/device/try')(json.data);
}

const understood = {
  person: '00042',
  time: '2026-08-20 09:15:00 +02:00',
  direction: 'in',
  number: '7',
  reader: '3',
  problem: '',
};

test('says what each event means, and what is wrong with it', async () => {
  const events = [
    event,
    { ...event, time: '2026-08-20 09:15', id: 'x' },
    { ...event, time: 1_787_217_300, way: 'exit' },
    { ...event, time: 'noon' },
    { ...event, way: 'sideways' },
    { ...event, way: null },
    { ...event, user: {} },
  ];
  expect(await read({ data: { list: events } })).toEqual({
    problem: '',
    events: [
      understood,
      { ...understood, time: '2026-08-20 09:15:00', number: '' },
      { ...understood, time: '2026-08-20 09:15:00 +00:00', direction: 'out' },
      { ...understood, time: '', problem: '“noon” is no time' },
      { ...understood, direction: 'sideways', problem: '“sideways” is among the words neither for in nor for out' },
      { ...understood, direction: '', problem: 'There is no direction at “way”' },
      { ...understood, person: '', problem: 'There is no person at “user.code”, so it is no attendance' },
    ],
  });
});

test('reads the text that Dahua writes in place of JSON', async () => {
  const text = `\nCode=AccessControl;action=Pulse;data=${JSON.stringify({ ...event, time: '2026-08-20 09:15' })}\n`;
  const mapping = mappingOf({ events: 'Data' });
  expect(await read(text, mapping)).toEqual({ problem: '', events: [{ ...understood, time: '2026-08-20 09:15:00' }] });
});

test('says who was not let in', async () => {
  const mapping = mappingOf({ passed: 'result', passed_words: '7' });
  const events = [{ ...event, result: 7 }, { ...event, result: 6 }, event];
  expect((await read({ data: { list: events } }, mapping)).events.map(({ problem }) => problem)).toEqual([
    '',
    'The person was not let in, so it is no attendance',
    'There is nothing at “result”, so it is no attendance',
  ]);
});

test.each([
  ['{', mappingOf(), 'This is not JSON'],
  ['{}', mappingOf(), 'There is nothing at “data.list”'],
  [{ data: { list: [] } }, mappingOf(), 'The list of events is empty'],
  [{ data: { list: [event] } }, mappingOf({ time: '' }), 'The mapping must say where the person and the time are'],
])('says what is wrong with the whole of %j', async (message, mapping, problem) => {
  expect(await read(message, mapping)).toEqual({ events: [], problem });
});

test('stores and audits nothing', async () => {
  const counts = () =>
    server.db.all(
      sql`select (select count(*) from audit) as audited, (select count(*) from device_events) as events,
        (select count(*) from device_rules) as rules, (select count(*) from attendance) as attendance`,
    );
  const before = await counts();
  await read({ data: { list: [event] } });
  await server.settled();
  expect(await counts()).toEqual(before);
});

test('is for controllers that the caller may see, and for those who may connect devices', async () => {
  const body = { mapping: mappingOf(), body: '{}' };
  expect((await ask(body, token, 999_999)).status).toBe(404);
  expect((await ask(body, await server.signIn(server.users.auditor))).status).toBe(403);
});
