// A chip whose filter is chosen from options: of a few by a select, of many by a search.

import { labelOf, type Option } from '../option.ts';
import { Chip } from './Chip.tsx';
import { FilterSelect } from './FilterSelect.tsx';
import { SearchSelect } from './SearchSelect.tsx';

interface SelectChipProps {
  label: string;
  /** '' for all. */
  value: string;
  options: readonly Option[];
  /** Shown while options are missing. */
  missing?: string;
  hasMany?: boolean;
  /** Finds further options, where there are too many for a list. */
  onType?(text: string): void;
  /** Replaces 'All' where the options are shown. */
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
          // In a select, an arrow key chooses each option that it passes.
          if (hasMany || !isByKeys()) close();
        }
        if (hasMany) return <SearchSelect {...choice} allLabel={allLabel} onType={onType} onChange={choose} />;
        return <FilterSelect {...choice} options={[{ value: '', label: allLabel }, ...options]} onChange={choose} />;
      }}
    </Chip>
  );
}

/** Whether the focus came by keys. */
const isByKeys = (): boolean => document.activeElement?.matches(':focus-visible') ?? false;
