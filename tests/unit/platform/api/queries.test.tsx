// Prefetched answers: given once, to the user who requested them, and only while fresh. An answer is not kept if a
// write or a later answer has overtaken it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Connection, createConnection } from '../../../../src/platform/session/connection.ts';
import { until } from '../../../support/console/render.tsx';
import { json, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';

let server: ScriptedServer;
let connection: Connection;
const first = { query: { page: 1 } };
const page = { data: [{ id: 1, name: 'auditor', permissions: [] }], total: 1, last_page: 1 };

beforeEach(async () => {
  server = await startScriptedServer();
  server.answer = json(200, { success: true, data: page });
  localStorage.setItem('auth_token', 'a token');
  connection = createConnection(server.base, () => import('../../../../src/app/ahead.ts'));
});
afterEach(async () => {
  localStorage.removeItem('auth_token');
  await server.stop();
});

function fresh() {
  const known = connection.queries.peek('GET /roles', first);
  return known?.isFresh ? known.answered.data : undefined;
}
async function expectRoles() {
  connection.queries.prefetch('GET /roles', first);
  await until(() => fresh());
}
const load = async () => (await connection.queries.load('GET /roles', first).promise).data;

test('shares a running request between equal loads', async () => {
  connection.queries.prefetch('GET /roles', first);
  expect(await load()).toMatchObject({ total: 1 });
  expect(server.seen).toHaveLength(1);
  expect(fresh()).toBeUndefined();
});

test('gives a prefetched answer to the first load only', async () => {
  await expectRoles();
  expect(await load()).toMatchObject({ total: 1 });
  expect(server.seen).toHaveLength(1);
  await load();
  expect(server.seen).toHaveLength(2);
});

test('gives what every screen shows beside it to the next reader, too, unless it was forgotten', async () => {
  const { queries } = connection;
  await queries.load('GET /views', {}).promise;
  await queries.load('GET /views', {}).promise;
  expect(server.seen).toHaveLength(1);
  queries.invalidate(['GET /views']);
  await queries.load('GET /views', {}).promise;
  expect(server.seen).toHaveLength(2);
});

test('requests another call, or other arguments, separately', async () => {
  await expectRoles();
  await connection.queries.load('GET /roles', { query: { page: 2 } }).promise;
  expect(server.seen.map(({ path }) => path)).toEqual(['/roles?page=1', '/roles?page=2']);
  expect(fresh()).toBeDefined();
});

test('does not give a prefetched answer to another user', async () => {
  await expectRoles();
  connection.token = 'of somebody else';
  expect(fresh()).toBeUndefined();
  await load();
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer a token',
    'Bearer of somebody else',
  ]);
});

test('does not share a running request with another user', async () => {
  connection.queries.prefetch('GET /roles', first);
  connection.token = 'of somebody else';
  await load();
  expect(server.seen.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer a token',
    'Bearer of somebody else',
  ]);
});

test('drops a prefetched answer that is not used soon', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    await expectRoles();
    vi.setSystemTime(Date.now() + 9_000);
    expect(fresh()).toBeDefined();
    vi.setSystemTime(Date.now() + 2_000);
    expect(fresh()).toBeUndefined();
    await load();
    expect(server.seen).toHaveLength(2);
  } finally {
    vi.useRealTimers();
  }
});

test('drops a prefetched answer that a write made stale', async () => {
  await expectRoles();
  connection.queries.invalidate(['GET /roles']);
  expect(fresh()).toBeUndefined();
});

test('does not keep a failure', async () => {
  server.answer = json(500, { success: false });
  connection.queries.prefetch('GET /roles', first);
  await expect(load()).rejects.toThrow('500');
  expect(server.seen).toHaveLength(1);
  server.answer = json(200, { success: true, data: page });
  expect(await load()).toMatchObject({ total: 1 });
  expect(server.seen).toHaveLength(2);
});

describe('an answer that arrives', () => {
  /** Requests arrive in order; each is answered when its number is released, with that number as its total. */
  let asked: number;
  const answered = new Map<number, () => void>();

  beforeEach(() => {
    asked = 0;
    answered.clear();
    server.answer = async (response, request) => {
      if (request.method !== 'GET') return json(200, { success: true })(response);
      const number = (asked += 1);
      await new Promise<void>((resolve) => answered.set(number, resolve));
      json(200, { success: true, data: { ...page, total: number } })(response);
    };
  });
  const release = (number: number) => answered.get(number)?.();
  const kept = () => connection.queries.peek('GET /roles', first);
  const arrived = async (number: number) => {
    const read = new Promise<void>((resolve) => {
      const stop = connection.queries.onRead(() => {
        stop();
        resolve();
      });
    });
    release(number);
    await read;
  };

  test('after a write was made is not kept, and the screen asks again', async () => {
    connection.queries.prefetch('GET /roles', first);
    await until(() => answered.get(1));
    await connection.api('DELETE /companies/{id}', { id: 1 });
    await arrived(1);
    expect(kept()).toBeUndefined();

    const reading = connection.queries.load('GET /roles', first);
    await until(() => answered.get(2));
    release(2);
    expect((await reading.promise).data).toMatchObject({ total: 2 });
  });

  test('after its call was made stale is not kept', async () => {
    connection.queries.prefetch('GET /roles', first);
    await until(() => answered.get(1));
    connection.queries.invalidate(['GET /roles']);
    await arrived(1);
    expect(kept()).toBeUndefined();
  });

  test('during a write is not given to a screen that opens after it', async () => {
    connection.queries.prefetch('GET /roles', first);
    await until(() => answered.get(1));
    await connection.api('DELETE /companies/{id}', { id: 1 });
    const reading = connection.queries.load('GET /roles', first);
    await until(() => answered.get(2));
    release(2);
    expect((await reading.promise).data).toMatchObject({ total: 2 });
    await arrived(1);
  });

  test('after the answer of a later request does not replace it', async () => {
    const earlier = connection.queries.load('GET /roles', first);
    await until(() => answered.get(1));
    connection.queries.forget('GET /roles');
    const later = connection.queries.load('GET /roles', first);
    await until(() => answered.get(2));
    await arrived(2);
    await arrived(1);
    expect((await earlier.promise).data).toMatchObject({ total: 1 });
    expect((await later.promise).data).toMatchObject({ total: 2 });
    expect(kept()?.answered.data).toMatchObject({ total: 2 });
  });
});

describe('a prefetch that is cancelled', () => {
  /** How the request's connection ended. */
  let ended: Promise<'aborted' | 'answered'>;

  beforeEach(() => {
    server.answer = (response) => {
      ended = new Promise((resolve) =>
        response.on('close', () => resolve(response.writableEnded ? 'answered' : 'aborted')),
      );
    };
  });

  test('is aborted, and the next one asks again', async () => {
    const cancel = connection.queries.prefetch('GET /roles', first);
    await until(() => server.seen.length === 1);
    cancel();
    expect(await ended).toBe('aborted');
    server.answer = json(200, { success: true, data: page });
    expect(await load()).toMatchObject({ total: 1 });
    expect(server.seen).toHaveLength(2);
  });

  test('goes on for the screen that has begun to read it', async () => {
    let respond = () => {};
    server.answer = (response) => {
      respond = () => json(200, { success: true, data: page })(response);
    };
    const cancel = connection.queries.prefetch('GET /roles', first);
    await until(() => server.seen.length === 1);
    const reading = connection.queries.load('GET /roles', first);
    cancel();
    respond();
    expect((await reading.promise).data).toMatchObject({ total: 1 });
    expect(server.seen).toHaveLength(1);
  });
});

test('tells how old the records are, even if they were read before a screen watches them', async () => {
  const ages: (number | undefined)[] = [];
  const stop = connection.queries.onRead(() => ages.push(connection.queries.readAt()));
  await load();
  const unwatch = connection.queries.watch('GET /roles', () => {});
  expect(ages).toEqual([undefined, expect.any(Number)]);
  unwatch();
  connection.queries.watch('GET /roles', () => {}, true);
  expect(ages).toEqual([undefined, expect.any(Number), undefined]);
  stop();
});
