// Dialog that adds or edits a record. Its children are the fields.

import { type ReactNode, useState } from 'react';
import type { Answer, Args, EditedRecord, EditKey, WriteKey } from '../../shared/contract/calls.ts';
import type { Rules } from '../../shared/contract/validate.ts';
import { doneMessage } from '../api/calls.ts';
import type { ApiError } from '../api/errors.ts';
import { toast } from '../hooks/toasts.ts';
import { type Confirming, useAction } from '../hooks/useAction.ts';
import { useForm } from '../hooks/useForm.ts';
import { Banner } from '../ui/feedback/Banner.tsx';
import { FormDialog } from '../ui/overlays/FormDialog.tsx';
import { EditNotes } from './edits/EditNotes.tsx';
import { type EditOptions, useEdit, type Values } from './edits/useEdit.ts';
import { auditSubjectOf } from './history/auditAddress.ts';
import { HistoryButton } from './history/HistoryButton.tsx';
import type { EditorControls } from './recordKind.ts';

interface Update<U extends EditKey, V extends Values> extends Pick<EditOptions<U, V>, 'args' | 'read'> {
  readonly key: U;
  /** Name of the field that nobody may read. */
  secret?: Extract<keyof V, string>;
}

interface EditDialogProps<V extends Values, C extends WriteKey, U extends EditKey> extends EditorControls {
  /** Noun in title and button: 'Employee'. */
  noun: string;
  title?: string;
  submitLabel?: string;
  size?: 'large';
  /** The record to edit; undefined to add one. */
  record: EditedRecord<U> | undefined;
  valuesOf(record: EditedRecord<U> | undefined): V;
  rules: Rules<Extract<keyof V, string>>;
  create: readonly [C, (values: V) => Args<C>];
  update: Update<U, V>;
  /** Asks for a confirmation if the server requires one. */
  confirming?: Confirming;
  /** Returns the initial values of the next record, where several are often added in a row. */
  another?: (values: V) => V;
  /** Returns a remark about what was saved; empty if there is none. */
  remark?: (answer: Answer<C> | Answer<U>) => string;
  /** Returns the message for a failure, if not the usual one. */
  describe?: (failure: ApiError, failed: string) => string;
  children: ReactNode;
}

export function EditDialog<V extends Values, C extends WriteKey, U extends EditKey>(props: EditDialogProps<V, C, U>) {
  const { record } = props;
  return record === undefined ? <Adding {...props} /> : <Editing {...props} record={record} />;
}

function Adding<V extends Values, C extends WriteKey, U extends EditKey>(props: EditDialogProps<V, C, U>) {
  const { noun, title = `Add ${noun}`, submitLabel = `Create ${noun}`, size, children } = props;
  const { valuesOf, rules, create, another, remark, describe, close, saved } = props;
  const [key, args] = create;
  const [created, setCreated] = useState<Created>({ count: 0, stays: false });
  const creation = useAction(key, {
    describe,
    quiet: created.stays,
    after: ({ data }) => say(remark?.(data)),
    whileOpen({ data }) {
      const id = idOf(data);
      if (!another || !created.stays) return saved(id);
      setCreated(({ count }) => ({ count: count + 1, stays: true, lastId: id }));
      form.restart(another(form.values));
    },
  });
  const form = useForm({
    initial: valuesOf(undefined),
    rules,
    send(values, stays) {
      setCreated((before) => ({ ...before, stays }));
      return creation.run(args(values));
    },
    action: creation,
  });
  return (
    <FormDialog
      title={title}
      submitLabel={submitLabel}
      anotherLabel={another && 'Save and Add Another'}
      closeLabel={created.count > 0 ? 'Close' : 'Cancel'}
      size={size}
      form={form}
      onClose={() => (created.count > 0 ? saved(created.lastId) : close())}
    >
      {created.count > 0 && (
        <Banner key={created.count} tone="good">
          {doneMessage(key, {})}
          {created.count > 1 && ` (${created.count} so far)`}
        </Banner>
      )}
      {children}
    </FormDialog>
  );
}

const say = (remark = '') => remark && toast.good(remark);

function Editing<V extends Values, C extends WriteKey, U extends EditKey>(
  props: EditDialogProps<V, C, U> & { record: EditedRecord<U> },
) {
  const { noun, title = `Edit ${noun}`, submitLabel = `Update ${noun}`, size, children } = props;
  const { record, valuesOf, rules, update, confirming, remark, describe, close, saved } = props;
  const { key, args, read, secret } = update;
  const edit = useEdit<U, V>(key, {
    record,
    valuesOf,
    args,
    read,
    isSecret: (field) => field === secret,
    describe,
    confirming,
    after: ({ data }) => say(remark?.(data)),
    whileOpen: () => saved(),
  });
  const form = useForm({ initial: valuesOf(record), rules, send: edit.send, action: edit });
  const subject = auditSubjectOf(key);
  const id = idOf(record);
  return (
    <FormDialog
      aside={subject && id !== undefined && <HistoryButton of={{ subject, id }} name={`This ${noun}`} />}
      title={title}
      submitLabel={submitLabel}
      size={size}
      form={form}
      onClose={close}
    >
      <EditNotes conflict={edit.conflict} form={form} />
      {children}
    </FormDialog>
  );
}

/** Records created so far while the dialog has been open. */
interface Created {
  count: number;
  /** Whether the dialog stays open for the next one. */
  stays: boolean;
  lastId?: number;
}

function idOf(answer: unknown): number | undefined {
  if (typeof answer !== 'object' || answer === null || !('id' in answer)) return undefined;
  return typeof answer.id === 'number' ? answer.id : undefined;
}
