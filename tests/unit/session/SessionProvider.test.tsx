// How a session starts and ends beside what people do: a server that cannot be reached, other tabs, a token
// that is refused in mid-work by several calls at once.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { useSession } from '../../../src/session/SessionProvider.tsx';
import { cleanup, until } from '../../support/render.tsx';
import { json, startScriptedServer, type ScriptedServer } from '../../support/scriptedServer.ts';
import { acting, renderHook } from '../hooks/support.tsx';

let server: ScriptedServer;
const ada = { id: 1, name: 'Ada', email: 'ada@example.com', roles: [] };

beforeEach(async () => {
  server = await startScriptedServer();
  server.answer = json(200, { success: true, data: ada });
  localStorage.setItem('auth_token', 'a token');
});
afterEach(async () => {
  await cleanup();
  localStorage.clear();
  await server.stop();
});

const restored = async () => {
  const hook = await renderHook(server, useSession);
  await until(() => hook.now.session.status === 'signedIn');
  return hook;
};

/** What the browser tells the other tabs. */
const tellOtherTabs = () => acting(() => window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' })));

test('without a token nobody is asked', async () => {
  localStorage.clear();
  const hook = await renderHook(server, useSession);
  expect([hook.now.session, server.seen]).toEqual([{ status: 'signedOut', left: false, notice: undefined }, []]);
});

test('a server that cannot be reached is tried twice more, then login says so and the token is gone', async () => {
  const tries: number[] = [];
  server.answer = (response) => {
    tries.push(Date.now());
    response.destroy();
  };
  const hook = await renderHook(server, useSession);
  await until(() => hook.now.session.status === 'signedOut');
  expect(hook.now.session).toMatchObject({ notice: expect.stringContaining('cannot be reached') });
  expect([tries.length, localStorage.getItem('auth_token')]).toEqual([3, null]);
});

test('a failure of the first try only is not noticed', async () => {
  let isFirst = true;
  server.answer = (response, request) => {
    if (isFirst) response.destroy();
    else void json(200, { data: ada })(response, request);
    isFirst = false;
  };
  await restored();
});

test('a user that is missing from the answer removes the token', async () => {
  server.answer = json(200, { success: true, data: null });
  const hook = await renderHook(server, useSession);
  await until(() => hook.now.session.status === 'signedOut');
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('a sign-out in another tab ends this one too, and a sign-in restores it', async () => {
  const hook = await restored();
  localStorage.removeItem('auth_token');
  await tellOtherTabs();
  expect(hook.now.session).toEqual({ status: 'signedOut', left: false });
  localStorage.setItem('auth_token', 'another');
  await tellOtherTabs();
  await until(() => hook.now.session.status === 'signedIn');
});

test('calls refused at once wait for the same sign-in, and are all repeated', async () => {
  const hook = await restored();
  server.answer = (response, request) =>
    json(request.headers.authorization === 'Bearer new' ? 200 : 401, { success: true, data: [], message: 'Ended' })(
      response,
      request,
    );
  const answers: unknown[] = [];
  await acting(() => {
    void hook.now.api('GET /settings').then(({ data }) => answers.push(data));
    void hook.now.api('GET /settings/url-types').then(({ data }) => answers.push(data));
  });
  await until(() => hook.now.session.status === 'expired' && server.seen.length === 3);
  expect(hook.now.session).toMatchObject({ message: 'Ended' });
  await acting(() => hook.now.enter({ token: 'new', user: { ...ada, role: '', companies: [], created_at: '' } }));
  await until(() => answers.length === 2);
  expect([answers, hook.now.session.status]).toEqual([[[], []], 'signedIn']);
});

test.each([
  ['of the same person in another tab keeps the screen that waits for one', ada, ['signedIn'], [[]]],
  ['of somebody else does not', { ...ada, id: 2, name: 'Bob' }, ['restoring', 'signedIn'], ['Ended']],
])('a sign-in %s', async (_, user, statuses, outcome) => {
  const seen = new Set<string>();
  const hook = await renderHook(server, () => {
    const value = useSession();
    seen.add(value.session.status);
    return value;
  });
  await until(() => hook.now.session.status === 'signedIn');
  server.answer = (response, request) => {
    const data = request.path === '/auth/user' ? user : [];
    const isNew = request.headers.authorization === 'Bearer new';
    return (isNew ? json(200, { data }) : json(401, { message: 'Ended' }))(response, request);
  };
  const outcomes: unknown[] = [];
  await acting(() => {
    void hook.now.api('GET /settings').then(
      ({ data }) => outcomes.push(data),
      (error: Error) => outcomes.push(error.message),
    );
  });
  await until(() => hook.now.session.status === 'expired');
  seen.clear();
  localStorage.setItem('auth_token', 'new');
  await tellOtherTabs();
  await until(() => hook.now.session.status === 'signedIn' && outcomes.length > 0);
  expect([[...seen], outcomes]).toEqual([statuses, outcome]);
  expect(hook.now.session).toMatchObject({ user: { name: user.name } });
});

test('a screen that waits for a sign-in stays, also when a start elsewhere has removed the refused token', async () => {
  const hook = await restored();
  server.answer = json(401, { message: 'Ended' });
  await acting(() => void hook.now.api('GET /settings').catch(() => {}));
  await until(() => hook.now.session.status === 'expired');
  localStorage.clear();
  await tellOtherTabs();
  expect(hook.now.session.status).toBe('expired');
});

test('signing out gives the token back, and forgets it whatever the server says', async () => {
  const hook = await restored();
  server.answer = json(500, {});
  await acting(() => hook.now.leave());
  const { path, headers } = server.seen.at(-1) ?? {};
  expect([path, headers?.authorization]).toEqual(['/auth/logout', 'Bearer a token']);
  expect([hook.now.session.status, localStorage.getItem('auth_token')]).toEqual(['signedOut', null]);
});
