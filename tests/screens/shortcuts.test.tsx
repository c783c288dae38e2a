// Single-key shortcuts: what they do, where they do nothing, and turning them off.

import { expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  firstFrame,
  maybeByRole,
  press,
  text,
  until,
} from '../support/console/render.tsx';

const app = testConsole();

/** Opens a screen and waits for the shortcuts, which load soon after it. */
async function open(path: string) {
  await app.open(path);
  await until(() => byRole('button', 'Keyboard Shortcuts'));
}

const keys = async (...pressed: string[]) => {
  for (const key of pressed) await press(document.activeElement ?? document.body, key);
};

test('g and a letter go to a screen, ? shows all of them, and a field has its keys for itself', async () => {
  await open('/profile');
  await until(() => byRole('heading', 'Profile')); // focus moves only once the first screen is there
  await keys('g', 'c');
  const heading = await until(() => byRole('heading', 'Companies'));
  await until(() => document.activeElement === heading);
  const search = await until(() => field(/^Search companies/));
  await firstFrame();
  await keys('/');
  expect(document.activeElement).toBe(search);
  await keys('g', 'r', '?');
  expect(location.pathname).toBe('/companies');
  expect(maybeByRole('dialog')).toBeUndefined();

  search.blur();
  await until(() => allByRole('article').length > 0);
  await keys('?');
  const help = await until(() => byRole('dialog', 'Keyboard Shortcuts'));
  for (const does of ['Search and run actions', 'Next row', 'Access Controllers']) expect(text(help)).toContain(does);
  expect(text(help)).toMatch(/Version \d+\.\d+\.\d+/);
  await keys('g', 'r');
  expect(location.pathname).toBe('/companies');
});

test('j, k, x and Enter move through the rows of a table, select one and open it', async () => {
  await open('/attendance?start_date=&end_date=');
  const boxes = await until(
    () => allByRole('checkbox', undefined, byRole('table')).length > 5 && allByRole('checkbox'),
  );
  await until(() => document.activeElement === byRole('heading', 'Attendance Management'));
  await keys('j', 'j', 'j', 'k', 'x');
  const checked = allByRole('checkbox').filter((box) => box.matches(':checked'));
  expect(checked).toHaveLength(1);
  expect(document.activeElement?.contains(checked[0] ?? null)).toBe(true);
  expect(boxes.indexOf(checked[0] ?? document.body)).toBe(2); // after the box for all, the second
  await keys('Enter');
  await until(() => byRole('dialog'));
});

test('↓ leads from the search into the rows, and Esc leaves the field with what it says', async () => {
  await open('/employees');
  await until(() => allByRole('article').length > 2 && document.activeElement === byRole('heading', 'Employees'));
  await keys('/');
  const search = field(/^Search employees/);
  expect(document.activeElement).toBe(search);
  await keys('ArrowDown');
  expect(document.activeElement).toBe(allByRole('article')[0]);
  await keys('/', 'Escape');
  expect(document.activeElement).toBe(document.body);
});

test('a adds, f goes to the filters, and r reads the list again', async () => {
  await open('/employees');
  await until(() => allByRole('article').length > 2 && byRole('button', 'Refresh'));
  await until(() => document.activeElement === byRole('heading', 'Employees'));
  await keys('f');
  expect(document.activeElement?.matches('main :is(select, button)')).toBe(true);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  const before = app.bodies('GET /employees').length;
  await keys('r');
  await until(() => app.bodies('GET /employees').length > before);
  await keys('a');
  await until(() => byRole('dialog', 'Add Employee'));
});

test('the help lists what the screen has', async () => {
  await open('/profile');
  await keys('?');
  const help = await until(() => byRole('dialog', 'Keyboard Shortcuts'));
  for (const absent of ['Next row', 'Correct it', 'Search the list']) expect(text(help)).not.toContain(absent);
});

test('the help begins at its title, and each screen of the sidebar has keys of its own', async () => {
  await open('/profile');
  await keys('?');
  const help = await until(() => byRole('dialog', 'Keyboard Shortcuts'));
  expect(document.activeElement).toBe(byRole('heading', 'Keyboard Shortcuts', help));

  const screens = allByRole('region', 'Go to a screen', help)[0];
  const shown = [...(screens?.querySelectorAll('dd') ?? [])].map((pressed) => pressed.textContent);
  const links = allByRole('link', undefined, byRole('navigation', 'Main')).filter((link) => link.closest('ul'));
  expect(shown.length).toBe(links.length);
  expect(new Set(shown).size).toBe(shown.length);
  for (const pressed of shown) expect(pressed).toMatch(/^g[a-z]$/);
});

test.each([
  ['l', 'Audit'],
  ['y', 'Privacy'],
])('g and %s go to %s', async (letter, title) => {
  await open('/profile');
  await keys('g', letter);
  await until(() => byRole('heading', title));
});

test('they can be turned off', async () => {
  await open('/profile');
  await click(field(/^Keyboard shortcuts of single keys/));
  await keys('g', 'c');
  await keys('?');
  expect(location.pathname).toBe('/profile');
  expect(maybeByRole('dialog')).toBeUndefined();
  await click(byRole('button', 'Keyboard Shortcuts'));
  const help = await until(() => byRole('dialog', 'Keyboard Shortcuts'));
  expect(field(/^Use shortcuts/, help).checked).toBe(false);
});
