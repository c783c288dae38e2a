// Parts that all fields share: their value in the surrounding form, and the frame of label, hint and error.

import { type ReactNode, useId } from 'react';
import { isText, useFormValue, useKnownField } from '../../hooks/formState.ts';
import { StatusIcon } from '../StatusIcon.tsx';
import * as s from './Field.module.css';

export interface FieldProps {
  /** Name of the value in the form. */
  name: string;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  readOnly?: boolean;
  /** Makes it read-only, and shows why. */
  lockedReason?: string;
  autoFocus?: boolean;
  /** Whether its value can be written but never read. */
  isSecret?: boolean;
}

interface ControlProps {
  id: string;
  name: string;
  required: boolean;
  readOnly: boolean;
  autoFocus: boolean;
  /** Read by dialogs, which open after the browser has looked for autofocus. */
  'data-autofocus': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldParts<T> {
  value: T;
  change(value: T): void;
  control: ControlProps;
  /** Whether the form is being saved, for controls without readOnly. */
  frozen: boolean;
  /** Hint and error that describe the control. */
  notes: ReactNode;
}

/** `inWords` returns a value as people read it. */
export function useField<T>(
  props: FieldProps,
  is: (value: unknown) => value is T,
  inWords: (value: T) => string,
): FieldParts<T> {
  const {
    name,
    label,
    hint,
    lockedReason,
    isSecret = false,
    required = false,
    readOnly = false,
    autoFocus = false,
  } = props;
  const { value, change, error, frozen } = useFormValue(name, is);
  useKnownField(name, { label, isSecret, inWords: (other) => (is(other) ? inWords(other) : '') });
  const id = useId();
  const notesId = `${id}notes`;
  const hasNotes = Boolean(hint || lockedReason || error);
  return {
    value,
    change,
    frozen,
    control: {
      id,
      name,
      required,
      readOnly: readOnly || lockedReason !== undefined,
      autoFocus,
      'data-autofocus': autoFocus || undefined,
      'aria-invalid': error ? true : undefined,
      'aria-describedby': hasNotes ? notesId : undefined,
    },
    notes: hasNotes && (
      <div id={notesId} className={s.notes}>
        {hint && <p>{hint}</p>}
        {lockedReason && (
          <p className={s.note}>
            <StatusIcon name="lock" />
            {lockedReason}
          </p>
        )}
        {error && (
          <p className={s.error}>
            <StatusIcon name="warning" />
            {error}
          </p>
        )}
      </div>
    ),
  };
}

/** Rendered next to the label rather than in it, so that the label is just the name. */
export const RequiredMark = () => (
  <span aria-hidden="true" className={s.mark}>
    *
  </span>
);

const asItIs = (value: string) => value;

interface TextualFieldProps extends FieldProps {
  inWords?: (value: string) => string;
  children: (parts: FieldParts<string>) => ReactNode;
}

/** Frame around a control whose value is text. */
export function Field({ inWords = asItIs, children, ...props }: TextualFieldProps) {
  const parts = useField(props, isText, inWords);
  return (
    <div className={s.field}>
      <div className={s.head}>
        <label htmlFor={parts.control.id}>{props.label}</label>
        {props.required && <RequiredMark />}
      </div>
      {children(parts)}
      {parts.notes}
    </div>
  );
}
