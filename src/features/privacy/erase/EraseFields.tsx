// The reason for an erasure, and the typed name, below what it would do.

import type { ReactNode } from 'react';
import { Form } from '../../../platform/ui/forms/Form.tsx';
import { TextField } from '../../../platform/ui/forms/TextField.tsx';
import type { EraseForm } from './useEraseForm.ts';

interface EraseFieldsProps {
  id: string;
  form: EraseForm;
  name: string;
  children: ReactNode;
}

export function EraseFields({ id, form, name, children }: EraseFieldsProps) {
  return (
    <Form form={form} id={id}>
      {children}
      <TextField name="reason" label="Reason" hint="It is kept in the audit log" required />
      <TextField name="name" label="Name" hint={`Type ${name} to confirm. This cannot be undone.`} required />
    </Form>
  );
}
