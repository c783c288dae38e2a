// Writes: one submit at a time, busy always ends, stale lists reload, each failure is shown once.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useAction } from '../../../../src/platform/hooks/useAction.ts';
import { useResource } from '../../../../src/platform/hooks/useResource.ts';
import { Toasts } from '../../../../src/platform/ui/feedback/Toasts.tsx';
import { ConfirmCall } from '../../../../src/platform/ui/overlays/Confirm.tsx';
import { byRole, cleanup, click, maybeByRole, text, until } from '../../../support/console/render.tsx';
import { json, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { acting, renderHook, renderInSession } from './support.tsx';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await cleanup();
  await server.stop();
});

const useDeletion = () => useAction('DELETE /roles/{id}');

test('ignores a second submit while busy', async () => {
  let go: (() => void) | undefined;
  server.answer = (response, request) =>
    new Promise((resolve) => {
      go = () => resolve(json(200, { success: true })(response, request));
    });
  const hook = await renderHook(server, useDeletion);
  let outcomes: unknown[] = [];
  await acting(() => {
    void Promise.all([hook.now.run({ id: 1 }), hook.now.run({ id: 1 })]).then((all) => {
      outcomes = all;
    });
  });
  expect(hook.now.busy).toBe(true);
  await until(() => go);
  go?.();
  await until(() => outcomes.length === 2);
  expect(outcomes).toMatchObject([{ ok: true }, { ok: false }]);
  expect([server.seen.length, hook.now.busy]).toEqual([1, false]);
});

test('confirms success and reloads the list', async () => {
  server.answer = json(200, { success: true, data: [] });
  await renderInSession(server, <Toasts />);
  const hook = await renderHook(server, () => ({ ...useDeletion(), list: useResource('GET /roles', {}) }));
  await until(() => hook.now.list.data);
  await acting(() => hook.now.run({ id: 1 }));
  await until(() => text().includes('Role deleted successfully'));
  await until(() => server.seen.filter(({ method }) => method === 'GET').length === 2);
});

test('a write stays a success if what follows it throws, and the browser reports that', async () => {
  const reported: unknown[] = [];
  vi.stubGlobal('reportError', (error: unknown) => reported.push(error));
  const mistake = new Error('in the code');
  server.answer = json(200, { success: true });
  await renderInSession(server, <Toasts />);
  const hook = await renderHook(server, () =>
    useAction('DELETE /roles/{id}', {
      after() {
        throw mistake;
      },
    }),
  );
  let outcome: unknown;
  await acting(async () => {
    outcome = await hook.now.run({ id: 1 });
  });
  vi.unstubAllGlobals();
  expect(outcome).toMatchObject({ ok: true });
  expect(hook.now).toMatchObject({ busy: false, error: undefined });
  expect(text()).toContain('Role deleted successfully');
  expect(reported).toEqual([mistake]);
});

test.each([
  [json(409, { message: 'Role is in use' }), 'Role is in use'],
  [json(500, {}), 'Failed to delete role. HTTP error! status: 500'],
])('shows a failure in the form, ends busy and keeps the list', async (answer, words) => {
  server.answer = answer;
  const hook = await renderHook(server, useDeletion);
  await acting(() => hook.now.run({ id: 1 }));
  expect(hook.now).toMatchObject({ busy: false, error: words });
  await acting(() => hook.now.clear());
  expect(hook.now.error).toBeUndefined();
});

test('a question, which has no fields, shows what is wrong with them', async () => {
  server.answer = json(422, { message: 'The given data was invalid.', errors: { id: ['The role is in use.'] } });
  const question = { title: 'Delete Role', message: 'Sure?', confirmLabel: 'Delete', onClose() {} };
  await renderInSession(server, <ConfirmCall {...question} call="DELETE /roles/{id}" args={{ id: 1 }} />);
  await click(byRole('button', 'Delete'));
  await until(() => text(byRole('alert')) === 'The given data was invalid. The role is in use.');
});

test.each([
  ['a toast', { report: 'toast' }, () => {}],
  ['what is left of a form that has closed', {}, (clear: () => void) => clear()],
] as const)('%s, which has no fields, shows what is wrong with them', async (_, options, leave) => {
  server.answer = json(422, { message: 'The given data was invalid.', errors: { id: ['The role is in use.'] } });
  await renderInSession(server, <Toasts />);
  const hook = await renderHook(server, () => useAction('DELETE /roles/{id}', options));
  await acting(async () => {
    const outcome = hook.now.run({ id: 1 });
    leave(hook.now.clear);
    await outcome;
  });
  await until(() => text(byRole('alert')) === 'The given data was invalid. The role is in use.');
});

test('reloads the list when no answer tells whether it was done', async () => {
  let isDone = false;
  server.answer = (response, { method }) => {
    if (method === 'GET') return json(200, { data: isDone ? [] : [{ id: 1, name: 'auditor' }] })(response);
    isDone = true;
    response.destroy();
  };
  const hook = await renderHook(server, () => ({ ...useDeletion(), list: useResource('GET /roles', {}) }));
  await until(() => hook.now.list.data?.total === 1);
  await acting(() => hook.now.run({ id: 1 }));
  await until(() => hook.now.list.data?.total === 0);
  expect(hook.now.error).toContain('cannot be reached');
});

test('reloads the list when the record no longer exists', async () => {
  server.answer = json(200, { data: [] });
  const hook = await renderHook(server, () => ({ deletion: useDeletion(), list: useResource('GET /roles', {}) }));
  const asked = () => server.seen.filter(({ method, path }) => method === 'GET' && path.startsWith('/roles')).length;
  await until(() => !hook.now.list.loading);
  server.answer = json(404, { message: 'Role not found' });
  const before = asked();
  await acting(() => hook.now.deletion.run({ id: 1 }));
  await until(() => asked() > before);
  expect(hook.now.deletion.error).toBe('Role not found');
});

test('shows a failure that arrives after its confirmation was closed as a toast', async () => {
  let fail = () => {};
  server.answer = (response, request) =>
    new Promise((resolve) => {
      fail = () => resolve(json(409, { message: 'It is needed' })(response, request));
    });
  await renderInSession(server, <Toasts />);
  const hook = await renderHook(server, useDeletion);
  let running: Promise<unknown> = Promise.resolve();
  await acting(() => void (running = hook.now.run({ id: 1 })));
  await until(() => server.seen.length === 1);
  await acting(() => hook.now.clear());
  await acting(async () => {
    fail();
    await running;
  });
  await until(() => maybeByRole('alert', /It is needed/));
  expect(hook.now.error).toBeUndefined();
});

test('shows a failure that nothing else shows as a toast', async () => {
  server.answer = json(500, { message: 'No' });
  await renderInSession(server, <Toasts />);
  const hook = await renderHook(server, () => useAction('DELETE /roles/{id}', { report: 'toast' }));
  await acting(() => hook.now.run({ id: 1 }));
  await until(() => maybeByRole('alert', /No/));
  expect(hook.now.error).toBeUndefined();
});
