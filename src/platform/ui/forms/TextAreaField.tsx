import clsx from 'clsx';
import { Field, type FieldProps } from './Field.tsx';
import * as field from './Field.module.css';
import * as s from './TextAreaField.module.css';

export function TextAreaField({ rows, ...props }: FieldProps & { rows: number }) {
  return (
    <Field {...props}>
      {({ control, frozen, value, change }) => (
        <textarea
          {...control}
          rows={rows}
          readOnly={control.readOnly || frozen}
          className={clsx(field.input, s.textArea)}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
