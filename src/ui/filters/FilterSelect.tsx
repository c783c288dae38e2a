// One choice of a few, among a list's filters.

import type { Option } from '../option.ts';
import { FilterField } from './FilterField.tsx';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  /** Said while the options are not all there: that they are on their way, or were not loaded. */
  missing?: string;
  onChange(value: string): void;
}

export function FilterSelect({ label, value, options, missing, onChange }: FilterSelectProps) {
  return (
    <FilterField label={label}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
          {missing && <option disabled>{missing}</option>}
        </select>
      )}
    </FilterField>
  );
}
