// The list that the address names: its page and filters, and the records. Those last seen are shown while it loads.

import type { Answer, ReadKey } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { ListCall, Params, Widened } from '../hooks/searchParams.ts';
import { type ChangeParams, type TurnTo, useExistingPage, useListParams } from '../hooks/useListParams.ts';
import { type Resource, useRemembered } from '../hooks/useResource.ts';
import { useSettledParams } from '../hooks/useSettled.ts';

interface AddressedPage<T, P extends Params> {
  list: Resource<T>;
  /** As PagedList takes them. */
  pages: { list: Resource<T>; page: number; onPage: TurnTo };
  params: Widened<P>;
  change: ChangeParams<Widened<P>>;
}

/** The lists that have pages. */
type PagedKey = { [K in ReadKey]: Answer<K> extends Page<unknown> ? K : never }[ReadKey];

/** A search, if the address may hold one, is requested once typing has paused. */
export function useList<K extends PagedKey, P extends Params & { page: number }>({
  key,
  params: source,
  args,
}: ListCall<K, P>): AddressedPage<Answer<K>, P> {
  const [params, change, , turnTo] = useListParams(source);
  const answer = useRemembered(key, args(useSettledParams(params)));
  const isSearched = 'q' in params && params.q !== '';
  const page = Number(params.page);
  const list = useExistingPage(answer, page, turnTo, isSearched);
  return { list, pages: { list, page, onPage: turnTo }, params, change };
}
