// Wraps known records as the only page of a list.

import type { Page } from '../../shared/contract/decode.ts';
import type { AskPage } from '../export/read/readPages.ts';

export function onlyPage<T>(records: readonly T[]): Page<T> {
  const data = [...records];
  return { data, total: data.length, last_page: 1, current_page: 1, per_page: data.length };
}

export function askOnlyPage<T>(records: readonly T[]): AskPage<T> {
  return async () => ({ data: onlyPage(records), message: '', unread: [] });
}
