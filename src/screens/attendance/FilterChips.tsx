// The filters that are set. One at its default cannot be removed.

import { Badge } from '../../ui/data/Badge.tsx';
import { Chip } from '../../ui/filters/Chip.tsx';
import { isAtDefault } from './filters.ts';
import type { ActiveFilter } from './filterWords.ts';
import type { Filters } from './list.ts';

interface FilterChipsProps {
  active: readonly ActiveFilter[];
  filters: Filters;
  defaults: Filters;
  onChange(change: Partial<Filters>): void;
}

export function FilterChips({ active, filters, defaults, onChange }: FilterChipsProps) {
  return active.map(({ fields, label, value }) =>
    isAtDefault(fields, filters, defaults) ? (
      <Badge key={label} tone="neutral">
        {label}: {value}
      </Badge>
    ) : (
      <Chip
        key={label}
        label={label}
        value={value}
        onRemove={() => onChange(Object.fromEntries(fields.map((field) => [field, defaults[field]])))}
      />
    ),
  );
}
