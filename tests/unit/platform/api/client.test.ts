// The request layer against a real HTTP server: every kind of failure is distinguished, with the messages
// of the specification's error catalogue, and no error contains what was sent.

import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClient, failureMessages } from '../../../../src/platform/api/client.ts';
import { ApiError } from '../../../../src/platform/api/errors.ts';
import { json, raw, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(() => server.stop());

const client = (more: Partial<Parameters<typeof createClient>[0]> = {}) =>
  createClient({ base: server.base, token: () => null, ...more });

const secretBody = { email: 'a@example.com', password: 'correct horse battery' };

async function failure(call: Promise<unknown>): Promise<ApiError> {
  const outcome: unknown = await call.then(
    () => 'no failure',
    (error: unknown) => error,
  );
  if (outcome instanceof ApiError) return outcome;
  throw new Error(`Expected an ApiError, got ${String(outcome)}`);
}

const login = () => failure(client()('POST /auth/login', { body: secretBody }));
const html = '<!DOCTYPE html><title>Not here</title>';

describe('requests', () => {
  test('escape path parameters, omit empty query parameters and send flags as 1 and 0', async () => {
    server.answer = json(200, { success: true, data: [], message: '' });
    await client()('GET /settings/{keyOrId}', { keyOrId: 'a/b ?' }).catch(() => undefined);
    await client()('GET /attendance', {
      query: { page: 2, company_id: undefined, start_date: '', is_processed: false },
    });
    expect(server.seen.map(({ path }) => path)).toEqual(['/settings/a%2Fb%20%3F', '/attendance?page=2&is_processed=0']);
  });

  test('carry JSON, and the bearer token if there is one', async () => {
    server.answer = json(200, { success: true, data: { updated: 2 }, message: '' });
    await client({ token: () => 'secret' })('POST /attendance/mark-processed', { body: { record_ids: [1, 2] } });
    await client()('POST /auth/logout');
    expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
    expect(server.seen[0]?.headers['content-type']).toBe('application/json');
    expect(server.seen[0]?.body).toBe('{"record_ids":[1,2]}');
    expect(server.seen[1]?.headers.authorization).toBeUndefined();
    expect(server.seen[1]?.body).toBe('');
  });

  test('carry the token of the moment of the call, which signing out removes right after', async () => {
    let token: string | null = 'secret';
    server.answer = json(200, { success: true, data: null, message: '' });
    const logout = client({ token: () => token })('POST /auth/logout');
    token = null;
    await logout;
    expect(server.seen[0]?.headers.authorization).toBe('Bearer secret');
  });
});

describe('a write that gets no answer', () => {
  const add = (api: ReturnType<typeof client>, name: string) => api('POST /companies', { body: { ...company, name } });
  const lost = () => (response: ServerResponse) => void response.destroy();
  const added = json(201, { success: true, data: { id: 1, name: 'Acme' } });
  const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);

  test('is sent again with its key, and with another one once it is answered', async () => {
    const api = client({ isOwnOrigin: true });
    for (const answer of [lost(), raw(504, 'text/html', html), added, added]) {
      server.answer = answer;
      await add(api, 'Acme').catch(() => undefined);
      await api('GET /settings/url-types').catch(() => undefined);
    }
    const [first, ...others] = keys().filter((key) => key !== undefined);
    expect(first).toMatch(/^0\.\d+/);
    expect(others.map((key) => key === first)).toEqual([true, true, false]);
    expect(keys()).toHaveLength(8);
  });

  test('has no key any more when something else has been written since', async () => {
    const api = client({ isOwnOrigin: true });
    server.answer = lost();
    await failure(add(api, 'Acme'));
    server.answer = added;
    await add(api, 'Ajax');
    await add(api, 'Acme');
    expect(new Set(keys()).size).toBe(3);
  });

  test('is another one where it takes long, or can be cancelled, since things may have changed since', async () => {
    const api = client({ isOwnOrigin: true });
    const { signal } = new AbortController();
    server.answer = lost();
    for (let times = 0; times < 2; times++) {
      await failure(api('POST /hr-sync/all', { body: {} }));
      await failure(api('POST /attendance/mark-processed', { body: { record_ids: [1] } }, { signal }));
    }
    expect(new Set(keys()).size).toBe(4);
  });

  test('has no key on another origin, which may not allow it', async () => {
    server.answer = added;
    await add(client(), 'Acme');
    expect(keys()).toEqual([undefined]);
  });
});

describe('answers', () => {
  test("return the envelope's data and message", async () => {
    server.answer = json(200, { success: true, data: ['main', 'hr'], message: 'Two types' });
    expect(await client()('GET /settings/url-types')).toEqual({
      data: ['main', 'hr'],
      message: 'Two types',
      unread: [],
    });
  });

  test('may be 204 or an empty 200 for calls that return nothing', async () => {
    server.answer = raw(204, 'application/json');
    expect((await client()('DELETE /companies/{id}', { id: 1 })).data).toBeNull();
    for (const answer of [raw(200, 'application/json'), json(200, {}), json(200, { success: true, data: {} })]) {
      server.answer = answer;
      expect((await client()('PUT /employees/{id}', { id: 1, body: emptyEmployee })).data).toBeNull();
      expect((await client()('POST /companies/{id}/hr-sync/config/reset', { id: 1 })).data).toBeNull();
    }
  });

  test.each([
    ['envelope around a paginator', { success: true, data: { data: [{ id: '7' }], total: '31', last_page: 3 } }],
    ['paginator beside success', { success: true, data: [{ id: '7' }], total: '31', last_page: 3 }],
    ['bare paginator', { data: [{ id: '7' }], total: '31', last_page: 3 }],
    ['paginator with separate numbers', { data: [{ id: '7' }], links: {}, meta: { total: '31', last_page: 3 } }],
    [
      'paginator beside a meta without numbers',
      { data: [{ id: '7' }], total: '31', last_page: 3, meta: { request_id: 'x' } },
    ],
  ])('%s', async (_, body) => {
    server.answer = json(200, body);
    const { data } = await client()('GET /companies', {});
    expect([data.total, data.last_page, data.data[0]?.id]).toEqual([31, 3, 7]);
  });
});

const company = {
  name: '',
  crm_company_id: '',
  contact_email: '',
  contact_phone: '',
  system_url: '',
  address: '',
  is_active: true,
};
const emptyEmployee = { name: 'x', email: '', phone: '', department: '', position: '', crm_employee_id: '' };

describe('failures', () => {
  test.each([
    [500, 'refused'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [405, 'notFound'],
    [401, 'unauthenticated'],
    [409, 'refused'],
  ])('%i is %s, with or without the server’s message', async (status, kind) => {
    server.answer = json(status, { success: false, message: 'Words of the server' });
    expect(await login()).toMatchObject({ kind, status, fromServer: true, message: 'Words of the server' });
    server.answer = json(status, {});
    expect(await login()).toMatchObject({ kind, status, fromServer: false, message: `HTTP error! status: ${status}` });
  });

  test('an unreadable body under an error status keeps the status', async () => {
    server.answer = raw(500, 'text/plain', 'Internal Server Error');
    expect(await login()).toMatchObject({ kind: 'refused', message: 'HTTP error! status: 500' });
  });

  test('422 has the first message for each field', async () => {
    server.answer = json(422, {
      message: 'The given data was invalid.',
      errors: { name: ['Too short', 'x'], email: 'Taken' },
    });
    expect(await login()).toMatchObject({ kind: 'invalid', fields: { name: 'Too short', email: 'Taken' } });
  });

  test.each([
    [502, 'html'],
    [200, 'html'],
    [404, 'notFound'],
    [401, 'unauthenticated'],
  ])('HTML under %i is not the API', async (status, kind) => {
    server.answer = raw(status, 'text/html', html);
    expect(await login()).toMatchObject({ kind, message: failureMessages.html });
    server.answer = raw(status, 'application/json', html);
    expect(await login()).toMatchObject({ kind, message: failureMessages.html });
  });

  test.each(['text/html; charset=UTF-8', undefined])('JSON labelled %s is read as JSON', async (type) => {
    const labelled = (status: number, body: unknown) => (response: ServerResponse) => {
      response
        .writeHead(status, type === undefined ? {} : { 'Content-Type': type })
        .end(body === undefined ? '' : JSON.stringify(body));
    };
    server.answer = labelled(200, { success: true, data: ['main'], message: '' });
    expect((await client()('GET /settings/url-types')).data).toEqual(['main']);
    server.answer = labelled(200, undefined);
    expect((await client()('DELETE /companies/{id}', { id: 1 })).data).toBeNull();
    server.answer = labelled(500, { success: false, message: 'Words of the server' });
    expect(await login()).toMatchObject({ kind: 'refused', message: 'Words of the server' });
  });

  test('unreadable JSON under 200 is unreadable', async () => {
    server.answer = raw(200, 'application/json', '{"success": tru');
    expect(await login()).toMatchObject({ kind: 'unreadable', message: failureMessages.unreadable });
  });

  test('success: false under 200 is a failure', async () => {
    server.answer = json(200, { success: false, message: 'No such person', data: null });
    expect(await login()).toMatchObject({ kind: 'refused', fromServer: true, message: 'No such person' });
    server.answer = json(200, { success: false });
    expect(await login()).toMatchObject({ kind: 'refused', fromServer: false, message: failureMessages.refused });
  });

  test.each([0, '0', 'false'])('success: %j under 200 is a failure, too', async (success) => {
    server.answer = json(200, { success, message: 'Not today', data: null });
    expect(await failure(client()('GET /companies'))).toMatchObject({ kind: 'refused', message: 'Not today' });
  });

  test('the result of a sync may come without an envelope, and have sent nothing', async () => {
    server.answer = json(200, { success: 0, failed: 3, errors: [] });
    const { data } = await client()('POST /hr-sync/companies/{id}', { id: 1, body: {} });
    expect(data).toMatchObject({ success: 0, failed: 3 });
  });

  test('an answer that cannot be decoded names the call and the field', async () => {
    server.answer = json(200, { success: true, data: { data: [{ id: 1 }, { id: 'x1', name: 'B' }], last_page: 1 } });
    expect((await failure(client()('GET /companies', {}))).message).toBe(
      'GET /companies sent an answer that could not be read: data.1.id is not a number.',
    );
  });

  test.each([{}, { success: true, data: null }, { success: true, data: {} }, { message: 'Done' }])(
    '%j is no empty list',
    async (body) => {
      server.answer = json(200, body);
      expect((await failure(client()('GET /companies'))).kind).toBe('unreadable');
      expect((await failure(client()('GET /settings'))).kind).toBe('unreadable');
    },
  );

  test('a server that cannot be reached is unreachable', async () => {
    const { base } = server;
    await server.stop();
    const error = await failure(createClient({ base, token: () => null })('GET /companies', {}));
    expect(error).toMatchObject({ kind: 'unreachable', status: 0, message: failureMessages.unreachable });
    server = await startScriptedServer();
  });

  test('a connection that breaks during an answer is unreachable', async () => {
    server.answer = (response) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"success":', () => response.destroy());
    };
    expect((await login()).kind).toBe('unreachable');
  });

  test('a server that does not answer in time is timedOut', async () => {
    server.answer = () => undefined;
    expect(await failure(client({ timeoutMs: 30 })('GET /companies', {}))).toMatchObject({
      kind: 'timedOut',
      message: failureMessages.timedOut,
    });
  });

  test('an answer that does not end in time is timedOut', async () => {
    server.answer = (response) => void response.write('{"success":');
    expect((await failure(client({ timeoutMs: 100 })('GET /companies', {}))).kind).toBe('timedOut');
  });

  test('a call that may take longer has its own limit, unless the client has one', async () => {
    const sync = { success: 5, failed: 0, errors: [] };
    const data = { ...sync, results: { success: true, sync_details: [], sync } };
    const waiting: (() => void)[] = [];
    server.answer = (response) => void waiting.push(() => json(200, { success: true, data })(response));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const short = failure(client({ timeoutMs: 30_000 })('POST /hr-sync/all', { body: {} }));
      const usual = failure(client()('POST /attendance/mark-processed', { body: { record_ids: [1] } }));
      const all = client()('POST /hr-sync/all', { body: {} });
      const tested = client()('POST /companies/{id}/hr-sync/test', { id: 1, body: { dry_run: false } });
      await expect.poll(() => waiting.length).toBe(4);
      vi.advanceTimersByTime(30_000);
      expect([(await short).kind, (await usual).kind]).toEqual(['timedOut', 'timedOut']);
      for (const answer of waiting) answer();
      expect([(await all).data, (await tested).data.results.sync]).toEqual([sync, sync]);
    } finally {
      vi.useRealTimers();
    }
  });

  test('an aborted request is aborted, before and while it runs', async () => {
    server.answer = () => undefined;
    const controller = new AbortController();
    const call = failure(client()('GET /companies', {}, { signal: controller.signal }));
    controller.abort();
    expect((await call).kind).toBe('aborted');
    expect((await failure(client()('GET /companies', {}, { signal: controller.signal }))).kind).toBe('aborted');
  });

  test('never contain what was sent', async () => {
    const answers = [
      json(500, {}),
      json(422, { errors: {} }),
      raw(200, 'application/json', 'x'),
      raw(200, 'text/html', html),
    ];
    for (const answer of answers) {
      server.answer = answer;
      const error = await login();
      expect(`${error.message} ${JSON.stringify(error)} ${error.stack}`).not.toContain(secretBody.password);
    }
  });
});

describe('a refused token', () => {
  test('asks once, and repeats the call once with the new token', async () => {
    let token = 'old';
    server.answer = (response, { headers }) =>
      json(headers.authorization === 'Bearer new' ? 200 : 401, { success: true, data: [], message: 'x' })(response, {
        method: '',
        path: '',
        headers,
        body: '',
      });
    const asked: string[] = [];
    const api = client({
      token: () => token,
      onExpired: async (refusal) => {
        asked.push(refusal.message);
        token = 'new';
        return true;
      },
    });
    expect((await api('GET /settings')).data).toEqual([]);
    expect([asked, server.seen.length]).toEqual([['x'], 2]);
  });

  test('fails as unauthenticated when sign-in is declined or the new token is refused', async () => {
    server.answer = json(401, { message: 'Session expired' });
    let asked = 0;
    const answer = (again: boolean) =>
      client({
        onExpired: async () => {
          asked += 1;
          return again;
        },
      });
    expect(await failure(answer(false)('GET /settings'))).toMatchObject({ kind: 'unauthenticated', fromServer: true });
    expect([asked, server.seen.length]).toEqual([1, 1]);
    expect((await failure(answer(true)('GET /settings'))).kind).toBe('unauthenticated');
    expect([asked, server.seen.length]).toEqual([2, 3]);
  });

  test('does not ask after a wrong password at login, nor where sign-in is closed for somebody who was invited', async () => {
    server.answer = json(401, { message: 'Closed for you' });
    const api = client({ token: () => 'of another', onExpired: () => Promise.reject(new Error('asked')) });
    expect((await failure(api('POST /auth/login', { body: secretBody }))).message).toBe('Closed for you');
    const body = { token: 'mailed', password: 'long enough', password_confirmation: 'long enough' };
    expect((await failure(api('POST /auth/invitation/accept', { body }))).message).toBe('Closed for you');
  });
});
