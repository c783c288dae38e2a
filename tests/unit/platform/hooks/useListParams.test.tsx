// Page and filters live in the URL: choosing pushes, typing replaces, Back restores.

import { afterEach, beforeEach, expect, test } from 'vitest';
import { useListParams } from '../../../../src/platform/hooks/useListParams.ts';
import { cleanup, until } from '../../../support/console/render.tsx';
import { type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { acting, renderHook } from './support.tsx';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
  history.replaceState(null, '', '/employees');
});
afterEach(async () => {
  await cleanup();
  await server.stop();
});

const defaults = { page: 1, company_id: '', q: '' };
const useParams = () => {
  const [params, change] = useListParams(defaults);
  return { params, change };
};

test('pushes a choice, returns to page 1 for a filter, and keeps defaults out of the URL', async () => {
  const hook = await renderHook(server, useParams);
  const entries = history.length;
  await acting(() => hook.now.change({ page: 3 }));
  expect([location.search, hook.now.params.page, history.length]).toEqual(['?page=3', 3, entries + 1]);
  await acting(() => hook.now.change({ company_id: '7' }));
  expect([location.search, hook.now.params]).toEqual(['?company_id=7', { page: 1, company_id: '7', q: '' }]);
  await acting(() => hook.now.change({ company_id: '' }));
  expect(location.search).toBe('');
});

test('replaces while typing, and keeps any text', async () => {
  const hook = await renderHook(server, useParams);
  const entries = history.length;
  for (const q of ['1', '10', '100%41 & ü?#']) await acting(() => hook.now.change({ q }, { replace: true }));
  expect([hook.now.params.q, history.length]).toEqual(['100%41 & ü?#', entries]);
});

test('restores page and filters with Back', async () => {
  const hook = await renderHook(server, useParams);
  await acting(() => hook.now.change({ company_id: '7' }));
  await acting(() => hook.now.change({ page: 2 }));
  await acting(() => history.back());
  await until(() => hook.now.params.page === 1);
  expect(hook.now.params.company_id).toBe('7');
});

test('reads an invalid page as the first', async () => {
  for (const page of ['0', '-1', 'x', '1e3', '99999999999']) {
    history.replaceState(null, '', `/employees?page=${page}`);
    const hook = await renderHook(server, useParams);
    expect(hook.now.params.page).toBe(1);
    await cleanup();
  }
});
