// Several lines of text.

import clsx from 'clsx';
import { Field, type FieldProps } from './Field.tsx';
import * as field from './Field.module.css';
import * as s from './TextAreaField.module.css';

type TextAreaFieldProps<K extends string> = FieldProps<K, string> & { rows?: number; placeholder?: string };

export function TextAreaField<K extends string>({ rows = 3, placeholder, ...props }: TextAreaFieldProps<K>) {
  const { form, field: name } = props;
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          placeholder={placeholder}
          className={clsx(field.input, s.textArea)}
          value={form.values[name]}
          onChange={(event) => form.set(name, event.target.value)}
        />
      )}
    </Field>
  );
}
