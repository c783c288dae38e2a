// The dialog that adds a record or edits one. Its children are the fields.

import { useState, type ReactNode } from 'react';
import type { ApiError } from '../api/errors.ts';
import type { Answer, Args, WriteKey } from '../contract/endpoints.ts';
import { messages } from '../contract/messages/writes.ts';
import type { Rules } from '../contract/validate.ts';
import { useAction } from '../hooks/useAction.ts';
import type { Confirming } from '../hooks/useCall.ts';
import { useForm } from '../hooks/useForm.ts';
import { useIsMounted } from '../hooks/useIsMounted.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import { toast } from '../ui/feedback/toasts.ts';
import { FormDialog } from '../ui/overlays/FormDialog.tsx';
import { thingOf } from './history/auditAddress.ts';
import { HistoryButton } from './history/HistoryButton.tsx';
import type { EditorControls } from './recordKind.ts';

interface EditDialogProps<R, V extends Record<string, unknown>, C extends WriteKey, U extends WriteKey>
  extends EditorControls {
  /** What title and button call it: 'Employee'. */
  noun: string;
  title?: string;
  submitLabel?: string;
  size?: 'large';
  /** The record to edit; undefined to add one. */
  record: R | undefined;
  initial: V;
  rules: Rules<Extract<keyof V, string>>;
  create: readonly [C, (values: V) => Args<C>];
  update: readonly [U, (record: R, values: V, confirmation?: string) => Args<U>];
  /** Where the server may ask who edits. */
  confirming?: Confirming;
  /** What the next record begins with, where several are often added one after another. */
  another?: (values: V) => V;
  /** What else there is to say of what was saved; empty for nothing. */
  remark?: (answer: Answer<C> | Answer<U>) => string;
  /** Words for a failure, if not the usual ones. */
  describe?: (failure: ApiError, failed: string) => string;
  children: ReactNode;
}

export function EditDialog<R, V extends Record<string, unknown>, C extends WriteKey, U extends WriteKey>({
  noun,
  record,
  title = `${record ? 'Edit' : 'Add'} ${noun}`,
  submitLabel = `${record ? 'Update' : 'Create'} ${noun}`,
  size,
  initial,
  rules,
  create: [createKey, createArgs],
  update: [updateKey, updateArgs],
  confirming = (send) => send(),
  another,
  remark,
  describe,
  close,
  saved,
  children,
}: EditDialogProps<R, V, C, U>) {
  // A form that was closed while it was being saved must not close the dialog opened since.
  const isMounted = useIsMounted();
  const [created, setCreated] = useState<Created>({ count: 0, stays: false });
  const creation = useAction(createKey, {
    describe,
    quiet: created.stays,
    after({ data }) {
      say(remark?.(data));
      if (!isMounted()) return;
      const id = idOf(data);
      if (!another || !created.stays) return saved(id);
      setCreated(({ count }) => ({ count: count + 1, stays: true, lastId: id }));
      form.restart(another(form.values));
    },
  });
  const update = useAction(updateKey, {
    describe,
    after({ data }) {
      say(remark?.(data));
      if (isMounted()) saved();
    },
  });
  const form = useForm({
    initial,
    rules,
    send(values, stays) {
      setCreated((before) => ({ ...before, stays }));
      if (record === undefined) return creation.run(createArgs(values));
      return confirming((confirmation) => update.run(updateArgs(record, values, confirmation)));
    },
    action: record === undefined ? creation : update,
  });
  const subject = thingOf(updateKey);
  const id = idOf(record);
  return (
    <FormDialog
      aside={subject && record && id !== undefined && <HistoryButton of={{ subject, id }} name={title} />}
      title={title}
      submitLabel={submitLabel}
      anotherLabel={another && record === undefined ? 'Create and Add Another' : undefined}
      closeLabel={created.count > 0 ? 'Close' : 'Cancel'}
      size={size}
      form={form}
      onClose={() => (created.count > 0 ? saved(created.lastId) : close())}
    >
      {created.count > 0 && (
        <Banner key={created.count} tone="good">
          {messages[createKey].done}
          {created.count > 1 && ` (${created.count} so far)`}
        </Banner>
      )}
      {children}
    </FormDialog>
  );
}

const say = (remark = '') => remark && toast.good(remark);

/** With the dialog open. */
interface Created {
  count: number;
  /** The dialog stays open for the next one. */
  stays: boolean;
  lastId?: number;
}

function idOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined;
  return typeof answer.id === 'number' ? answer.id : undefined;
}
