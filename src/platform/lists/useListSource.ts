// List named by the address, as search, order and export need it. A server that announces 'search' searches and sorts
// all pages itself; from other servers, pages come as they are.

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
import { longestSearch } from '../ui/forms/SearchBox.tsx';
import type { Listing } from './listView.ts';

export interface ListSource<T> {
  /** The page last requested. Shows the previous records while it loads. */
  list: Resource<T>;
  /** Whether the server searches and sorts. */
  searches: boolean;
  /** The search last requested, which is delayed while the user types. */
  requestedSearch: string;
  /** Name of the list including filters, the same for all its pages. */
  name: string;
  /** Requests a page of the whole list or, if the server searches, of what matches the search. */
  ask(page: number, width: number | undefined, signal: AbortSignal): Promise<Answered<T>>;
  /** Calls back when a write has made the list stale. */
  watch(reload: () => void): () => void;
}

export interface AddressedList<T, P> extends ListSource<T> {
  params: P;
  change: ChangeParams<P>;
  turnTo: TurnTo;
}

/** Loads nothing while `isWanted` is false. */
export function useListSource<K extends ReadKey, P extends Params & Listing>(
  { key, params: source, args }: ListCall<K, P>,
  isWanted = true,
): AddressedList<Answer<K>, Widened<P>> {
  const { api, queries } = useConnection();
  const searches = useHasFeature('search');
  const [given, change, , turnTo] = useListParams(source);
  // The address may have been written by hand.
  const params = useMemo(() => ({ ...given, q: String(given.q).slice(0, longestSearch) }), [given]);
  const settled = useSettledParams(params);
  // Other servers would ignore these, so requests to them must not depend on them.
  const plain = { ...params, q: '', sort: '' };
  const requested = searches ? settled : { ...plain, page: params.q || params.sort ? 1 : params.page };
  const watch = useCallback((reload: () => void) => queries.watch(key, reload), [queries, key]);
  return {
    list: useRemembered(key, isWanted ? args(requested) : null),
    searches,
    requestedSearch: requested.q,
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

/** Turns an unpaged list into the only page of a paged one, which the console searches and sorts. */
export function useOnePage<T, P>({ list, ask, ...source }: AddressedList<T[], P>): AddressedList<Page<T>, P> {
  const data = useMemo(() => list.data && onlyPage(list.data), [list.data]);
  return {
    ...source,
    searches: false,
    requestedSearch: '',
    list: { ...list, data },
    async ask(...given) {
      const { data: rows, ...rest } = await ask(...given);
      return { ...rest, data: onlyPage(rows) };
    },
  };
}
