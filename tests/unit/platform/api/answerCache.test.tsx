// Lists as last seen: kept for their user for a while, until something changes.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Connection, createConnection } from '../../../../src/platform/session/connection.ts';
import { json, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';

let server: ScriptedServer;
let connection: Connection;
const roles = { success: true, data: { data: [{ id: 1, name: 'auditor', permissions: [] }], total: 1, last_page: 1 } };

beforeEach(async () => {
  server = await startScriptedServer();
  server.answer = json(200, roles);
  localStorage.setItem('auth_token', 'a token');
  connection = createConnection(server.base, () => import('../../../../src/app/ahead.ts'));
});
afterEach(async () => {
  vi.useRealTimers();
  await server.stop();
});

const pageOf = (page: number) => ({ query: { page } });
const load = async (page = 1) => (await connection.queries.load('GET /roles', pageOf(page)).promise).data;
const remembered = (page = 1) => connection.queries.peek('GET /roles', pageOf(page))?.answered.data;

test('keeps an answer for equal requests only, and does not prefetch what it has', async () => {
  expect(remembered()).toBeUndefined();
  await load();
  expect(remembered()).toMatchObject({ total: 1 });
  expect(remembered(2)).toBeUndefined();
  connection.queries.prefetch('GET /roles', pageOf(1));
  expect(server.seen).toHaveLength(1);
  connection.queries.prefetch('GET /roles', pageOf(2));
  await load(2);
  expect(server.seen).toHaveLength(2);
});

test('gives nothing to another user', async () => {
  await load();
  connection.token = 'of somebody else';
  expect(remembered()).toBeUndefined();
});

test('keeps an answer for five minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await load();
  vi.setSystemTime(Date.now() + 299_000);
  expect(remembered()).toBeDefined();
  vi.setSystemTime(Date.now() + 2_000);
  expect(remembered()).toBeUndefined();
});

test('keeps the twenty answers seen last', async () => {
  for (let page = 1; page <= 20; page += 1) await load(page);
  await load(1);
  await load(21);
  expect([1, 2, 3, 21].filter((page) => remembered(page) === undefined)).toEqual([2]);
});

test.each([
  ['worked', json(200, { success: true })],
  ['failed, since it may have taken effect', json(500, {})],
])('forgets everything after a write, also one that %s', async (_, answer) => {
  await load();
  server.answer = answer;
  await connection.api('DELETE /companies/{id}', { id: 1 }).catch(() => undefined);
  expect(remembered()).toBeUndefined();
});

test('forgets everything when access is denied, and nothing after other failures', async () => {
  await load();
  server.answer = json(500, {});
  await expect(load(2)).rejects.toThrow('500');
  expect(remembered()).toBeDefined();
  server.answer = json(403, {});
  await expect(load(2)).rejects.toThrow('403');
  expect(remembered()).toBeUndefined();
});
