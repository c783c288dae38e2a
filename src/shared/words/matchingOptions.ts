// The choices that a typed text may mean: first those with words that begin so, then those that contain it anywhere.

import { folded, searchedWords, textMatcher } from '../contract/searchText.ts';

interface Labelled {
  label: string;
  detail?: string;
}

export function matchingOptions<O extends Labelled>(options: readonly O[], typed: string): readonly O[] {
  const search = folded(typed).trim();
  if (!search) return options;
  // A text of signs alone would begin every word.
  const begins = searchedWords(typed).length > 0 ? textMatcher(typed) : () => false;
  const first: O[] = [];
  const others: O[] = [];
  for (const option of options) {
    const { label, detail = '' } = option;
    if (begins([label, detail])) first.push(option);
    else if (folded(`${label} ${detail}`).includes(search)) others.push(option);
  }
  return [...first, ...others];
}
