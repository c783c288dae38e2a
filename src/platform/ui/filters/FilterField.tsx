// Frame of a filter: label, control, and the text below it.

import { type ReactNode, useId } from 'react';
import * as field from '../forms/Field.module.css';
import * as layout from '../layout/layout.module.css';
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
  hint?: ReactNode;
  children(control: FilterControl): ReactNode;
}

export function FilterField({ label, error, hint, children }: FilterFieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: field.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': note ? noteId : undefined,
      })}
      {note && (
        <p id={noteId} role={error ? 'alert' : undefined} className={error ? s.error : layout.hint}>
          {note}
        </p>
      )}
    </div>
  );
}
