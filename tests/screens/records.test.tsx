// What all screens of records have in common: loading, failure, the empty list, search, deletion, and values of any
// length. Each row of the table is one screen.

import { describe, expect, test } from 'vitest';
import type { CallKey } from '../../src/shared/contract/calls.ts';
import { testConsole } from '../support/console/console.tsx';
import { isRecord } from '../support/console/dialects.ts';
import { allByRole, byRole, click, field, maybeByRole, settle, text, type, until } from '../support/console/render.tsx';

const app = testConsole();

interface RecordScreen {
  path: string;
  title: string;
  subtitle?: string;
  list: CallKey;
  remove: CallKey;
  add: string;
  failed: string;
  empty: readonly string[];
  notDeleted: string;
  deleted: string;
}

const screens: readonly RecordScreen[] = [
  {
    path: '/companies',
    title: 'Companies',
    subtitle: 'Manage client companies and their access controllers',
    list: 'GET /companies',
    remove: 'DELETE /companies/{id}',
    add: 'Add Company',
    failed: 'Failed to fetch companies',
    empty: ['No companies found', 'Get started by adding your first company'],
    notDeleted: 'Failed to delete company',
    deleted: 'Company deleted successfully',
  },
  {
    path: '/access-controllers',
    title: 'Access Controllers',
    subtitle: 'Manage biometric access controllers for your companies',
    list: 'GET /access-controllers',
    remove: 'DELETE /access-controllers/{id}',
    add: 'Add Controller',
    failed: 'Failed to fetch data',
    empty: ['No access controllers found', 'Get started by adding your first access controller'],
    notDeleted: 'Failed to delete access controller',
    deleted: 'Access Controller deleted successfully',
  },
  {
    path: '/employees',
    title: 'Employees',
    list: 'GET /employees',
    remove: 'DELETE /employees/{id}',
    add: 'Add Employee',
    failed: 'Failed to fetch employee data',
    empty: ['Get started by adding your first employee'],
    notDeleted: 'Failed to delete employee',
    deleted: 'Employee deleted successfully',
  },
  {
    path: '/settings',
    title: 'Settings',
    list: 'GET /settings',
    remove: 'DELETE /settings/{keyOrId}',
    add: 'Add Setting',
    failed: 'Failed to fetch settings',
    empty: ['No settings found'],
    notDeleted: 'Failed to delete setting',
    deleted: 'Setting deleted successfully',
  },
  {
    path: '/roles',
    title: 'Roles',
    list: 'GET /roles',
    remove: 'DELETE /roles/{id}',
    add: 'Add Role',
    failed: 'Failed to fetch roles data',
    empty: ['No roles found'],
    notDeleted: 'Failed to delete role',
    deleted: 'Role deleted successfully',
  },
  {
    path: '/users',
    title: 'Users',
    list: 'GET /users',
    remove: 'DELETE /users/{id}',
    add: 'Add User',
    failed: 'Failed to fetch users data',
    empty: ['No users found'],
    notDeleted: 'Failed to delete user',
    deleted: 'User deleted successfully',
  },
];

const heading = (title: string) => until(() => byRole('heading', title));
const firstDelete = () =>
  until(() => allByRole('button', /^Delete /).find((button) => button.getAttribute('aria-disabled') !== 'true'));
/** Waits until everything has loaded, including what loads separately below the records. */
const allLoaded = () => until(() => allByRole('status', /^Loading/).length === 0);
/** A record of any kind, as a minimal server might send it. */
const record = (id: number, words: string) => ({
  id,
  name: words,
  key: words,
  display_name: words,
  value: words,
  description: words,
  type: 'string',
  email: words,
  address: words,
});

describe.each(screens)('$title', (screen) => {
  const { path, title, list, add } = screen;

  test('shows its title and a loading text while it loads', async () => {
    let arrive = () => {};
    app.answer(list, { when: new Promise<void>((resolve) => (arrive = resolve)) });
    await app.open(path);
    await heading(title);
    expect(allByRole('status').map((status) => status.textContent)).toContainEqual(expect.stringMatching(/^Loading/));
    expect(document.title).toBe(`${title} · Rollcall`);
    if (screen.subtitle) expect(text()).toContain(screen.subtitle);
    arrive();
    await firstDelete();
    await allLoaded();
  });

  test('shows why loading failed, and Retry loads again', async () => {
    app.answer(list, { status: 500 });
    await app.open(path);
    const alert = await until(() => byRole('alert'));
    expect(text(alert)).toContain(`${screen.failed}. HTTP error! status: 500`);
    expect(maybeByRole('textbox', /^Search/)).toBeUndefined();

    app.answer(list, { status: 503, message: 'Back in five minutes' });
    await click(byRole('button', 'Retry'));
    await until(() => text(byRole('alert')).includes('Back in five minutes'));

    app.passThrough(list);
    await click(byRole('button', 'Retry'));
    await firstDelete();
    expect(maybeByRole('alert')).toBeUndefined();
  });

  test('shows a missing permission and offers no action that would be rejected', async () => {
    app.answer(list, { status: 403, message: "You don't have permission to do this" });
    await app.open(path);
    await until(() => text().includes("You don't have permission to do this"));
    expect(maybeByRole('button', 'Retry')).toBeUndefined();
    expect(maybeByRole('button', add)).toBeUndefined();
  });

  test('shows an empty list with a button to add the first', async () => {
    app.answer(list, { data: [] });
    await app.open(path);
    for (const words of screen.empty) await until(() => text().includes(words));
    await click(byRole('button', add));
    await until(() => byRole('dialog'));
  });

  test('searches its records, says what it found, and clears the search', async () => {
    app.answer('GET /auth/user', { change: (user) => isRecord(user) && { ...user, features: [] } });
    app.answer(list, { data: [record(1, 'Älder'), record(2, 'Birch')] });
    await app.open(path);
    const box = await until(() => field(`Search ${title.toLowerCase()}`));
    await until(() => text().includes('Birch'));
    await type(box, ' aLdEr ');
    await until(() => byRole('status', /^1 .* matches “aLdEr”$/));
    expect(text()).not.toContain('Birch');
    expect(location.search).toContain('q=');

    await type(box, 'no such thing');
    await until(() => byRole('status', /^No .* match “no such thing”$/));
    await click(byRole('button', 'Clear Search'));
    await until(() => text().includes('Birch'));
    expect(field(`Search ${title.toLowerCase()}`).value).toBe('');
    expect(location.search).toBe('');
  });

  test('keeps its records and shows the reason when a reload fails', async () => {
    await app.open(path);
    const button = await firstDelete();
    await allLoaded();
    await until(() => app.seen.every(({ status }) => status !== undefined));
    await settle();
    const before = text(byRole('main'));
    app.answer(list, { status: 500 });
    app.answer(screen.remove, { data: null });
    await click(button);
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    const alert = await until(() => byRole('alert', undefined, byRole('main')));
    expect(text(alert)).toContain(screen.failed);
    expect(text(byRole('main')).replace(text(alert), '')).toBe(before);
    app.passThrough(list);
    await click(byRole('button', 'Retry', alert));
    await until(() => !maybeByRole('alert'));
  });

  test('asks before deleting; Cancel sends nothing and a failure stays in the confirmation', async () => {
    await app.open(path);
    const button = await firstDelete();
    const name = button.getAttribute('aria-label')?.replace('Delete ', '');
    await click(button);
    const question = await until(() => byRole('alertdialog'));
    expect(text(question)).toContain(`Are you sure you want to delete "${name}"? This action cannot be undone.`);
    await click(byRole('button', 'Cancel', question));
    expect(maybeByRole('alertdialog')).toBeUndefined();
    expect(app.bodies(screen.remove)).toEqual([]);

    app.answer(screen.remove, { status: 500 });
    await click(button);
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    await until(() => text(byRole('alert', undefined, byRole('alertdialog'))).includes(screen.notDeleted));

    app.answer(screen.remove, { status: 409, message: 'It is needed elsewhere' });
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    await until(() => text(byRole('alertdialog')).includes('It is needed elsewhere'));
  });

  test('confirms a deletion and removes the record', async () => {
    app.answer(screen.remove, { data: null });
    app.answer(list, { data: [record(4, 'Alder'), record(7, 'Birch')] });
    await app.open(path);
    await click(await until(() => byRole('button', 'Delete Birch')));
    app.answer(list, { data: [record(4, 'Alder')] });
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    await until(() => text().includes(screen.deleted));
    await until(() => !text(byRole('main')).includes('Birch'));
    const [sent] = app.seen.filter(({ key }) => key === screen.remove);
    expect(sent?.path).toBe(`${path}/7`);
    await settle();
    expect(document.activeElement?.tagName).toBe('H1');
  });

  test('replaces a dialog waiting for the list by one to add', async () => {
    let arrive = () => {};
    const when = new Promise<void>((resolve) => (arrive = resolve));
    app.answer(screen.remove, { data: null });
    app.answer(list, { data: [record(4, 'Alder'), record(7, 'Birch')] });
    await app.open(path);
    await click(await until(() => byRole('button', 'Delete Birch')));
    app.answer(list, { data: [record(4, 'Alder')], when });
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    await until(() => maybeByRole('alertdialog') === undefined);
    await click(byRole('button', 'Edit Alder'));
    await click(byRole('button', add));
    await until(() => byRole('dialog', /^Add/));
    arrive();
    await until(() => !text(byRole('main')).includes('Birch'));
    await settle();
    expect(byRole('dialog', /^Add/)).toBeDefined();
  });

  test.each(['abc', '007', '8'])(
    'shows the list where the address asks to edit %s, which it does not have',
    async (id) => {
      app.answer(list, { data: [record(4, 'Alder'), record(7, 'Birch')] });
      await app.open(`${path}?edit=${id}`);
      await until(() => byRole('button', 'Edit Birch'));
      await until(() => location.search !== '?edit=8');
      expect(maybeByRole('dialog')).toBeUndefined();
      await click(byRole('button', 'Edit Birch'));
      await until(() => byRole('dialog'));
      expect(location.search).toBe('?edit=7');
    },
  );

  test('leaves the open dialog alone when a deletion ends late', async () => {
    let arrive = () => {};
    app.answer(screen.remove, { data: null, when: new Promise<void>((resolve) => (arrive = resolve)) });
    app.answer(list, { data: [record(4, 'Alder'), record(7, 'Birch')] });
    await app.open(path);
    await click(await until(() => byRole('button', 'Delete Birch')));
    await click(byRole('button', 'Delete', await until(() => byRole('alertdialog'))));
    await click(byRole('button', 'Cancel', await until(() => byRole('alertdialog'))));
    await click(byRole('button', 'Edit Alder'));
    await until(() => byRole('dialog'));
    arrive();
    await until(() => text().includes(screen.deleted));
    await settle();
    expect(byRole('dialog')).toBeDefined();
  });

  test('shows a record that has only an id', async () => {
    app.answer(list, { data: [{ id: 1, type: 'string' }] });
    await app.open(path);
    await until(() => byRole('button', /^Delete/));
    expect(maybeByRole('alert')).toBeUndefined();
    expect(text()).not.toMatch(/undefined|null|NaN/);
  });

  test('shows a value of 10,000 characters in full', async () => {
    const long = 'long '.repeat(2_000);
    app.answer(list, { data: [record(1, long)] });
    await app.open(path);
    await until(() => text().includes(long.trim()));
  });
});

test.each(['/companies', '/access-controllers', '/employees'])(
  'on a server of the specification, the cards of %s show every fact without a click',
  async (path) => {
    app.answer('GET /auth/user', { change: (user) => isRecord(user) && { ...user, features: [] } });
    await app.open(path);
    const details = await until(() => {
      const found = [...document.querySelectorAll('article details')];
      return found.length > 0 && found;
    });
    expect(details.filter((each) => !each.hasAttribute('open'))).toEqual([]);
  },
);
