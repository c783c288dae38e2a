// Views of a screen's records: as cards, as a list, or in its own way. Each screen's choice is kept in this browser.

import { keepInBrowser } from '../boot/siteData.ts';

const storageKey = (records: string) => `view of ${records}`;

/** `records` is the plural from RecordKind. */
export const rememberedView = (records: string): string => localStorage.getItem(storageKey(records)) ?? 'cards';

export const rememberView = (records: string, view: string): boolean => keepInBrowser(storageKey(records), view);

/** Requests more records for a list or matrix than for cards. A server without per_page sends its own number. */
export const withViewPageSize = <P extends { view: string; per_page: string }>(params: P): P =>
  params.view !== 'cards' && !params.per_page ? { ...params, per_page: '100' } : params;

// Parameters in the address of every list of records: page, search and order.

export const listing = { page: 1, per_page: '', q: '', sort: '' };

export type Listing = typeof listing;
