// A form in a dialog: Cancel, and the button that sends it.

import { useId, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import type { FormBinding } from '../forms/Field.tsx';
import { Form } from '../forms/Form.tsx';

type FormDialogProps<V extends object> = Pick<DialogProps, 'title' | 'onClose' | 'size' | 'dirty'> & {
  form: FormBinding<V>;
  submitLabel: string;
  children: ReactNode;
};

export function FormDialog<V extends object>({ form, submitLabel, children, ...dialog }: FormDialogProps<V>) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>Cancel</Button>
          <Button kind="primary" type="submit" form={formId} busy={form.busy}>
            {submitLabel}
          </Button>
        </>
      )}
    >
      <Form form={form} id={formId}>
        {children}
      </Form>
    </Dialog>
  );
}
