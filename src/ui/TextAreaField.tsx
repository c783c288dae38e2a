// Several lines of text.

import clsx from 'clsx';
import { Field, type FieldProps } from './Field.tsx';
import * as s from './Field.module.css';

type TextAreaFieldProps<K extends string> = FieldProps<K, string> & { rows?: number; placeholder?: string };

export function TextAreaField<K extends string>({ rows = 3, placeholder, ...props }: TextAreaFieldProps<K>) {
  const { form, field } = props;
  return (
    <Field {...props}>
      {(control) => (
        <textarea
          {...control}
          rows={rows}
          placeholder={placeholder}
          className={clsx(s.input, s.textArea)}
          value={form.values[field]}
          onChange={(event) => form.set(field, event.target.value)}
        />
      )}
    </Field>
  );
}
