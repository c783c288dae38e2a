import { FilterField } from './FilterField.tsx';

interface FilterDateProps {
  label: string;
  value: string;
  error?: string;
  onChange(value: string): void;
  onBlur?(): void;
}

export function FilterDate({ label, value, error, onChange, onBlur }: FilterDateProps) {
  return (
    <FilterField label={label} error={error}>
      {(control) => (
        <input
          {...control}
          type="date"
          max="9999-12-31"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onBlur={onBlur}
        />
      )}
    </FilterField>
  );
}
