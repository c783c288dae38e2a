// Saved views: names for addresses of screens. Our server stores them per user; for other servers, this browser does.

import { useMemo, useState, useSyncExternalStore } from 'react';
import { paths } from '../../platform/boot/paths.ts';
import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { toast } from '../../platform/hooks/toasts.ts';
import { type Action, type Outcome, useAction } from '../../platform/hooks/useAction.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import type { Args, WriteKey } from '../../shared/contract/calls.ts';
import { list } from '../../shared/contract/decode.ts';
import { validate } from '../../shared/contract/validate.ts';
import { type SavedView, savedView, viewRules, calls as viewsCalls } from '../../shared/contract/views.ts';

export interface ViewStore {
  views: readonly SavedView[];
  loading: boolean;
  /** Why the views could not be read. */
  failed: string | undefined;
  reload(): void;
  busy: boolean;
  /** Why the last change failed. */
  error: string | undefined;
  add(view: Pick<SavedView, 'name' | 'path' | 'query'>): Promise<Outcome<unknown>>;
  change(id: number, fields: Partial<Pick<SavedView, 'name' | 'query'>>): Promise<Outcome<unknown>>;
  /** Undefined if views cannot be shared. A null role ends the sharing. */
  share?(id: number, roleId: number | null): Promise<Outcome<unknown>>;
  remove(id: number): Promise<Outcome<unknown>>;
  place(ids: readonly number[]): Promise<Outcome<unknown>>;
}

export function useViews(): ViewStore {
  const user = useUser();
  const isOnServer = hasFeature(user, 'saved_views');
  const onServer = useServerViews(isOnServer);
  const inBrowser = useBrowserViews(user.id);
  return isOnServer ? onServer : inBrowser;
}

function useServerViews(isUsed: boolean): ViewStore {
  const list = useResource('GET /views', isUsed ? {} : null);
  const add = useAction('POST /views');
  const change = useAction('PUT /views/{id}');
  const remove = useAction('DELETE /views/{id}');
  const place = useAction('PUT /views/order', { quiet: true });
  const share = useAction('PUT /views/{id}/role');
  const mayShare = useCanCall()('PUT /views/{id}/role');
  const all: Pick<Action<WriteKey>, 'busy' | 'error' | 'clear'>[] = [add, change, remove, place, share];
  /** Clears the errors of earlier changes first. */
  function run<K extends WriteKey>(action: Action<K>, args: Args<K>) {
    for (const { clear } of all) clear();
    return action.run(args);
  }
  return {
    views: list.data ?? [],
    loading: list.loading,
    // Says what failed, as the server's message alone would lack context in the sidebar.
    failed: list.error && `${list.failed}. ${list.error.message}`,
    reload: list.reload,
    busy: all.some(({ busy }) => busy),
    error: all.find(({ error }) => error)?.error,
    add: (body) => run(add, { body }),
    change: (id, body) => run(change, { id, body }),
    ...(mayShare && { share: (id, role_id) => run(share, { id, body: { role_id } }) }),
    remove: (id) => run(remove, { id }),
    place: (ids) => run(place, { body: { ids: [...ids] } }),
  };
}

// Saved views in this browser's storage, per user.

const keyOf = (userId: number) => `views ${userId}`;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener); // changes in other tabs
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function parsed(text: string | null): SavedView[] {
  try {
    return list(savedView)(JSON.parse(text ?? '[]'));
  } catch {
    return []; // not ours, or truncated
  }
}

function useBrowserViews(userId: number): ViewStore {
  const text = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(userId)));
  const views = useMemo(() => parsed(text), [text]);
  const [error, setError] = useState<string>();

  async function store(
    next: readonly SavedView[],
    done: string = viewsCalls['POST /views'].done,
  ): Promise<Outcome<unknown>> {
    const fields = next.map((view) => validate(viewRules, view)).find((found) => Object.keys(found).length > 0);
    if (fields) return { ok: false, fields };
    if (!keepInBrowser(keyOf(userId), JSON.stringify(next))) {
      setError(viewsCalls['POST /views'].failed);
      return { ok: false, fields: {} };
    }
    setError(undefined);
    for (const listener of listeners) listener();
    if (done) toast.good(done);
    return { ok: true, answered: { data: undefined, message: '', unread: [] } };
  }

  return {
    views,
    loading: false,
    failed: undefined,
    reload() {},
    busy: false,
    error,
    add: (view) => store([...views, { ...view, id: Math.max(0, ...views.map(({ id }) => id)) + 1 }]),
    change: (id, fields) => store(views.map((view) => (view.id === id ? { ...view, ...fields } : view))),
    remove: (id) =>
      store(
        views.filter((view) => view.id !== id),
        viewsCalls['DELETE /views/{id}'].done,
      ),
    place: (ids) =>
      store(
        ids.flatMap((id) => views.filter((view) => view.id === id)),
        '',
      ),
  };
}

const passing = ['page', 'panel', 'record', 'open', 'add', 'export'];

export function viewQuery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  return params.toString();
}

/** Whether a screen has filters set, and so is worth saving. */
export const isWorthSaving = (path: string, search: string): boolean =>
  path !== paths.dashboard && path !== paths.profile && viewQuery(search) !== '';

export const viewAddress = ({ path, query }: Pick<SavedView, 'path' | 'query'>): string =>
  query ? `${path}?${query}` : path;
