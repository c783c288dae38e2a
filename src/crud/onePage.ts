// A list that comes whole, as a page of its own, for screens that are written for pages.

import type { Page } from '../contract/decode.ts';
import type { Resource } from '../hooks/useResource.ts';

export function onePage<T>(resource: Resource<T[]>): Resource<Page<T>> {
  const { data } = resource;
  if (!data) return { ...resource, data: undefined };
  return {
    ...resource,
    data: { data, total: data.length, last_page: 1, current_page: 1, per_page: data.length },
  };
}
