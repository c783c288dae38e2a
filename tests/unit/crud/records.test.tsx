// A new record is looked up on the current page, then on the last one.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cardId, useCreatedRecord } from '../../../src/crud/useCreatedRecord.ts';
import { cleanup } from '../../support/render.tsx';
import { startScriptedServer, type ScriptedServer } from '../../support/scriptedServer.ts';
import { acting, renderHook } from '../hooks/support.tsx';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await cleanup();
  await server.stop();
});

function pageOf(id: number, page: number) {
  const data = { data: [{ id }], total: 3, last_page: 3, current_page: page, per_page: 1 };
  return { data, unread: [], error: undefined, failed: '', loading: false, reload() {} };
}

test.each([
  ['found on the last page, which is then shown', 8, [[3]], true],
  ['found on neither page, and the search ends', 9, [[3]], false],
])('a new record is %s', async (_, created, visits, isFound) => {
  const goTo = vi.fn<(page: number) => void>();
  document.body.insertAdjacentHTML('beforeend', `<article id="${cardId(8)}" tabindex="-1"></article>`);
  const hook = await renderHook(server, () => {
    const page = goTo.mock.lastCall?.[0] ?? 1;
    return useCreatedRecord(pageOf(page === 3 ? 8 : 1, page), page, goTo);
  });
  await acting(() => hook.now(created));
  expect(goTo.mock.calls).toEqual(visits);
  expect(document.activeElement?.id === cardId(8)).toBe(isFound);
  document.getElementById(cardId(8))?.remove();
});
