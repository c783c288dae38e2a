// One of several. Locked it shows its choice as text, which can still be reached, read and copied.

import { Field, type FieldProps } from './Field.tsx';
import * as s from './Field.module.css';

interface Choice {
  value: string;
  label: string;
}

type SelectFieldProps<K extends string> = FieldProps<K, string> & {
  options: readonly Choice[];
  /** Stands for the empty value. */
  placeholder?: string;
};

export function SelectField<K extends string>({ options, placeholder, ...props }: SelectFieldProps<K>) {
  const { form, field } = props;
  const value = form.values[field];
  return (
    <Field {...props}>
      {({ readOnly, ...control }) =>
        readOnly ? (
          <input
            {...control}
            readOnly
            className={s.input}
            value={options.find((option) => option.value === value)?.label ?? value}
          />
        ) : (
          <select
            {...control}
            className={s.input}
            value={value}
            onChange={(event) => form.set(field, event.target.value)}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
