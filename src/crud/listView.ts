// Whether a screen shows its records as cards or as a list. Each screen's choice is kept in this browser.

export type ListView = 'cards' | 'list';

const storageKey = (records: string) => `view of ${records}`;

/** `records` as RecordKind calls them in the plural. */
export const rememberedView = (records: string): ListView =>
  localStorage.getItem(storageKey(records)) === 'list' ? 'list' : 'cards';

export const rememberView = (records: string, view: ListView): void => localStorage.setItem(storageKey(records), view);

/** A list has room for more than a page of cards. A server that does not know per_page sends its own number. */
export const inView = <P extends { view: string; per_page: string }>(params: P): P =>
  params.view === 'list' && !params.per_page ? { ...params, per_page: '100' } : params;
