// A new record is looked for on the current page, then where new records are listed.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cardId, useCreatedRecord } from '../../../../src/platform/lists/useCreatedRecord.ts';
import { cleanup } from '../../../support/console/render.tsx';
import { type ScriptedServer, startScriptedServer } from '../../../support/console/scriptedServer.ts';
import { acting, renderHook } from '../hooks/support.tsx';

let server: ScriptedServer;
beforeEach(async () => {
  server = await startScriptedServer();
});
afterEach(async () => {
  await cleanup();
  await server.stop();
});

function pageOf(ids: number[], page: number) {
  const data = { data: ids.map((id) => ({ id })), total: 3, last_page: 3, current_page: page, per_page: 1 };
  return { data, unread: [], error: undefined, failed: '', loading: false, reload() {} };
}

/** Creates a record in a list that has record 8 on its last page, or on its first when sorted by newest. */
async function create(id: number, sorts: boolean) {
  const changes: object[] = [];
  const now = { page: 1, sort: '' };
  const change = vi.fn<(change: Partial<typeof now>) => void>((wanted) => {
    changes.push(wanted);
    Object.assign(now, wanted);
  });
  document.body.insertAdjacentHTML('beforeend', `<article id="${cardId(8)}" tabindex="-1"></article>`);
  const hook = await renderHook(server, () => {
    const ids = now.page === 3 || now.sort === '-created' ? [8] : [1];
    return useCreatedRecord(pageOf(ids, now.page), now.page, sorts, change);
  });
  await acting(() => hook.now(id));
  const isFocused = document.activeElement?.id === cardId(8);
  document.getElementById(cardId(8))?.remove();
  return { changes, isFocused };
}

const shownAll = { q: '', sort: '' };
test.each([
  ['found on the last page, which is then shown', 8, false, [shownAll, { page: 3 }], true],
  ['found on neither page, and the search ends', 9, false, [shownAll, { page: 3 }], false],
  ['found among the newest, where the server sorts', 8, true, [{ q: '' }, { sort: '-created' }], true],
])('a new record is %s', async (_, created, sorts, changes, isFocused) => {
  expect(await create(created, sorts)).toEqual({ changes, isFocused });
});
