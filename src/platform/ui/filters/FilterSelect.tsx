import type { ReactNode } from 'react';
import type { Option } from '../option.ts';
import { FilterField } from './FilterField.tsx';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly Option[];
  /** Text while options are missing, as they are loading or failed to load. */
  missing?: string;
  hint?: ReactNode;
  onChange(value: string): void;
}

export function FilterSelect({ label, value, options, missing, hint, onChange }: FilterSelectProps) {
  return (
    <FilterField label={label} hint={hint}>
      {(control) => (
        <select {...control} value={value} onChange={(event) => onChange(event.target.value)}>
          {options.map((option) => (
            <option key={option.value} value={option.value} dir="auto">
              {option.label}
            </option>
          ))}
          {missing && <option disabled>{missing}</option>}
        </select>
      )}
    </FilterField>
  );
}
