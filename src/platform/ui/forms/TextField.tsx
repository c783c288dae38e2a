import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import * as s from './Field.module.css';

type InputProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'autoComplete' | 'inputMode' | 'min' | 'max' | 'step' | 'spellCheck'
>;

export type TextFieldProps = FieldProps &
  InputProps & {
    type?: 'text' | 'email' | 'url' | 'password' | 'tel' | 'number' | 'date' | 'time';
    /** Renders content after the input, whose id it receives. */
    trailing?: (inputId: string) => ReactNode;
  };

export function TextField(props: TextFieldProps) {
  const { type = 'text', placeholder, autoComplete, inputMode, min, max, step, spellCheck, trailing } = props;
  const input = { type, placeholder, autoComplete, inputMode, min, max, step, spellCheck };
  return (
    <Field {...props}>
      {({ control, frozen, value, change }) => (
        <div className={trailing && s.withTrailing}>
          <input
            {...control}
            {...input}
            readOnly={control.readOnly || frozen}
            className={s.input}
            value={value}
            onChange={(event) => change(event.target.value)}
          />
          {trailing?.(control.id)}
        </div>
      )}
    </Field>
  );
}
