// What several queries have in common.

import { integer, oneOf, optional, text } from '../decode.ts';

/** By name, or by when they were added; '-' turns the order around. Without one, ours sorts by name. */
export const sortOrders = ['name', '-name', 'created', '-created'] as const;
export type SortOrder = (typeof sortOrders)[number];

export const paging = { page: optional(integer), per_page: optional(integer) };

/** A search over all pages, and the order. Only of use where the server announces 'search'. */
export const listing = { ...paging, q: optional(text), sort: optional(oneOf(...sortOrders)) };
