import { hasFeature, useCanCall } from '../../platform/session/permissions.ts';
import { useUser } from '../../platform/session/session.tsx';
import { useBrowserViews } from './useBrowserViews.ts';
import type { ViewStore } from './viewStore.ts';
import { describeFailure } from '../../platform/api/errors.ts';
import type { WriteKey } from '../../shared/contract/calls.ts';
import { type Action, useAction } from '../../platform/hooks/useAction.ts';
import { useResource } from '../../platform/hooks/useResource.ts';

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
  const all: Pick<Action<WriteKey>, 'busy' | 'error'>[] = [add, change, remove, place, share];
  return {
    views: list.data ?? [],
    loading: list.loading,
    failed: list.error && describeFailure(list.error, list.failed),
    reload: list.reload,
    busy: all.some(({ busy }) => busy),
    error: all.find(({ error }) => error)?.error,
    add: (body) => add.run({ body }),
    change: (id, body) => change.run({ id, body }),
    ...(mayShare && { share: (id, role_id) => share.run({ id, body: { role_id } }) }),
    remove: (id) => remove.run({ id }),
    place: (ids) => place.run({ body: { ids: [...ids] } }),
  };
}
