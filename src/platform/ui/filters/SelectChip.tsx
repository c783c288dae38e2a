// A chip whose filter is chosen from a few options.

import { labelOf, type Option } from '../option.ts';
import { Chip } from './Chip.tsx';
import { FilterSelect } from './FilterSelect.tsx';

interface SelectChipProps {
  label: string;
  /** '' for all. */
  value: string;
  options: readonly Option[];
  /** Replaces 'All' where the options are shown. */
  allLabel?: string;
  onChange(value: string): void;
}

export function SelectChip({ label, value, options, allLabel = 'All', onChange }: SelectChipProps) {
  return (
    <Chip
      label={label}
      value={value ? labelOf(options, value) : 'All'}
      onRemove={value ? () => onChange('') : undefined}
    >
      {(close) => (
        <FilterSelect
          label={label}
          value={value}
          options={[{ value: '', label: allLabel }, ...options]}
          onChange={(chosen) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </Chip>
  );
}
