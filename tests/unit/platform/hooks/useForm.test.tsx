// Forms: invalid values are not sent; the server's errors are shown at their fields.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { useAction } from '../../../../src/platform/hooks/useAction.ts';
import { useForm } from '../../../../src/platform/hooks/useForm.ts';
import { roleRules } from '../../../../src/shared/contract/people.ts';
import { cleanup, until } from '../../../support/console/render.tsx';
import { json, type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { acting, renderHook } from './support.tsx';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await cleanup();
  await server.stop();
});

function useRoleForm() {
  const action = useAction('POST /roles');
  return useForm({
    initial: { name: '', display_name: '', description: '', permissions: [1, 2] },
    rules: roleRules,
    send: (body) => action.run({ body }),
    action,
  });
}

test('does not send invalid values, and counts each attempt', async () => {
  const hook = await renderHook(server, useRoleForm);
  await acting(() => hook.now.submit());
  expect(hook.now).toMatchObject({
    errors: { name: 'Role name is required', display_name: 'Display name is required' },
    attempts: 1,
  });
  await acting(() => hook.now.set('name', 'x'));
  expect(hook.now).toMatchObject({
    errors: { name: undefined, display_name: 'Display name is required' },
    dirty: true,
  });
  expect(server.seen).toEqual([]);
});

test('shows the server’s error at its field until the field changes', async () => {
  server.answer = json(422, { message: 'Please check', errors: { name: ['Role name is taken'] } });
  const hook = await renderHook(server, useRoleForm);
  await acting(() => hook.now.set('name', 'manager'));
  await acting(() => hook.now.set('display_name', 'Manager'));
  await acting(() => hook.now.submit());
  await until(() => !hook.now.busy && hook.now.attempts === 1);
  expect(hook.now).toMatchObject({ error: 'Please check', errors: { name: 'Role name is taken' } });
  expect(hook.now.values.name).toBe('manager');
  await acting(() => hook.now.set('name', 'managers'));
  expect(hook.now.errors.name).toBeUndefined();
});

test('says of the form as a whole what the server says of a field that it does not have', async () => {
  const errors = {
    name: ['Role name is taken'],
    tenant: ['The tenant is full.'],
    'permissions.0': 'No such permission.',
  };
  server.answer = json(422, { message: 'The given data was invalid.', errors });
  const hook = await renderHook(server, useRoleForm);
  await acting(() => hook.now.set('name', 'manager'));
  await acting(() => hook.now.set('display_name', 'Manager'));
  await acting(() => hook.now.submit());
  await until(() => !hook.now.busy && hook.now.attempts === 1);
  expect(hook.now.error).toBe('The given data was invalid. The tenant is full. No such permission.');
  expect(hook.now.errors.name).toBe('Role name is taken');

  server.answer = json(422, { message: 'The tenant is full. (and 1 more error)', errors });
  await acting(() => hook.now.submit());
  await until(() => !hook.now.busy && hook.now.attempts === 2);
  expect(hook.now.error).toBe('The tenant is full. (and 1 more error) No such permission.');
});

test('is no longer dirty when the original values are back', async () => {
  const hook = await renderHook(server, useRoleForm);
  await acting(() => hook.now.set('permissions', [1]));
  expect(hook.now.dirty).toBe(true);
  await acting(() => hook.now.set('permissions', [2, 1]));
  expect(hook.now.dirty).toBe(false);
});
