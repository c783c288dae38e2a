// One line of text.

import type { ComponentProps, ReactNode } from 'react';
import { Field, type FieldProps } from './Field.tsx';
import * as s from './Field.module.css';

type InputProps = Pick<
  ComponentProps<'input'>,
  'placeholder' | 'autoComplete' | 'inputMode' | 'min' | 'max' | 'step' | 'spellCheck'
>;

export type TextFieldProps<K extends string> = FieldProps<K, string> &
  InputProps & {
    type?: 'text' | 'email' | 'url' | 'password' | 'tel' | 'number' | 'date' | 'time' | 'search';
    /** Stands behind the input, whose id it gets. */
    trailing?: (inputId: string) => ReactNode;
  };

export function TextField<K extends string>({
  type = 'text',
  placeholder,
  autoComplete,
  inputMode,
  min,
  max,
  step,
  spellCheck,
  trailing,
  ...props
}: TextFieldProps<K>) {
  const { form, field } = props;
  const input = { type, placeholder, autoComplete, inputMode, min, max, step, spellCheck };
  return (
    <Field {...props}>
      {(control) => (
        <div className={trailing && s.withTrailing}>
          <input
            {...control}
            {...input}
            className={s.input}
            value={form.values[field]}
            onChange={(event) => form.set(field, event.target.value)}
          />
          {trailing?.(control.id)}
        </div>
      )}
    </Field>
  );
}
