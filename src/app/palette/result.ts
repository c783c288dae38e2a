// What the command palette finds: a record, a screen, an action or a saved view.

import { textMatcher } from '../../contract/searchText.ts';
import type { IconName } from '../../ui/Icon.tsx';

export type ResultKind = 'person' | 'company' | 'controller' | 'screen' | 'action' | 'view';

export interface Result {
  kind: ResultKind;
  /** Unique among those of its kind. */
  id: string;
  icon: IconName | 'plus';
  label: string;
  detail?: string;
  /** The address it leads to, or what it does. */
  target: string | (() => void);
  /** A second place that it leads to, such as a person's attendance. */
  second?: { label: string; target: string };
}

export interface ResultGroup {
  title: string;
  results: readonly Result[];
  /** More may come. */
  isSearching?: boolean;
  /** How far a list is read, where the server does not search. */
  progress?: { done: number; total: number };
  cancel?(): void;
  /** Why results are missing. */
  note?: string;
  retry?(): void;
}

export const keyOf = ({ kind, id }: Pick<Result, 'kind' | 'id'>) => `${kind} ${id}`;

export function matching(results: readonly Result[], query: string): Result[] {
  const matches = textMatcher(query);
  return results.filter(({ label, detail = '' }) => matches([label, detail]));
}
