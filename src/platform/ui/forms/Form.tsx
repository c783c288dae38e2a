// Form with our own validation instead of the browser's. Shows errors without a field on top, focuses the first
// invalid field, and focuses the first empty one when the form is restarted.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormContext, type FormState, type KnownFields, KnownFieldsContext } from '../../hooks/formState.ts';
import { withFields } from '../../hooks/useAction.ts';
import { Banner } from '../feedback/Banner.tsx';
import * as s from './Form.module.css';

interface FormProps {
  form: FormState;
  id?: string;
  label?: string;
  children: ReactNode;
}

export function Form({ form, id, label, children }: FormProps) {
  const ref = useRef<HTMLFormElement>(null);
  const [fields] = useState<KnownFields>(() => new Map());
  /** Whether no field with an error was shown at the last attempt. */
  const [isHidden, setHidden] = useState(false);
  const error = form.error ?? (isHidden && withFields('', form.errors));

  useGrowth(form.attempts, () => {
    const invalid = ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    setHidden(!invalid);
  });

  useGrowth(form.restarts, () => {
    const fields = ref.current?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [];
    [...fields].find((field) => field.value === '')?.focus();
  });

  useEffect(() => {
    if (error) ref.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [error]);

  return (
    <form
      ref={ref}
      id={id}
      noValidate
      aria-label={label}
      className={s.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) form.submit();
      }}
    >
      {error && <Banner tone="bad">{error}</Banner>}
      <KnownFieldsContext value={fields}>
        <FormContext value={form}>{children}</FormContext>
      </KnownFieldsContext>
    </form>
  );
}

/** Calls `act` after each rendering with a larger count than before. */
function useGrowth(count: number, act: () => void) {
  const seen = useRef(count);
  useEffect(() => {
    if (count > seen.current) act();
    seen.current = count;
  });
}
