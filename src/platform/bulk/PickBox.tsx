// Checkbox for a record that is not a table row.

import { useSyncExternalStore } from 'react';
import type { Picks } from '../ui/data/Table.tsx';
import { Checkbox } from '../ui/forms/Checkbox.tsx';

/** A record that can be selected. */
export interface Pick {
  id: number;
  picks: Picks;
}

export function PickBox({ id, picks, name, className }: Pick & { name: string; className?: string }) {
  const isSelected = useSyncExternalStore(picks.subscribe, () => picks.has(id));
  return (
    <Checkbox
      className={className}
      value={id}
      aria-label={`Select ${name}`}
      checked={isSelected}
      onChange={({ target }) => picks.set([id], target.checked)}
    />
  );
}
