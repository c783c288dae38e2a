// One choice among a list's filters.

import { useId } from 'react';
import * as s from './FilterSelect.module.css';

interface FilterSelectProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string }[];
  /** Said while it cannot be used. */
  disabledReason?: string;
  onChange: (value: string) => void;
}

export function FilterSelect({ label, value, options, disabledReason, onChange }: FilterSelectProps) {
  const id = useId();
  return (
    <div className={s.filter}>
      <label htmlFor={id} className={s.label}>
        {label}
      </label>
      <select
        id={id}
        className={s.select}
        value={value}
        disabled={disabledReason !== undefined}
        title={disabledReason}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
