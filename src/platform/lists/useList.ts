// List named by the address: its page, filters and records. Shows the previous records while it loads.

import type { Answer, ReadKey } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { ListCall, Params, Widened } from '../hooks/searchParams.ts';
import { type ChangeParams, type TurnTo, useExistingPage, useListParams } from '../hooks/useListParams.ts';
import { type Resource, useRemembered } from '../hooks/useResource.ts';
import { useSettledParams } from '../hooks/useSettled.ts';

interface AddressedPage<T, P extends Params> {
  list: Resource<T>;
  /** Props for PagedList. */
  pages: { list: Resource<T>; page: number; onPage: TurnTo };
  params: Widened<P>;
  change: ChangeParams<Widened<P>>;
}

/** Calls for lists with pages. */
type PagedKey = { [K in ReadKey]: Answer<K> extends Page<unknown> ? K : never }[ReadKey];

/** A search in the address is only requested once typing has paused. */
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
