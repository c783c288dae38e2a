// Toasts: announced, removed after a while unless they are failures or held, and reachable while a dialog is open.

import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toast } from '../../../../../src/platform/hooks/toasts.ts';
import { Toasts } from '../../../../../src/platform/ui/feedback/Toasts.tsx';
import { Dialog } from '../../../../../src/platform/ui/overlays/Dialog.tsx';
import { act, allByRole, byRole, click, maybeByRole, render } from '../../../../support/console/render.tsx';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
});

afterEach(() => void vi.useRealTimers());

const say = (run: () => void) => act(async () => run());
const wait = (time: number) => act(async () => vi.advanceTimersByTime(time));

test('success is a status that disappears; failure is an alert that stays until closed', async () => {
  await render(<Toasts />);
  await say(() => {
    toast.good('Company updated successfully');
    toast.bad('Failed to sync company');
  });
  expect(byRole('status').textContent).toBe('Company updated successfully');
  expect(byRole('alert').textContent).toBe('Failed to sync company');

  await wait(60_000);
  expect(maybeByRole('status')).toBeUndefined();
  expect(byRole('alert').textContent).toBe('Failed to sync company');
  await click(byRole('button', 'Close message'));
  expect(maybeByRole('alert')).toBeUndefined();
});

test('a toast stays while it is focused or hovered', async () => {
  await render(<Toasts />);
  await say(() => toast.good('Records marked as processed successfully'));
  await say(() => byRole('button', 'Close message').focus());
  await wait(60_000);
  expect(byRole('status').textContent).toBe('Records marked as processed successfully');
  await say(() => byRole('button', 'Close message').blur());
  await wait(60_000);
  expect(maybeByRole('status')).toBeUndefined();
});

test('closing a held toast lets the others disappear', async () => {
  await render(<Toasts />);
  await say(() => toast.bad('Failed to sync company'));
  await click(byRole('button', 'Close message'));
  await say(() => toast.good('Sync completed for company. Success: 3, Failed: 0'));
  await wait(60_000);
  expect(maybeByRole('status')).toBeUndefined();
});

test('a dialog shows only what was said while it was open, and its opening takes earlier successes away', async () => {
  function Page() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <Toasts />
        <button type="button" onClick={() => setOpen(true)}>
          Add
        </button>
        {isOpen && (
          <Dialog title="Add Employee" onClose={() => setOpen(false)}>
            text
          </Dialog>
        )}
      </>
    );
  }
  const shown = (role: string) =>
    allByRole(role).map((one) => `${one.closest('dialog') ? 'dialog' : 'page'}: ${one.textContent}`);

  await render(<Page />);
  await say(() => {
    toast.good('Employee created successfully');
    toast.bad('Failed to sync company');
  });
  await click(byRole('button', 'Add'));
  expect([shown('status'), shown('alert')]).toEqual([[], ['page: Failed to sync company']]);
  await say(() => toast.good('Employee updated successfully'));
  expect(shown('status')).toEqual(['dialog: Employee updated successfully']);
  await click(byRole('button', 'Close'));
  expect(shown('status')).toEqual(['page: Employee updated successfully']);
});

test('a toast is shown inside an open dialog, and only there', async () => {
  await render(
    <>
      <Dialog title="Manage URLs" onClose={() => {}}>
        None
      </Dialog>
      <Toasts />
    </>,
  );
  await say(() => toast.good('Health check completed'));
  expect(allByRole('status')).toHaveLength(1);
  expect(byRole('dialog').contains(byRole('status'))).toBe(true);
});
