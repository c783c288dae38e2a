// A result of the command palette: a record, a screen, an action or a saved view.

import type { IconName } from '../../platform/ui/Icon.tsx';
import { folded, textMatcher } from '../../shared/contract/searchText.ts';

export interface Result {
  kind: 'person' | 'company' | 'controller' | 'screen' | 'action' | 'view';
  /** Unique among those of its kind. */
  id: string;
  icon: IconName | 'plus';
  label: string;
  detail?: string;
  /** What people also call it. */
  words?: string;
  /** The address it leads to, or what it does. */
  target: string | (() => void);
  /** A second place that it leads to, such as a person's attendance. */
  second?: { label: string; target: string };
}

export interface ResultGroup {
  title: string;
  results: readonly Result[];
  /** True while more results may come. */
  isSearching?: boolean;
  /** Progress of reading the list, where the server does not search. */
  progress?: { done: number; total: number };
  cancel?(): void;
  /** Why results are missing. */
  note?: string;
  retry?(): void;
}

/** The records that a search finds; and those that its words find that are no verbs, for what can be done with them. */
export interface FoundRecords {
  groups: readonly ResultGroup[];
  objects: Pick<ResultGroup, 'results' | 'isSearching'>;
}

export const keyOf = ({ kind, id }: { kind: string; id: string }) => `${kind} ${id}`;

export function matching(results: readonly Result[], query: string): Result[] {
  const matches = textMatcher(query);
  return results.filter(({ label, detail = '', words = '' }) => matches([label, detail, words]));
}

/** The lower, the better: its name is what was typed, begins with it, has all the words, or these stand elsewhere. */
const ranks = { same: 0, beginning: 1, name: 2, elsewhere: 3, nothing: 4 };

function rankOf({ label }: Result, query: string): number {
  const [name, typed] = [folded(label), folded(query)];
  if (name === typed) return ranks.same;
  if (name.startsWith(typed)) return ranks.beginning;
  return textMatcher(query)([label]) ? ranks.name : ranks.elsewhere;
}

/** True if the name matches, and not, for example, the name of the company. */
export const isFoundByName = (result: Result, query: string): boolean => rankOf(result, query) < ranks.elsewhere;

/** The best match first, whatever its kind: in each group, and the groups by their first result. */
export function ranked(groups: readonly ResultGroup[], query: string): ResultGroup[] {
  const rank = (result: Result | undefined) => (result ? rankOf(result, query) : ranks.nothing);
  return groups
    .map((group) => ({ ...group, results: group.results.toSorted((one, other) => rank(one) - rank(other)) }))
    .sort((one, other) => rank(one.results[0]) - rank(other.results[0]));
}
