// Choice of one option from several, each in the direction of its script, so that a closed select shows the beginning
// of its text. A locked one shows its choice as text, which can be focused, read and copied.

import { labelOf, type Option } from '../option.ts';
import { Field, type FieldProps } from './Field.tsx';
import * as s from './Field.module.css';

type SelectFieldProps = FieldProps & {
  options: readonly Option[];
  /** Label of the empty value. */
  placeholder?: string;
};

export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  return (
    <Field {...props} inWords={(value) => labelOf(options, value)}>
      {({ control: { readOnly, ...control }, frozen, value, change }) =>
        readOnly ? (
          <input {...control} readOnly className={s.input} value={labelOf(options, value)} />
        ) : (
          <select
            {...control}
            disabled={frozen}
            className={s.input}
            value={value}
            onChange={(event) => change(event.target.value)}
          >
            {placeholder && <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} dir="auto">
                {option.label}
              </option>
            ))}
          </select>
        )
      }
    </Field>
  );
}
