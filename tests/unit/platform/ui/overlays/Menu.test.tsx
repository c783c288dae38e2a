// The menu of a button: by keyboard, by pointer, and where the focus goes.

import { expect, test, vi } from 'vitest';
import { Menu } from '../../../../../src/platform/ui/overlays/Menu.tsx';
import {
  act,
  allByRole,
  byRole,
  cleanup,
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

test('stays when it scrolls itself, and closes when the page does', async () => {
  await open('ArrowDown');
  await act(async () => byRole('menu').dispatchEvent(new Event('scroll')));
  expect(maybeByRole('menu')).toBeDefined();
  await act(async () => document.dispatchEvent(new Event('scroll')));
  expect(maybeByRole('menu')).toBeUndefined();
});

test('keys do not scroll the page as they open it, nor open that of a busy button', async () => {
  const pressed: [key: string, isHandled: boolean][] = [];
  const note = ({ key, defaultPrevented }: KeyboardEvent) => void pressed.push([key, defaultPrevented]);
  document.addEventListener('keydown', note, { once: true });
  await open('ArrowUp');
  expect(pressed).toEqual([['ArrowUp', true]]);
  await cleanup();
  await render(<Menu label="Export" busy items={items} />);
  await press(opener(), 'ArrowDown');
  expect(maybeByRole('menu')).toBeUndefined();
});

test('a choice of several says which items are chosen', async () => {
  const columns = ['Time', 'Status'].map((label) => ({ label, checked: true, onSelect() {} }));
  await render(<Menu label="Columns" isOfSeveral items={columns} />);
  await click(byRole('button', 'Columns'));
  expect(allByRole('menuitemcheckbox').map((item) => item.getAttribute('aria-checked'))).toEqual(['true', 'true']);
});

test('a choice says which item is the present one', async () => {
  const choices = ['Light', 'Dark'].map((label) => ({ label, checked: label === 'Dark', onSelect() {} }));
  await render(<Menu label="Theme" items={choices} />);
  await click(byRole('button', 'Theme'));
  expect(allByRole('menuitemradio').map((item) => item.getAttribute('aria-checked'))).toEqual(['false', 'true']);
});
