// Writes whose answer was lost, so a browser, a proxy or a person sends them again: with the same key they are done
// once, and answered as the first time.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, scalar, sql } from '../../../server/platform/db/db.ts';
import { apiBase } from '../../../server/platform/http/apiPaths.ts';
import { answerDecoder } from '../../../src/shared/contract/calls.ts';
import { openSession } from '../../support/people/users.ts';
import { bodyOf, makeSubjects, pathOf, type Subjects, writingCalls } from '../../support/people/writers.ts';
import { type Envelope, serveDatabase } from '../../support/server/server.ts';
import { createSqlite, openSample } from '../../support/server/testDatabase.ts';

let db: Db;
let server: Awaited<ReturnType<typeof serveDatabase>>;
let subjects: Subjects;
let token: string;
let round = 0;

beforeAll(async () => {
  ({ db } = await openSample(createSqlite, { employeesPerCompany: 1, days: 1 }, new Date()));
  server = await serveDatabase(db);
});
afterAll(async () => {
  await server.close();
  await db.close();
});

async function begin(): Promise<void> {
  subjects = await makeSubjects(db, ++round);
  token = await openSession(db, subjects.caller, new Date());
}

async function send(key: string, body: object, writeKey: string): Promise<{ status: number; json: Envelope }> {
  const [method = '', path = ''] = pathOf(key, subjects).split(' ');
  const headers = { Authorization: `Bearer ${token}`, 'Idempotency-Key': writeKey };
  const answer = await fetch(server.url + apiBase + path, { method, headers, body: JSON.stringify(body) });
  return { status: answer.status, json: await answer.json() };
}

const addCompany = (name: string, writeKey: string) => send('POST /companies', { name }, writeKey);
const companiesCalled = (name: string) => scalar(db, sql`select count(*) from companies where name = ${name}`);

/** Ends the session, so it cannot be repeated with it. */
const signsOut = 'POST /auth/logout';

test.each(writingCalls.filter((key) => key !== signsOut))('%s is answered as the first time', async (key) => {
  await begin();
  const body = bodyOf(key, subjects);
  const entries = () => scalar(db, sql`select count(*) from audit`);
  const { request_id: _, ...first } = (await send(key, body, 'a key')).json;
  await server.settled();
  const audited = await entries();
  const { request_id: __, ...again } = (await send(key, body, 'a key')).json;
  await server.settled();
  expect(again).toEqual(first);
  if (first.success) expect(await entries()).toBe(audited);
});

test('a repeat waits for a write that is still in progress', async () => {
  await begin();
  const [one, other] = await Promise.all([addCompany('At once', 'one key'), addCompany('At once', 'one key')]);
  const idIn = ({ json }: { json: Envelope }) => answerDecoder('POST /companies')(json.data)?.id;
  expect(idIn(one)).toBe(idIn(other));
  expect(await companiesCalled('At once')).toBe(1);
});

test('another key, body or session is another write', async () => {
  await begin();
  await addCompany('Often', 'first');
  await addCompany('Often', 'second');
  await addCompany('Seldom', 'second');
  token = await openSession(db, subjects.caller, new Date());
  await addCompany('Often', 'second');
  expect([await companiesCalled('Often'), await companiesCalled('Seldom')]).toEqual([3, 1]);
});

test('a refused write is tried again', async () => {
  await begin();
  const add = () => send('POST /settings', { key: 'repeated', value: '1' }, 'the key');
  await db.run(sql`insert into settings (setting_key, type, setting_value, description, is_public)
    values ('repeated', 'string', '0', '', true)`);
  expect((await add()).status).toBe(422);
  await db.run(sql`delete from settings where setting_key = 'repeated'`);
  expect((await add()).status).toBe(201);
});
