// The selected records of the page shown. Another page or filter starts with none.

import { useState } from 'react';

const none: ReadonlySet<number> = new Set();

export function useSelection(key: string): [ReadonlySet<number>, (selected: ReadonlySet<number>) => void] {
  const [selection, setSelection] = useState({ key, selected: none });
  // Dropped at once, so that it does not return with the page.
  if (selection.key !== key) setSelection({ key, selected: none });
  const selected = selection.key === key ? selection.selected : none;
  return [selected, (next) => setSelection({ key, selected: next })];
}
