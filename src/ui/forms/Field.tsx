// What all fields share: the form that they are bound to, and the frame of label, hint and complaint.

import { useId, type ReactNode } from 'react';
import { Sign } from '../Sign.tsx';
import * as s from './Field.module.css';

/** What a form must know so that the kit can show it. */
export interface FormBinding<V extends object> {
  readonly values: Readonly<V>;
  readonly errors: { readonly [K in keyof V]?: string };
  set<K extends keyof V>(field: K, value: V[K]): void;
  submit(): void;
  readonly busy: boolean;
  /** About the form as a whole. */
  readonly error?: string;
  /** Refused submits so far; when it grows, focus goes to the first complaint. */
  readonly attempts: number;
}

/** `field` names one of the form's values, which must be of the type T. */
export interface FieldProps<K extends string, T> {
  form: FormBinding<Record<NoInfer<K>, T>>;
  field: K;
  label: string;
  hint?: ReactNode;
  required?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** Makes it read-only, and says why. */
  lockedReason?: string;
  autoFocus?: boolean;
}

interface ControlProps {
  id: string;
  name: string;
  required: boolean;
  disabled: boolean;
  readOnly: boolean;
  autoFocus: boolean;
  /** For dialogs, which open after the browser has looked for autofocus. */
  'data-autofocus': true | undefined;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldParts {
  control: ControlProps;
  /** What the control is described by. */
  notes: ReactNode;
}

export function useField<K extends string, T>(props: FieldProps<K, T>): FieldParts {
  const { form, field, hint, lockedReason, required = false, disabled = false, autoFocus = false } = props;
  const id = useId();
  const notesId = `${id}notes`;
  const error = form.errors[field];
  const hasNotes = Boolean(hint || lockedReason || error);
  return {
    control: {
      id,
      name: field,
      required,
      disabled,
      readOnly: props.readOnly || lockedReason !== undefined,
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
            <Sign name="lock" />
            {lockedReason}
          </p>
        )}
        {error && (
          <p className={s.error}>
            <Sign name="warning" />
            {error}
          </p>
        )}
      </div>
    ),
  };
}

/** Beside the label and not in it: the label is the plain word. */
export const RequiredMark = () => (
  <span aria-hidden="true" className={s.mark}>
    *
  </span>
);

export function Field<K extends string, T>({
  children,
  ...props
}: FieldProps<K, T> & { children: (control: ControlProps) => ReactNode }) {
  const { control, notes } = useField(props);
  return (
    <div className={s.field}>
      <div className={s.head}>
        <label htmlFor={control.id}>{props.label}</label>
        {props.required && <RequiredMark />}
      </div>
      {children(control)}
      {notes}
    </div>
  );
}
