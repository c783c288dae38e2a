// The selected records of what is shown now. Another page or filter has a selection of its own: none.

import { useState } from 'react';

const nothing: ReadonlySet<number> = new Set();

export function useSelection(place: string): [ReadonlySet<number>, (selected: ReadonlySet<number>) => void] {
  const [selection, setSelection] = useState({ place, selected: nothing });
  // Dropped at once, so that it does not come back with the page.
  if (selection.place !== place) setSelection({ place, selected: nothing });
  const selected = selection.place === place ? selection.selected : nothing;
  return [selected, (next) => setSelection({ place, selected: next })];
}
