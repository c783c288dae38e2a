// The frame around the screens: links, the user's name, and the end of a session.

import { describe, expect, test } from 'vitest';
import type { CurrentUser } from '../../src/shared/contract/session.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog, untilText } from './steps.ts';

const app = testConsole();

const navigation = () => until(() => byRole('navigation', 'Main'));
const links = async () => allByRole('link', undefined, await navigation()).map((link) => link.textContent);
const today = ['Who Is In', 'Exceptions', 'Attendance', 'Timesheets'];
const peopleAndDoors = ['Companies', 'Employees', 'Access Controllers'];
const administrative = ['Users', 'Roles', 'Settings', 'Audit', 'Privacy'];
const workingTime = ['Who Is In', 'Timesheets', 'Exceptions'];

test.each([
  ['administrator', ['Dashboard', ...today, ...peopleAndDoors, 'HR Sync', ...administrative, 'Profile']],
  ['auditor', ['Dashboard', ...today, ...peopleAndDoors, 'HR Sync', ...administrative, 'Profile']],
  ['manager', ['Dashboard', ...today, ...peopleAndDoors, 'Profile']],
] as const)('shows the %s these links', async (person, ways) => {
  await app.open('/profile', person);
  expect(await links()).toEqual(ways);
  expect(text(byRole('link', 'Profile'))).toBe('Profile');
  expect(byRole('link', 'Profile').getAttribute('aria-current')).toBe('page');
  const { name, email } = app.server.users[person];
  expect(text()).toContain(`Welcome back, ${name}`);
  expect(text(await navigation())).toContain(email);
});

test.each([
  '/',
  '/companies',
  '/companies?page=2',
  '/companies?id=1',
  '/companies?id=1&tab=hr',
  '/access-controllers',
  '/attendance',
  '/attendance?company_id=1&start_date=&page=2',
  '/employees',
  '/employees?company_id=2',
  '/employees?id=1',
  '/roles',
  '/users',
  '/hr-sync',
  '/settings',
  '/profile',
  '/presence',
  '/timesheets',
  '/timesheets?employee_id=1',
  '/exceptions',
  '/access-controllers?id=1&tab=connect',
  '/audit',
  '/audit?subject=settings&subject_id=1&entry=1',
  '/privacy',
  '/privacy?part=holds',
  '/privacy?part=people&q=a',
])('makes no request of %s twice: what is prefetched is what the screen requests', async (path) => {
  await app.open(path);
  // Looks at statuses only, since a door may be called 'Loading dock'.
  await until(() => byRole('main').querySelector('h1') && allByRole('status', /^Loading/).length === 0);
  const asked = app.seen.filter(({ key }) => key.startsWith('GET ')).map((call) => call.path);
  expect(asked).toContain('/auth/user');
  expect(asked.filter((each, index) => asked.indexOf(each) !== index)).toEqual([]);
});

test('shows exactly the links of the specification with a server that announces nothing more', async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/profile');
  const specified = ['Dashboard', 'Companies', 'Access Controllers', 'Attendance', 'Employees', 'Profile'];
  expect(await links()).toEqual([...specified, 'Roles', 'Users', 'HR Sync', 'Settings']);
});

test('no two links of the sidebar have the same icon', async () => {
  await app.open('/profile');
  const icons = allByRole('link', undefined, await navigation()).map((link) => link.querySelector('svg')?.innerHTML);
  expect(icons.length).toBeGreaterThan(10);
  expect(new Set(icons).size).toBe(icons.length);
});

test('folds Administration away, remembers it, and unfolds it on one of its screens', async () => {
  const folded = async () => (await navigation()).querySelector('details') ?? expect.fail('No Administration');
  const isOpen = async () => (await folded()).open;
  await app.open('/profile');
  expect(await isOpen()).toBe(true);
  await click((await folded()).querySelector('summary') ?? expect.fail('No heading'));
  expect(await isOpen()).toBe(false);
  await app.open('/companies');
  expect(await isOpen()).toBe(false);
  await app.open('/settings');
  expect(await isOpen()).toBe(true);
  localStorage.removeItem('closed_administration');
});

describe('a screen beyond the specification', () => {
  const workingTimeLinks = async () => (await links()).filter((name) => workingTime.includes(name ?? ''));

  test('does not exist with a server that does not announce it', async () => {
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
    await app.open('/presence');
    await until(() => byRole('heading', 'Dashboard'));
    expect(location.pathname).toBe('/');
    expect(await workingTimeLinks()).toEqual([]);
    expect(text(await navigation())).not.toContain('Today');
    expect(app.seen.map(({ key }) => key)).not.toContain('GET /presence');
  });

  test('has no link for a person who may not see it', async () => {
    const role = { id: 1, name: 'clerk', permissions: [{ id: 1, name: 'companies.view' }] };
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role] }) });
    await app.open('/profile');
    expect(await workingTimeLinks()).toEqual([]);
  });
});

describe('the counts beside the links', () => {
  const countOf = (name: string) =>
    document.getElementById(byRole('link', name).getAttribute('aria-describedby') ?? '')?.textContent;

  test('say how much waits, in a sentence for those who listen, and nothing for nothing', async () => {
    app.answer('GET /attention/counts', { data: { exceptions: 1_200, controllers: 1, hr: 0 } });
    await app.open('/profile');
    await until(() => countOf('Exceptions') === '999+1,200 exceptions to answer');
    expect(countOf('Access Controllers')).toBe('11 access controller in trouble');
    expect(countOf('HR Sync')).toBe('');
    expect(app.seen.filter(({ key }) => key === 'GET /attention/counts')).toHaveLength(1);
    app.answer('GET /attention/counts', { data: { exceptions: 3, controllers: null, hr: 0 } });
    await clickButton('Refresh');
    await until(() => countOf('Exceptions') === '33 exceptions to answer');
    expect(countOf('Access Controllers')).toBe('');
    app.passThrough('GET /attention/counts');
  });

  test('are not asked of a server that does not announce them', async () => {
    app.answer('GET /auth/user', {
      change: (user) => ({
        ...Object(user),
        features: Object(user).features.filter((name: string) => name !== 'trouble'),
      }),
    });
    await app.open('/profile');
    await until(() => byRole('button', 'Keyboard Shortcuts'));
    expect(app.seen.map(({ key }) => key)).not.toContain('GET /attention/counts');
  });
});

test('redirects an unknown path to the dashboard', async () => {
  await app.open('/no/such/thing');
  await until(() => byRole('heading', 'Dashboard'));
  expect(location.pathname).toBe('/');
});

test('marks a clicked link before the next screen is drawn; the one before stays as it is and asks for nothing', async () => {
  await app.open('/attendance?company_id=1&start_date=');
  const link = await until(() => byRole('link', 'Employees'));
  await until(() => byRole('heading', 'Attendance Management'));
  const headings: string[] = [];
  const read = () => headings.push(document.querySelector('h1')?.textContent ?? 'none');
  new MutationObserver(read).observe(link, { attributes: true, attributeFilter: ['aria-current'] });
  await click(link);
  await until(() => byRole('heading', 'Employees'));
  expect(headings[0]).toContain('Attendance Management');
  expect(app.seen.filter(({ key }) => key === 'GET /attendance').length).toBe(1);
});

test('moves focus to the heading and names the page when the screen changes', async () => {
  await app.open('/profile');
  await click(await until(() => byRole('link', 'Roles')));
  const heading = await until(() => byRole('heading', 'Roles'));
  await until(() => document.activeElement === heading);
  expect(document.title).toBe('Roles · Rollcall');
});

test('skips the navigation without leaving the screen, whatever the base URL', async () => {
  await app.open('/profile');
  await until(() => document.activeElement === maybeByRole('heading', 'Profile'));
  await click(byRole('link', 'Skip to content'));
  expect(document.activeElement).toBe(byRole('main'));
  expect([location.pathname, location.hash]).toEqual(['/profile', '']);
});

test('ends the session with Logout even when the server fails', async () => {
  app.answer('POST /auth/logout', { status: 500 });
  await app.open('/profile');
  await navigation();
  await clickButton('Logout');
  await until(() => byRole('button', 'Sign in'));
  expect(localStorage.getItem('auth_token')).toBeNull();
  expect(location.pathname + location.search).toBe('/login');
  // Waits for the logout: answered later, it would end the session of the following tests.
  await until(() => app.seen.some(({ key }) => key === 'POST /auth/logout'));
});

describe('a session that ends under an open form', () => {
  async function send() {
    app.answer('POST /roles', { status: 401, message: 'Your session has ended' });
    await app.open('/roles');
    const form = await openDialog('Add Role', 'Add Role');
    await fill({ 'Role Name': 'night_shift', 'Display Name': 'Night Shift' }, form);
    await clickButton('Create Role', form);
    const question = await until(() => byRole('dialog', 'Sign in again'));
    expect(text(question)).toContain('Your session has ended');
    return { form, question };
  }

  test('shows a sign-in dialog over it and repeats the refused request', async () => {
    const { question } = await send();
    app.passThrough('POST /roles');
    await fill({ Password: app.server.users.administrator.password }, question);
    await clickButton('Sign in', question);
    await untilText('Role created successfully');
    expect(app.bodies('POST /roles')).toHaveLength(2);
  });

  test('keeps the form when the user declines to sign in', async () => {
    const { form, question } = await send();
    await clickButton('Cancel', question);
    await until(() => byRole('alert', undefined, form));
    expect(maybeByRole('dialog', 'Sign in again')).toBeUndefined();
    expect(field('Role Name', form).value).toBe('night_shift');
  });

  test.each(['/companies?q=cedar', '/companies?id=1'])('stays until it is closed, at %s', async (path) => {
    app.answer('PUT /companies/{id}', { status: 401, message: 'Your session has ended' });
    await app.open(path);
    const form = await openDialog(/^Edit( |$)/, 'Edit Company');
    await fill({ Address: 'Quay 1' }, form);
    await clickButton('Update Company', form);
    const question = await until(() => byRole('dialog', 'Sign in again'));
    app.answer('PUT /companies/{id}', { status: 403, message: 'Your role has changed' });
    app.answer('POST /auth/login', {
      change: (signedIn) => ({ ...Object(signedIn), user: withoutEditing(Object(signedIn).user) }),
    });
    await fill({ Password: app.server.users.administrator.password }, question);
    await clickButton('Sign in', question);
    await until(() => text(form).includes('Your role has changed'));
    await clickButton('Cancel', form);
    await clickButton('Discard', await until(() => byRole('alertdialog')));
    await until(() => maybeByRole('dialog', 'Edit Company') === undefined);
    expect(location.pathname + location.search).toBe(path);
  });
});

/** The next sign-in may come with fewer permissions. */
const withoutEditing = (user: CurrentUser) => ({
  ...user,
  roles: user.roles.map((role) => ({
    ...role,
    permissions: role.permissions.filter(({ name }) => name !== 'companies.edit'),
  })),
});
