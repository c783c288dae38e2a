// How a screen shows its records: as cards, as a list, or in a way of its own. Each screen's choice is kept in this browser.

import { keep } from '../boot/siteData.ts';

const storageKey = (records: string) => `view of ${records}`;

/** `records` as RecordKind calls them in the plural. */
export const rememberedView = (records: string): string => localStorage.getItem(storageKey(records)) ?? 'cards';

export const rememberView = (records: string, view: string): boolean => keep(storageKey(records), view);

/** A list, or a matrix, has room for more than a page of cards. A server that does not know per_page sends its own number. */
export const inView = <P extends { view: string; per_page: string }>(params: P): P =>
  params.view !== 'cards' && !params.per_page ? { ...params, per_page: '100' } : params;

// Parameters in the address of every list of records: page, search and order.

export const listing = { page: 1, per_page: '', q: '', sort: '' };

export type Listing = typeof listing;
