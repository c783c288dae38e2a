// The frame of one filter: label, control and error.

import { useId, type ReactNode } from 'react';
import * as field from '../forms/Field.module.css';
import * as s from './FilterField.module.css';

interface FilterControl {
  id: string;
  className: string | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FilterFieldProps {
  label: string;
  error?: string;
  children(control: FilterControl): ReactNode;
}

export function FilterField({ label, error, children }: FilterFieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: field.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? errorId : undefined,
      })}
      {error && (
        <p id={errorId} role="alert" className={s.error}>
          {error}
        </p>
      )}
    </div>
  );
}
