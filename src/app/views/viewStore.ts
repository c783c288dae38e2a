// Saved views: names for addresses of screens. Our server keeps them for each user, this browser does for any other.

import type { Outcome } from '../../platform/hooks/useAction.ts';
import type { SavedView } from '../../shared/contract/views.ts';

export type ViewFields = Pick<SavedView, 'name' | 'path' | 'query'>;

export interface ViewStore {
  views: readonly SavedView[];
  loading: boolean;
  /** Why the views could not be read. */
  failed: string | undefined;
  reload(): void;
  busy: boolean;
  /** Why the last change was not made. */
  error: string | undefined;
  add(view: ViewFields): Promise<Outcome<unknown>>;
  change(id: number, fields: Partial<Pick<SavedView, 'name' | 'query'>>): Promise<Outcome<unknown>>;
  /** Missing where views are nobody else's. Null ends it. */
  share?(id: number, roleId: number | null): Promise<Outcome<unknown>>;
  remove(id: number): Promise<Outcome<unknown>>;
  place(ids: readonly number[]): Promise<Outcome<unknown>>;
}
