// The texts of an entry that a search looks at: all that it says, but not the names of its fields.

import { isReference } from '../../../src/shared/contract/audit/entry.ts';
import { actionInWords, thingInWords } from '../../../src/shared/contract/audit/words.ts';
import { folded, searchedWords, textMatcher } from '../../../src/shared/contract/searchText.ts';
import type { StoredEntry } from '../../platform/audit/readAudit.ts';

export function entryMatcher(q: string): (entry: StoredEntry) => boolean {
  const words = searchedWords(q);
  const matches = textMatcher(q);
  return (entry) => {
    const texts = textsOf(entry);
    // Most entries lack a word anywhere, which is seen much faster than where words begin.
    const all = folded(texts.join(' '));
    return words.every((word) => all.includes(word)) && matches(texts);
  };
}

const textsOf = ({ entry, action, subject, values }: StoredEntry): string[] => [
  ...leavesOf(JSON.parse(entry)),
  ...values.map(([, value]) => value),
  actionInWords(action),
  thingInWords(subject),
];

function leavesOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || isReference(value)) return [];
  return Object.values(value).flatMap(leavesOf);
}
