// The list that the address names, as search, order and export need it. A server that announces 'search' searches and
// sorts all pages itself; from any other the page comes as it is.

import { useCallback, useMemo } from 'react';
import type { Answer, ReadKey } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { Answered } from '../api/client.ts';
import { requestName } from '../api/queries.ts';
import { onlyPage } from '../bulk/onlyPage.ts';
import type { ListCall, Params, Widened } from '../hooks/searchParams.ts';
import { type ChangeParams, type TurnTo, useListParams } from '../hooks/useListParams.ts';
import { type Resource, useRemembered } from '../hooks/useResource.ts';
import { useSettledParams } from '../hooks/useSettled.ts';
import { useHasFeature } from '../session/permissions.ts';
import { useConnection } from '../session/session.tsx';
import { longestSearch } from '../ui/filters/SearchBox.tsx';
import type { Listing } from './listView.ts';

export interface ListSource<T> {
  /** The page that the server was last asked for. Those last seen are shown while it loads. */
  list: Resource<T>;
  /** Whether the server searches and sorts. */
  searches: boolean;
  /** The search that the server was last asked for: it waits until nobody types. */
  asked: string;
  /** Name of the list with its filters, whatever its page. */
  name: string;
  /** Requests a page of the whole list: of what is searched for, where the server searches. */
  ask(page: number, width: number | undefined, signal: AbortSignal): Promise<Answered<T>>;
  /** Calls back when a write has made the list stale. */
  watch(reload: () => void): () => void;
}

export interface AddressedList<T, P> extends ListSource<T> {
  params: P;
  change: ChangeParams<P>;
  turnTo: TurnTo;
}

/** Loads nothing while it is not wanted. */
export function useListSource<K extends ReadKey, P extends Params & Listing>(
  { key, params: source, args }: ListCall<K, P>,
  isWanted = true,
): AddressedList<Answer<K>, Widened<P>> {
  const { api, queries } = useConnection();
  const searches = useHasFeature('search');
  const [given, change, , turnTo] = useListParams(source);
  // An address may have been made by hand.
  const params = useMemo(() => ({ ...given, q: String(given.q).slice(0, longestSearch) }), [given]);
  const settled = useSettledParams(params);
  // Any other server would ignore them, and what it is asked for must not depend on them.
  const plain = { ...params, q: '', sort: '' };
  const asked = searches ? settled : { ...plain, page: params.q || params.sort ? 1 : params.page };
  const watch = useCallback((reload: () => void) => queries.watch(key, reload), [queries, key]);
  return {
    list: useRemembered(key, isWanted ? args(asked) : null),
    searches,
    asked: asked.q,
    name: requestName(key, args({ ...plain, page: 1, per_page: '' })),
    ask: (page, width, signal) => {
      const wanted = { ...(searches ? params : plain), page, per_page: width === undefined ? '' : String(width) };
      return api(key, args(wanted), { signal });
    },
    watch,
    params,
    change,
    turnTo,
  };
}

/** A list that is not paged, as the only page of one. The console searches and sorts it. */
export function useOnePage<T, P>({ list, ask, ...source }: AddressedList<T[], P>): AddressedList<Page<T>, P> {
  const data = useMemo(() => list.data && onlyPage(list.data), [list.data]);
  return {
    ...source,
    searches: false,
    asked: '',
    list: { ...list, data },
    async ask(...given) {
      const { data: rows, ...rest } = await ask(...given);
      return { ...rest, data: onlyPage(rows) };
    },
  };
}
