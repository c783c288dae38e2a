// The address of a screen as a view keeps it: the filters, without what belongs to the moment.

import { paths } from '../../platform/boot/paths.ts';
import type { SavedView } from '../../shared/contract/views.ts';

const passing = ['page', 'panel', 'record', 'open', 'add', 'export'];

export function viewQuery(search: string): string {
  const params = new URLSearchParams(search);
  for (const name of passing) params.delete(name);
  return params.toString();
}

/** A screen with filters set. */
export const isWorthSaving = (path: string, search: string): boolean =>
  path !== paths.dashboard && path !== paths.profile && viewQuery(search) !== '';

export const viewAddress = ({ path, query }: Pick<SavedView, 'path' | 'query'>): string =>
  query ? `${path}?${query}` : path;
