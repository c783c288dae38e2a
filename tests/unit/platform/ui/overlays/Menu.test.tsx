// The menu of a button: by keyboard, by pointer, and where the focus goes.

import { expect, test, vi } from 'vitest';
import { Menu } from '../../../../../src/platform/ui/overlays/Menu.tsx';
import {
  act,
  allByRole,
  byRole,
  click,
  maybeByRole,
  nameOf,
  press,
  render,
} from '../../../../support/console/render.tsx';

const csv = vi.fn<() => void>();
const excel = vi.fn<() => void>();
const items = [
  { label: 'CSV', detail: 'For other programs', onSelect: csv },
  { label: 'Excel', onSelect: excel },
  { label: 'Paper', onSelect() {} },
];
const opener = () => byRole('button', 'Export');
const focused = () => document.activeElement && nameOf(document.activeElement);

async function open(key: string) {
  await render(<Menu label="Export" items={items} />);
  opener().focus();
  await press(opener(), key);
}
const pressHere = (key: string) => press(document.activeElement ?? document.body, key);

test('opens at its first or last item, and keys move around within it', async () => {
  await open('ArrowUp');
  expect(focused()).toBe('Paper');
  expect(opener().getAttribute('aria-expanded')).toBe('true');
  await pressHere('ArrowDown');
  expect(focused()).toBe('CSVFor other programs');
  await pressHere('ArrowUp');
  expect(focused()).toBe('Paper');
  await pressHere('Home');
  await pressHere('e');
  expect(focused()).toBe('Excel');
  await pressHere('x');
  expect(focused()).toBe('Excel');
  await pressHere('ArrowUp');
  await pressHere('End');
  expect(focused()).toBe('Paper');
});

test.each(['Escape', 'Tab'])('%s closes it and returns the focus', async (key) => {
  await open('ArrowDown');
  await pressHere(key);
  expect(maybeByRole('menu')).toBeUndefined();
  expect(document.activeElement).toBe(opener());
});

test('an item closes it, gives the focus back and acts once', async () => {
  await open('ArrowDown');
  await click(byRole('menuitem', 'Excel'));
  expect(maybeByRole('menu')).toBeUndefined();
  expect(document.activeElement).toBe(opener());
  expect([csv.mock.calls.length, excel.mock.calls.length]).toEqual([0, 1]);
});

test('a press elsewhere closes it', async () => {
  await open('ArrowDown');
  await act(async () => document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
  expect(maybeByRole('menu')).toBeUndefined();
});

test('a choice says which item is the present one', async () => {
  const choices = ['Light', 'Dark'].map((label) => ({ label, checked: label === 'Dark', onSelect() {} }));
  await render(<Menu label="Theme" items={choices} />);
  await click(byRole('button', 'Theme'));
  expect(allByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true']);
});
