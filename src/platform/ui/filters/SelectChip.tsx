// Chip whose filter is chosen from options, by a select if there are few, by a search if there are many.

import type { ReactNode } from 'react';
import { labelOf, type Option } from '../option.ts';
import { Chip } from './Chip.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { SearchSelect } from './SearchSelect.tsx';

interface SelectChipProps {
  label: string;
  /** '' for all. */
  value: string;
  options: readonly Option[];
  /** Text while options are missing. */
  missing?: string;
  hint?: ReactNode;
  hasMany?: boolean;
  /** Finds further options, if there are too many for a list. */
  onType?(text: string): void;
  /** Replaces 'All' among the options. */
  allLabel?: string;
  onChange(value: string): void;
}

export function SelectChip({ hasMany = false, allLabel = 'All', onType, onChange, ...choice }: SelectChipProps) {
  const { label, value, options } = choice;
  return (
    <Chip
      label={label}
      value={value ? labelOf(options, value) : 'All'}
      onRemove={value ? () => onChange('') : undefined}
    >
      {(close) => {
        function choose(chosen: string) {
          onChange(chosen);
          // In a select, arrow keys choose every option that they pass.
          if (hasMany || !isByKeys()) close();
        }
        if (hasMany) return <SearchSelect {...choice} allLabel={allLabel} onType={onType} onChange={choose} />;
        return <FilterSelect {...choice} options={[{ value: '', label: allLabel }, ...options]} onChange={choose} />;
      }}
    </Chip>
  );
}

/** Whether the focus arrived by keyboard. */
const isByKeys = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;
