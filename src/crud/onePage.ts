// A list that is not paged, as the only page of one.

import type { Page } from '../contract/decode.ts';
import type { Resource } from '../hooks/useResource.ts';

export function onePage<T>({ data, ...rest }: Resource<T[]>): Resource<Page<T>> {
  const page = data && { data, total: data.length, last_page: 1, current_page: 1, per_page: data.length };
  return { ...rest, data: page };
}
