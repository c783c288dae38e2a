// Dialogs: their name, how they close, the question before unsaved changes are dropped,
// and where focus goes.

import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../../../../../src/platform/ui/Button.tsx';
import { TextField } from '../../../../../src/platform/ui/forms/TextField.tsx';
import { ScreenHeader } from '../../../../../src/platform/ui/layout/ScreenHeader.tsx';
import { Confirm, ConfirmDelete } from '../../../../../src/platform/ui/overlays/Confirm.tsx';
import { Dialog } from '../../../../../src/platform/ui/overlays/Dialog.tsx';
import { FormDialog } from '../../../../../src/platform/ui/overlays/FormDialog.tsx';
import { keepFocus } from '../../../../../src/platform/ui/overlays/keepFocus.ts';
import {
  act,
  allByRole,
  byRole,
  click,
  field,
  maybeByRole,
  render,
  settle,
  text,
  type,
} from '../../../../support/console/render.tsx';
import { useTestForm } from '../forms/form.ts';

function CompanyDialog({ onClose, sent }: { onClose(): void; sent: object[] }) {
  const form = useTestForm({ name: '' }, {}, { sent });
  return (
    <FormDialog title="Add New Company" form={form} dirty={form.dirty} submitLabel="Create Company" onClose={onClose}>
      <TextField name="name" label="Name" />
    </FormDialog>
  );
}

function Companies({ sent = [] }: { sent?: object[] }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <ScreenHeader title="Companies" />
      <Button onClick={() => setOpen(true)}>Add Company</Button>
      {isOpen && <CompanyDialog sent={sent} onClose={() => setOpen(false)} />}
    </>
  );
}

test('is named by its title, focuses its first field and returns focus to the opener', async () => {
  await render(<Companies />);
  await click(byRole('button', 'Add Company'));
  expect(byRole('dialog', 'Add New Company')).toBeInstanceOf(HTMLDialogElement);
  expect(document.activeElement).toBe(field('Name'));
  await click(byRole('button', 'Cancel'));
  await settle();
  expect(maybeByRole('dialog')).toBeUndefined();
  expect(document.activeElement).toBe(byRole('button', 'Add Company'));
});

test.each(['Cancel', 'Close'])('%s asks before dropping typed changes', async (way) => {
  await render(<Companies />);
  await click(byRole('button', 'Add Company'));
  await type(field('Name'), 'Acme');

  await click(byRole('button', way));
  const question = byRole('alertdialog', 'Discard your changes?');
  await click(byRole('button', 'Keep Editing', question));
  expect(field('Name').value).toBe('Acme');

  await click(byRole('button', way, byRole('dialog')));
  await click(byRole('button', 'Discard'));
  expect(maybeByRole('dialog')).toBeUndefined();
});

test('says that changes are being saved', async () => {
  function Saving() {
    const form = useTestForm({ name: '' }, {}, { busy: true });
    return (
      <FormDialog title="Add New Company" form={form} dirty submitLabel="Create Company" onClose={() => {}}>
        <TextField name="name" label="Name" />
      </FormDialog>
    );
  }
  await render(<Saving />);
  await click(byRole('button', 'Cancel'));
  const question = byRole('alertdialog', 'Discard your changes?');
  expect(text(question)).toContain('They are being saved, and closing does not stop that. If it fails, they are lost.');
});

test('Esc cancels', async () => {
  await render(<Companies />);
  await click(byRole('button', 'Add Company'));
  await type(field('Name'), 'Acme');
  const dialog = byRole('dialog', 'Add New Company');
  await act(async () => dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
  expect(byRole('alertdialog', 'Discard your changes?')).toBeDefined();
  expect(field('Name').value).toBe('Acme');
});

test('opens again and asks when the browser closes it with typed changes', async () => {
  await render(<Companies />);
  await click(byRole('button', 'Add Company'));
  await type(field('Name'), 'Acme');
  const dialog = byRole('dialog', 'Add New Company');
  await act(async () => dialog instanceof HTMLDialogElement && dialog.close());
  expect(dialog.hasAttribute('open')).toBe(true);
  expect(byRole('alertdialog', 'Discard your changes?')).toBeDefined();
});

test('its submit button submits the form above it', async () => {
  const sent: object[] = [];
  await render(<Companies sent={sent} />);
  await click(byRole('button', 'Add Company'));
  await type(field('Name'), 'Acme');
  await click(byRole('button', 'Create Company'));
  expect(sent).toEqual([{ name: 'Acme' }]);
});

function Enrolment() {
  const [step, setStep] = useState<'none' | 'password' | 'key' | 'codes'>('none');
  useEffect(keepFocus, []); // as the shell does
  const dialog = (title: string, next: typeof step) => (
    <Dialog key={title} title={title} onClose={() => setStep(next)}>
      <Button onClick={() => setStep(next)}>Continue</Button>
    </Dialog>
  );
  return (
    <>
      <ScreenHeader title="Profile" />
      <Button onClick={() => setStep('password')}>Set Up</Button>
      {step === 'password' && dialog('Password', 'key')}
      {step === 'key' && dialog('Key', 'codes')}
      {step === 'codes' && dialog('Codes', 'none')}
    </>
  );
}

test('the last of several that follow one another returns the focus to what opened the first', async () => {
  await render(<Enrolment />);
  await click(byRole('button', 'Set Up'));
  for (const title of ['Password', 'Key', 'Codes']) await click(byRole('button', 'Continue', byRole('dialog', title)));
  await settle();
  expect(maybeByRole('dialog')).toBeUndefined();
  expect(document.activeElement).toBe(byRole('button', 'Set Up'));
});

function Deletion() {
  const [state, setState] = useState<'shown' | 'asked' | 'gone'>('shown');
  useEffect(keepFocus, []); // as the shell does
  return (
    <>
      <ScreenHeader title="Companies" />
      {state !== 'gone' && <Button onClick={() => setState('asked')}>Delete Acme</Button>}
      {state === 'asked' && (
        <ConfirmDelete
          noun="company"
          name="Acme"
          onConfirm={() => setState('gone')}
          onClose={() => setState('shown')}
        />
      )}
    </>
  );
}

test('asks before a deletion with the specified sentence and focuses Cancel', async () => {
  await render(<Deletion />);
  await click(byRole('button', 'Delete Acme'));
  const question = byRole('alertdialog');
  expect(text(question)).toContain('Are you sure you want to delete "Acme"? This action cannot be undone.');
  const answers = allByRole('button', /^(Cancel|Delete)$/, question);
  expect(answers.map((button) => button.textContent)).toEqual(['Cancel', 'Delete']);
  expect(document.activeElement).toBe(byRole('button', 'Cancel', question));
});

test('focuses the heading when the opener is gone', async () => {
  await render(<Deletion />);
  await click(byRole('button', 'Delete Acme'));
  await click(byRole('button', 'Delete'));
  await settle();
  expect(document.activeElement).toBe(byRole('heading', 'Companies'));
});

test('shows a failure in the confirmation', async () => {
  await render(
    <Confirm
      confirmLabel="Confirm"
      title="Reset"
      message="Reset to defaults?"
      action={{ busy: false, error: 'Failed to reset configuration' }}
      onConfirm={() => {}}
      onClose={() => {}}
    />,
  );
  expect(byRole('alert', undefined, byRole('alertdialog')).textContent).toBe('Failed to reset configuration');
});

test('ignores a click on the backdrop', async () => {
  const closed: string[] = [];
  await render(
    <Dialog title="Manage URLs" onClose={() => closed.push('closed')}>
      None
    </Dialog>,
  );
  await click(byRole('dialog'));
  expect(closed).toEqual([]);
});
