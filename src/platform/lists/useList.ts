// The list that the address names: its page and filters, and the records. Those last seen are shown while it loads.

import type { Answer, ReadKey } from '../../shared/contract/calls.ts';
import type { ListCall, Params, Widened } from '../hooks/searchParams.ts';
import { useListParams, type ChangeParams } from '../hooks/useListParams.ts';
import { useRemembered, type Resource } from '../hooks/useResource.ts';

interface ListState<T, P extends Params> {
  list: Resource<T>;
  params: Widened<P>;
  change: ChangeParams<Widened<P>>;
  defaults: P;
}

export function useList<K extends ReadKey, P extends Params>({
  key,
  params: source,
  args,
}: ListCall<K, P>): ListState<Answer<K>, P> {
  const [params, change, defaults] = useListParams(source);
  return { list: useRemembered(key, args(params)), params, change, defaults };
}
