// Where focus goes when the focused element is removed.

import { useEffect, useState } from 'react';
import { expect, test } from 'vitest';
import { Button } from '../../../../../src/platform/ui/Button.tsx';
import { ScreenHeader } from '../../../../../src/platform/ui/layout/ScreenHeader.tsx';
import { Dialog } from '../../../../../src/platform/ui/overlays/Dialog.tsx';
import { keepFocus } from '../../../../../src/platform/ui/overlays/keepFocus.ts';
import { act, byRole, click, field, render, settle } from '../../../../support/console/render.tsx';

let take = () => {};

function Filters() {
  const [isSet, setSet] = useState(true);
  useEffect(keepFocus, []);
  take = () => setSet(false);
  return (
    <>
      <ScreenHeader title="Attendance" />
      {isSet && <Button onClick={take}>Remove filter</Button>}
    </>
  );
}

test('focus moves to the heading when the focused element is removed', async () => {
  await render(<Filters />);
  byRole('button', 'Remove filter').focus();
  await click(byRole('button', 'Remove filter'));
  await settle();
  expect(document.activeElement).toBe(byRole('heading', 'Attendance'));
});

function Search() {
  const [isFailed, setFailed] = useState(true);
  useEffect(keepFocus, []);
  const header = <input aria-label="Search" data-autofocus />;
  return (
    <Dialog title="Search" header={header} onClose={() => {}}>
      {isFailed && <Button onClick={() => setFailed(false)}>Retry</Button>}
    </Dialog>
  );
}

test('focus moves to the field that heads a dialog without a heading', async () => {
  await render(<Search />);
  await click(byRole('button', 'Retry'));
  await settle();
  expect(document.activeElement).toBe(field('Search'));
});

test('focus stays where the user left it', async () => {
  await render(<Filters />);
  const button = byRole('button', 'Remove filter');
  button.focus();
  button.blur();
  await settle();
  await act(async () => take());
  await settle();
  expect(document.activeElement).toBe(document.body);
});
