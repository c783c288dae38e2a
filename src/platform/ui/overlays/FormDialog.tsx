import { type ReactNode, useId } from 'react';
import type { FormState } from '../../hooks/formState.ts';
import { Button } from '../Button.tsx';
import { Form } from '../forms/Form.tsx';
import { Dialog, type DialogProps, savingQuestion } from './Dialog.tsx';

type FormDialogProps = Pick<DialogProps, 'title' | 'onClose' | 'size' | 'dirty' | 'aside'> & {
  form: FormState;
  submitLabel: string;
  /** Label of the button that saves and stays for the next record, if there is one. */
  anotherLabel?: string;
  closeLabel?: string;
  children: ReactNode;
};

export function FormDialog({
  form,
  submitLabel,
  anotherLabel,
  closeLabel = 'Cancel',
  children,
  dirty = form.dirty,
  ...dialog
}: FormDialogProps) {
  const formId = useId();
  return (
    <Dialog
      {...dialog}
      dirty={dirty}
      question={form.busy ? savingQuestion('closing') : undefined}
      footer={(requestClose) => (
        <>
          <Button onClick={requestClose}>{closeLabel}</Button>
          {anotherLabel && (
            <Button busy={form.busy} onClick={() => form.submit(true)}>
              {anotherLabel}
            </Button>
          )}
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
