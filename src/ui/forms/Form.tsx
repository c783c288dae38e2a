// A form: its own validation instead of the browser's, what went wrong on top, focus on the first complaint.

import { useEffect, useRef, type ReactNode } from 'react';
import clsx from 'clsx';
import { Banner } from '../feedback/Banner.tsx';
import type { FormBinding } from './Field.tsx';
import * as s from './Form.module.css';

interface FormProps<V extends object> {
  form: FormBinding<V>;
  id?: string;
  label?: string;
  className?: string;
  children: ReactNode;
}

export function Form<V extends object>({ form, id, label, className, children }: FormProps<V>) {
  const ref = useRef<HTMLFormElement>(null);
  const seenAttempts = useRef(form.attempts);
  useEffect(() => {
    if (form.attempts > seenAttempts.current) {
      ref.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    }
    seenAttempts.current = form.attempts;
  }, [form.attempts]);

  useEffect(() => {
    if (form.error) ref.current?.firstElementChild?.scrollIntoView({ block: 'nearest' });
  }, [form.error]);

  return (
    <form
      ref={ref}
      id={id}
      noValidate
      aria-label={label}
      className={clsx(s.form, className)}
      onSubmit={(event) => {
        event.preventDefault();
        if (!form.busy) form.submit();
      }}
    >
      {form.error && <Banner tone="bad">{form.error}</Banner>}
      {children}
    </form>
  );
}
