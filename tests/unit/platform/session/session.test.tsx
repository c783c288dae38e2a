// The session's reducer and what dispatches to it: how a session starts, ends and expires, and what other tabs do to
// it.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { useResource } from '../../../../src/platform/hooks/useResource.ts';
import { type Connection, createConnection } from '../../../../src/platform/session/connection.ts';
import {
  createSession,
  firstState,
  type Session,
  SessionProvider,
  type SessionState,
  sessionReducer,
  useSession,
  useUser,
} from '../../../../src/platform/session/session.tsx';
import { cleanup, render, until } from '../../../support/console/render.tsx';
import { json, raw, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { acting } from '../hooks/support.tsx';

let server: ScriptedServer;
let connection: Connection;
let session: Session;
let states: SessionState[];
let refusals: number;
let end: () => void;
const ada = { id: 1, name: 'Ada', email: 'ada@example.com', roles: [] };

beforeEach(async () => {
  server = await startScriptedServer();
  server.answer = json(200, { success: true, data: ada });
  localStorage.setItem('auth_token', 'a token');
  states = [];
  refusals = 0;
  end = () => {};
  // Skips the pauses between attempts to reach the server, recognized by their lengths.
  const { setTimeout } = globalThis;
  const pauses = [900, 1_800];
  vi.stubGlobal('setTimeout', (act: () => void, delay?: number, ...rest: unknown[]) =>
    setTimeout(act, pauses.includes(delay ?? 0) ? 0 : delay, ...rest),
  );
});
afterEach(async () => {
  end();
  await cleanup();
  vi.unstubAllGlobals();
  await server.stop();
});

/** Starts the session and records its states, as React's reducer would have them. */
function startSession() {
  connection = createConnection(server.base, () => import('../../../../src/app/ahead.ts'));
  const { onRefused } = connection;
  connection.onRefused = (decide) =>
    onRefused((...refused) => {
      refusals += 1;
      return decide(...refused);
    });
  const first = firstState(connection);
  states.push(first);
  const made = createSession(connection, first, (action) => states.push(sessionReducer(state(), action)));
  session = made.session;
  end = made.begin();
}

const state = () => {
  const latest = states.at(-1);
  if (!latest) throw new Error('The session has not started');
  return latest;
};
const status = () => state().status;

async function restored() {
  startSession();
  await until(() => status() === 'signedIn');
}

/** Makes the server refuse the token until the user signs in again, and makes a call that is refused. */
async function expire(outcomes: unknown[] = []) {
  server.answer = (response, request) => {
    const isNew = request.headers.authorization === 'Bearer new';
    return json(isNew ? 200 : 401, { success: true, data: [], message: 'Ended' })(response, request);
  };
  connection.api('GET /settings').then(
    ({ data }) => outcomes.push(data),
    (error: Error) => outcomes.push(error.message),
  );
  await until(() => status() === 'expired');
}

const tellOtherTabs = () => window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
const loginAnswer = {
  token: 'new',
  user: {
    ...ada,
    role: '',
    companies: [],
    created_at: '',
    features: [],
    business_timezone: '',
    second_factor_due: false,
  },
};

test('is signed out without a token, and asks the server nothing', () => {
  localStorage.clear();
  startSession();
  expect([state(), server.seen]).toEqual([{ status: 'signedOut', byChoice: false }, []]);
});

test('tries an unreachable server twice more, then signs out with a notice and removes the token', async () => {
  let tries = 0;
  server.answer = (response) => {
    tries += 1;
    response.destroy();
  };
  startSession();
  await until(() => status() === 'signedOut');
  expect(state()).toMatchObject({ byChoice: false, notice: expect.stringContaining('cannot be reached') });
  expect([tries, localStorage.getItem('auth_token')]).toEqual([3, null]);
});

const cut: ScriptedServer['answer'] = (response) => void response.destroy();

test.each([
  { how: 'by a lost connection', fail: cut },
  { how: 'by the page of a proxy', fail: raw(502, 'text/html', '<h1>Bad Gateway</h1>') },
  { how: 'by a server that starts', fail: json(503, { success: false, message: 'Starting' }) },
])('recovers when only the first attempt fails $how', async ({ fail }) => {
  let isFirst = true;
  server.answer = (response, request) => {
    if (isFirst) void fail(response, request);
    else void json(200, { data: ada })(response, request);
    isFirst = false;
  };
  await restored();
});

test('removes the token when the answer contains no user', async () => {
  server.answer = json(200, { success: true, data: null });
  startSession();
  await until(() => status() === 'signedOut');
  expect(localStorage.getItem('auth_token')).toBeNull();
});

test('follows a sign-out and a sign-in in another tab', async () => {
  await restored();
  localStorage.removeItem('auth_token');
  tellOtherTabs();
  expect(state()).toEqual({ status: 'signedOut', byChoice: false });
  localStorage.setItem('auth_token', 'another');
  tellOtherTabs();
  await until(() => status() === 'signedIn');
});

test('keeps a signed-in screen when the sign-in of another tab cannot be checked', async () => {
  await restored();
  server.answer = json(503, { success: false, message: 'Restarting' });
  localStorage.setItem('auth_token', 'another');
  tellOtherTabs();
  await until(() => status() === 'expired');
  expect(state()).toMatchObject({ user: { id: 1 }, message: 'Restarting' });
  expect(localStorage.getItem('auth_token')).toBe('another');
});

test('calls as the user whom it shows, whoever has signed in in another tab', async () => {
  await restored();
  const bearers: unknown[] = [];
  server.answer = (response, request) => {
    const isWho = request.path === '/auth/user';
    if (!isWho) bearers.push(request.headers.authorization);
    return json(isWho ? 503 : 200, { success: true, data: [], message: 'Restarting' })(response, request);
  };
  localStorage.setItem('auth_token', 'another');
  await connection.api('GET /settings');
  tellOtherTabs();
  await until(() => status() === 'expired');
  session.declineReauthentication();
  await connection.api('GET /settings');
  expect(bearers).toEqual(['Bearer a token', 'Bearer a token']);
});

describe('a page that Back shows again from the browser’s cache', () => {
  const transit = (type: 'pagehide' | 'pageshow', persisted: boolean) =>
    window.dispatchEvent(Object.assign(new Event(type), { persisted }));

  test('shows nothing of the user, and is loaded again', async () => {
    await restored();
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    transit('pagehide', true);
    expect(document.body.hidden).toBe(true);
    transit('pageshow', true);
    expect(reload).toHaveBeenCalledOnce();
    reload.mockRestore();
    document.body.hidden = false;
  });

  test('signed out, finds out who is signed in', async () => {
    await restored();
    localStorage.clear();
    tellOtherTabs();
    await until(() => status() === 'signedOut');
    transit('pagehide', true);
    expect(document.body.hidden).toBe(false);
    localStorage.setItem('auth_token', 'another');
    transit('pageshow', true);
    expect(state()).toEqual({ status: 'restoring' });
    await until(() => status() === 'signedIn');
  });

  test('kept while the server is asked, it signs nobody out when the browser ends that request', async () => {
    server.answer = json(401, { message: 'Ended' });
    startSession();
    const { promise } = connection.queries.load('GET /auth/user', {});
    transit('pagehide', true);
    await expect(promise).rejects.toThrow('Ended');
    await new Promise((resolve) => setTimeout(resolve)); // everything else that waits for it has been told by then
    expect([status(), localStorage.getItem('auth_token')]).toEqual(['restoring', 'a token']);
  });

  test('is left alone by a page that is closed or loaded for the first time', async () => {
    await restored();
    const asked = server.seen.length;
    transit('pagehide', false);
    transit('pageshow', false);
    expect([status(), server.seen.length]).toEqual(['signedIn', asked]);
  });
});

test('repeats all refused calls after one sign-in', async () => {
  await restored();
  const answers: unknown[] = [];
  await expire(answers);
  connection.api('GET /settings/url-types').then(
    ({ data }) => answers.push(data),
    () => {},
  );
  await until(() => refusals === 2);
  expect(state()).toEqual({ status: 'expired', user: expect.objectContaining({ id: 1 }), message: 'Ended' });
  session.enter(loginAnswer);
  await until(() => answers.length === 2);
  expect([answers, status()]).toEqual([[[], []], 'signedIn']);
});

/** Makes a call whose refusal arrives only once the returned function is called. */
async function refuseLater(outcomes: unknown[]): Promise<() => void> {
  let refuse = () => {};
  server.answer = (response, request) => {
    refuse = () => json(401, { message: 'Ended' })(response, request);
  };
  const asked = server.seen.length;
  connection.api('GET /attention/counts').then(
    ({ data }) => outcomes.push(data),
    (error: Error) => outcomes.push(error.message),
  );
  await until(() => server.seen.length > asked);
  return () => refuse();
}

const counts = { exceptions: 1, controllers: null, hr: null };

test('repeats a call whose refusal comes after the sign-in, and asks for no other one', async () => {
  await restored();
  const outcomes: unknown[] = [];
  const refuse = await refuseLater(outcomes);
  await expire();
  session.enter(loginAnswer);
  const before = states.length;
  server.answer = json(200, { data: counts });
  refuse();
  await until(() => outcomes.length > 0);
  expect([outcomes, states.length]).toEqual([[counts], before]);
});

test('fails such a call if somebody else signed in meanwhile, and the new session goes on', async () => {
  await restored();
  const outcomes: unknown[] = [];
  const refuse = await refuseLater(outcomes);
  server.answer = json(200, {});
  await session.leave();
  session.enter({ ...loginAnswer, user: { ...loginAnswer.user, id: 2 } });
  refuse();
  await until(() => outcomes.length > 0);
  expect([outcomes, state()]).toEqual([['Ended'], { status: 'signedIn', user: expect.objectContaining({ id: 2 }) }]);
});

test('a slow refresh of the one who signed out does not replace the one who signed in', async () => {
  await restored();
  let respond = () => {};
  server.answer = (response, request) => {
    respond = () => json(200, { data: ada })(response, request);
  };
  const asked = server.seen.length;
  const refreshing = session.refresh();
  await until(() => server.seen.length > asked);
  server.answer = json(200, {});
  await session.leave();
  session.enter({ ...loginAnswer, user: { ...loginAnswer.user, id: 2 } });
  respond();
  await refreshing;
  expect(state()).toEqual({ status: 'signedIn', user: expect.objectContaining({ id: 2 }) });
});

test('follows a sign-out in another tab of which a refusal tells first', async () => {
  await restored();
  const outcomes: unknown[] = [];
  const refuse = await refuseLater(outcomes);
  localStorage.removeItem('auth_token');
  refuse();
  await until(() => outcomes.length > 0);
  tellOtherTabs();
  expect([outcomes, state()]).toEqual([['Ended'], { status: 'signedOut', byChoice: false }]);
});

test('keeps the user and fails the refused call when the sign-in is declined', async () => {
  await restored();
  const outcomes: unknown[] = [];
  await expire(outcomes);
  session.declineReauthentication();
  await until(() => outcomes.length > 0);
  expect([outcomes, state()]).toEqual([['Ended'], { status: 'signedIn', user: expect.objectContaining({ id: 1 }) }]);
});

test.each([
  ['the same user', ada, [[]]],
  ['another user', { ...ada, id: 2, name: 'Bob' }, ['Ended']],
])('a sign-in as %s in another tab ends the wait, and repeats only this user’s calls', async (_, user, outcome) => {
  await restored();
  const outcomes: unknown[] = [];
  await expire(outcomes);
  server.answer = json(200, { data: user });
  const refused = server.answer;
  server.answer = (response, request) =>
    request.path === '/auth/user' ? refused(response, request) : json(200, { data: [] })(response, request);
  const before = states.length;
  localStorage.setItem('auth_token', 'new');
  tellOtherTabs();
  await until(() => status() === 'signedIn' && outcomes.length > 0);
  expect([states.slice(before).map((seen) => seen.status), outcomes]).toEqual([['signedIn'], outcome]);
  expect(state()).toMatchObject({ user: { name: user.name } });
});

test('stays expired when another tab removes the refused token', async () => {
  await restored();
  await expire();
  localStorage.clear();
  tellOtherTabs();
  expect(status()).toBe('expired');
});

test('gives the token back on sign-out, and forgets it whatever the server answers', async () => {
  await restored();
  server.answer = json(500, {});
  await session.leave();
  const { path, headers } = server.seen.at(-1) ?? {};
  expect([path, headers?.authorization]).toEqual(['/auth/logout', 'Bearer a token']);
  expect([state(), localStorage.getItem('auth_token')]).toEqual([{ status: 'signedOut', byChoice: true }, null]);
});

test('stays signed out when a refusal or a refreshed user arrives after the sign-out', async () => {
  await restored();
  const refreshed = session.refresh();
  await session.leave();
  await refreshed.catch(() => {});
  server.answer = json(401, { message: 'Ended' });
  await expect(connection.api('GET /settings')).rejects.toThrow('Ended');
  session.declineReauthentication();
  expect(state()).toEqual({ status: 'signedOut', byChoice: true });
});

test('an expired session renders only what shows the session', async () => {
  connection = createConnection(server.base, () => import('../../../../src/app/ahead.ts'));
  await connection.queries.load('GET /auth/user', {}).promise;
  server.answer = json(200, { data: [] });
  const renders = { session: 0, user: 0, resource: 0 };
  function ShowsSession() {
    renders.session += 1;
    return useSession().status;
  }
  function ShowsUser() {
    renders.user += 1;
    return useUser().name;
  }
  function ShowsResource() {
    renders.resource += 1;
    return useResource('GET /settings/url-types', {}).loading ? 'loading' : 'loaded';
  }
  const page = await render(
    <SessionProvider connection={connection}>
      <ShowsSession /> <ShowsUser /> <ShowsResource />
    </SessionProvider>,
  );
  await until(() => page.textContent?.includes('loaded'));
  const before = { ...renders };
  server.answer = json(401, { message: 'Ended' });
  await acting(() => void connection.api('GET /settings').catch(() => {}));
  await until(() => page.textContent?.includes('expired'));
  expect(renders).toEqual({ ...before, session: before.session + 1 });
});
