// Form with our own validation instead of the browser's. Shows the error about the whole form on top, focuses the first
// invalid field, and focuses the first empty one when the form is restarted.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../feedback/Banner.tsx';
import { FormContext, type FormState, type KnownFields, KnownFieldsContext } from './formState.ts';
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
  const seenAttempts = useRef(form.attempts);
  useEffect(() => {
    if (form.attempts > seenAttempts.current) {
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
    seenAttempts.current = form.attempts;
  }, [form.attempts]);

  const seenRestarts = useRef(form.restarts);
  useEffect(() => {
    if (form.restarts > seenRestarts.current) {
      const fields = ref.current?.querySelectorAll<HTMLInputElement>('input, select, textarea') ?? [];
      [...fields].find((field) => field.value === '')?.focus();
    }
    seenRestarts.current = form.restarts;
  }, [form.restarts]);

  useEffect(() => {
    if (form.error) ref.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [form.error]);

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
      {form.error && <Banner tone="bad">{form.error}</Banner>}
      <KnownFieldsContext value={fields}>
        <FormContext value={form}>{children}</FormContext>
      </KnownFieldsContext>
    </form>
  );
}
