import clsx from 'clsx';
import { Field, type FieldProps } from './Field.tsx';
import * as field from './Field.module.css';

export function TextAreaField({ rows, ...props }: FieldProps & { rows: number }) {
  return (
    <Field {...props}>
      {({ control, frozen, value, change }) => (
        <textarea
          {...control}
          rows={rows}
          readOnly={control.readOnly || frozen}
          className={clsx(field.input, field.textArea)}
          value={value}
          onChange={(event) => change(event.target.value)}
        />
      )}
    </Field>
  );
}
