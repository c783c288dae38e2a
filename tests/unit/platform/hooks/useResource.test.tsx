// Reads and their races, against a real HTTP server that answers in any order.

import { useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { useRemembered, useResource } from '../../../../src/platform/hooks/useResource.ts';
import { useConnection } from '../../../../src/platform/session/session.tsx';
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

function usePaged(useReading = useResource<'GET /roles'>) {
  const [page, setPage] = useState<number | null>(1);
  const resource = useReading('GET /roles', page === null ? null : { query: { page } });
  return { ...resource, setPage };
}

const roleNamed = (name: string) => ({ id: 1, name, permissions: [] });
const namesOf = (resource: { data?: { data: { name: string }[] } }) => resource.data?.data.map(({ name }) => name);

function answerWithPath(release?: (path: string, go: () => void) => void) {
  server.answer = (response, request) =>
    new Promise<void>((resolve) => {
      const go = () => {
        void json(200, { success: true, data: [roleNamed(request.path)] })(response, request);
        resolve();
      };
      response.on('close', () => resolve());
      if (release) release(request.path, go);
      else go();
    });
}

test('never has what was read with other arguments: neither while the new answer is awaited, nor if it fails', async () => {
  const gates = new Map<string, () => void>();
  answerWithPath((path, go) => gates.set(path, go));
  const hook = await renderHook(server, () => usePaged());
  await until(() => gates.has('/roles?page=1'));
  gates.get('/roles?page=1')?.();
  await until(() => namesOf(hook.now)?.[0] === '/roles?page=1');

  await acting(() => hook.now.setPage(2));
  await until(() => gates.has('/roles?page=2'));
  expect([hook.now.data, hook.now.loading]).toEqual([undefined, true]);
  server.answer = json(500, { message: 'Out of order' });
  await acting(() => hook.now.setPage(3));
  await until(() => hook.now.error);
  expect([hook.now.data, hook.now.loading]).toEqual([undefined, false]);
});

test('a list keeps the page before until the next one is there, but not if that fails', async () => {
  const gates = new Map<string, () => void>();
  answerWithPath((path, go) => gates.set(path, go));
  const hook = await renderHook(server, () => usePaged(useRemembered));
  await until(() => gates.has('/roles?page=1'));
  gates.get('/roles?page=1')?.();
  await until(() => namesOf(hook.now)?.[0] === '/roles?page=1');
  await acting(() => hook.now.setPage(2));
  await until(() => gates.has('/roles?page=2'));
  expect([namesOf(hook.now), hook.now.loading]).toEqual([['/roles?page=1'], true]);
  server.answer = json(500, { message: 'Out of order' });
  await acting(() => hook.now.setPage(3));
  await until(() => hook.now.error);
  expect(hook.now.data).toBeUndefined();
});

test('never replaces a newer answer by a slow older one, and a list keeps the old data meanwhile', async () => {
  const gates = new Map<string, () => void>();
  answerWithPath((path, go) => gates.set(path, go));
  const drawn: (string | undefined)[] = [];
  const hook = await renderHook(server, () => {
    const resource = usePaged(useRemembered);
    drawn.push(namesOf(resource)?.[0]);
    return resource;
  });
  await until(() => gates.has('/roles?page=1'));
  gates.get('/roles?page=1')?.();
  await until(() => namesOf(hook.now)?.[0] === '/roles?page=1');

  await acting(() => hook.now.setPage(2));
  await until(() => gates.has('/roles?page=2'));
  expect([namesOf(hook.now), hook.now.loading]).toEqual([['/roles?page=1'], true]);
  await acting(() => hook.now.setPage(3));
  await until(() => gates.has('/roles?page=3'));
  gates.get('/roles?page=3')?.();
  await until(() => !hook.now.loading);
  gates.get('/roles?page=2')?.();
  await acting(() => hook.now.setPage(4));
  await until(() => gates.has('/roles?page=4'));
  gates.get('/roles?page=4')?.();
  await until(() => !hook.now.loading);
  expect([...new Set(drawn)]).toEqual([undefined, '/roles?page=1', '/roles?page=3', '/roles?page=4']);
});

test('aborts the request on unmount', async () => {
  let aborted = false;
  let asked = false;
  server.answer = (response) => {
    asked = true;
    response.on('close', () => {
      aborted = !response.writableEnded;
    });
  };
  await renderHook(server, () => usePaged());
  await until(() => asked);
  await cleanup();
  await until(() => aborted);
});

test('shares equal requests, and still answers one subscriber when the other leaves', async () => {
  const gates = new Map<string, () => void>();
  answerWithPath((path, go) => gates.set(path, go));
  const both = await renderHook(server, () => ({ first: usePaged(), second: usePaged() }));
  await until(() => gates.has('/roles?page=1'));
  await acting(() => both.now.first.setPage(null));
  gates.get('/roles?page=1')?.();
  await until(() => namesOf(both.now.second));
  expect(server.seen.map(({ path }) => path)).toEqual(['/roles?page=1']);
  expect(both.now.first).toMatchObject({ data: undefined, loading: false });
});

test('reloads once wherever a call is shown after a write made it stale', async () => {
  answerWithPath();
  const hook = await renderHook(server, () => ({
    first: usePaged(),
    second: usePaged(),
    queries: useConnection().queries,
  }));
  await until(() => !hook.now.first.loading && !hook.now.second.loading);
  await acting(() => hook.now.queries.invalidate(['GET /roles']));
  await until(() => !hook.now.first.loading && !hook.now.second.loading);
  expect(server.seen).toHaveLength(2);
  await acting(() => hook.now.queries.invalidate(['GET /users']));
  expect(server.seen).toHaveLength(2);
});

test('never uses the answer of a request that began before the write', async () => {
  const gates: (() => void)[] = [];
  answerWithPath((_, go) => gates.push(go));
  const hook = await renderHook(server, () => ({ ...usePaged(), queries: useConnection().queries }));
  await until(() => gates.length === 1);
  await acting(() => hook.now.queries.invalidate(['GET /roles']));
  await until(() => gates.length === 2);
  expect(server.seen).toHaveLength(2);
});

test('keeps the old data on a failure; Retry loads again', async () => {
  answerWithPath();
  const hook = await renderHook(server, () => usePaged());
  await until(() => hook.now.data);
  server.answer = json(500, { message: 'Out of order' });
  await acting(() => hook.now.reload());
  await until(() => !hook.now.loading);
  expect([hook.now.error?.message, namesOf(hook.now)]).toEqual(['Out of order', ['/roles?page=1']]);
  answerWithPath();
  await acting(() => hook.now.reload());
  await until(() => !hook.now.loading);
  expect(hook.now.error).toBeUndefined();
});

test('reports an answer that cannot be decoded as an error', async () => {
  server.answer = json(200, { success: true, data: 'surprise' });
  const hook = await renderHook(server, () => usePaged());
  await until(() => hook.now.error);
  expect(hook.now.error?.kind).toBe('unreadable');
});
