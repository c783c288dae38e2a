// Frame of a filter: label, control, and hint and error below it.

import { type ReactNode, useId } from 'react';
import * as field from '../forms/Field.module.css';

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
  const notesId = `${id}-notes`;
  const hasNotes = Boolean(hint || error);
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: field.input,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': hasNotes ? notesId : undefined,
      })}
      {hasNotes && (
        <div id={notesId} className={field.notes}>
          {hint && <p>{hint}</p>}
          {error && (
            <p role="alert" className={field.error}>
              {error}
            </p>
          )}
        </div>
      )}
    </div>
  );
}
