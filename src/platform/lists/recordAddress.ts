// Addresses of the page of one record: '/employees?id=17&tab=timesheet'. The build has one page for each path, so
// that links and reloads work on any host; the record travels in the query.

import { addressOf } from '../../shared/words/address.ts';

export const recordParams = { id: '', tab: '' };
/** The record whose form is open, over its page or over the list; 0 for none. */
export const editParams = { edit: 0 };

/** `filters` are those of the tab's list. */
export const recordAddress = (
  path: string,
  id: number,
  tab?: string,
  filters: Readonly<Record<string, string | number | undefined>> = {},
): string => addressOf(path, { id, tab, ...filters });
