// The command palette: finding records, screens and actions by typing, with servers that can search and others.

import { expect, test } from 'vitest';
import { payrollPresets } from '../../src/shared/contract/payrollPresets.ts';
import { today } from '../../src/shared/words/days.ts';
import { monthsBefore, monthTitle } from '../../src/shared/words/months.ts';
import { testConsole } from '../support/console/console.tsx';
import {
  act,
  allByRole,
  byRole,
  click,
  maybeByRole,
  nameOf,
  press,
  text,
  type,
  until,
} from '../support/console/render.tsx';
import { clickButton, fill, openDialog } from './steps.ts';

const app = testConsole();

const withoutFeatures = () => app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });

async function openPalette(): Promise<HTMLElement> {
  await click(await until(() => byRole('button', /^Search Ctrl K/)));
  return until(() => byRole('combobox', 'Search'));
}

const options = () => allByRole('option').map(nameOf);
const option = (name: RegExp) => until(() => byRole('option', name));

test.each([
  ['searches', () => undefined],
  ['does not search', withoutFeatures],
])('finds a person among all, where the server %s', async (_, prepare) => {
  prepare();
  await app.open('/profile');
  await type(await openPalette(), 'luders ann');
  await option(/^Änne Lüders/);
  await press(byRole('combobox', 'Search'), 'Enter');
  await until(() => byRole('heading', 'Änne Lüders'));
  expect(maybeByRole('dialog', 'Search')).toBeUndefined();
});

test('opens the first result that arrives if Enter was faster, and only of the latest text', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await app.open('/profile');
  const search = await openPalette();
  app.answer('GET /employees', { when: answered });
  await type(search, 'beatrix');
  await type(search, 'luders ann');
  await press(search, 'Enter');
  answer();
  await until(() => byRole('heading', 'Änne Lüders'));
});

test('leads to the timesheet of a person', async () => {
  await app.open('/profile');
  await type(await openPalette(), 'luders ann');
  await click(await option(/^Timesheet of Änne Lüders/));
  await until(() => byRole('heading', 'Änne Lüders'));
  expect(location.search).toMatch(/^\?id=\d+&tab=timesheet&start_date=/);
});

test.each([
  ['searches', () => undefined],
  ['does not search', withoutFeatures],
])('finds an action by its own words in any order, where the server %s', async (_, prepare) => {
  prepare();
  await app.open('/profile');
  const search = await openPalette();
  for (const query of ['export marlowe', 'last month marlowe', 'marlowe last month', 'EXPORT last month cedar']) {
    await type(search, query);
    const company = query.includes('cedar') ? 'Cedar Street Print' : 'Marlowe Facilities';
    await option(new RegExp(`^Export Last Month of ${company} to Excel`));
  }
});

const [lastMonth = ''] = monthsBefore(today(), 1);

test.each([
  ['export casa last month', 'Export Last Month of Casa Ibáñez Hoteles to Excel'],
  ['casa attendance', 'Attendance of Casa Ibáñez Hoteles, Last Month'],
  [`close ${monthTitle(lastMonth).split(' ')[0]}`, `Close ${monthTitle(lastMonth)}`],
  ['payroll casa', 'Set Up the Payroll File of Casa Ibáñez Hoteles'],
  ['who was late', 'Who Was Late This Week'],
  ['over ten hours', 'Long Days'],
  ['log out', 'Logout'],
  ['who is in', 'Who Is In'],
  ['who in casa', 'Who Is In at Casa Ibáñez Hoteles'],
  ['roll call', 'Who Is In'],
  ['invite', 'Add User'],
  ['dark', 'Profile'],
  ['timesheet luders anne', 'Timesheet of Änne Lüders'],
])('finds by “%s” first: %s', async (query, found) => {
  await app.open('/profile');
  await type(await openPalette(), query);
  await until(() => !text().includes('Searching…') && options()[0]?.startsWith(found));
});

test('offers on the page of a company what can be done with it, without its name', async () => {
  await app.open('/companies?id=1');
  await until(() => maybeByRole('link', 'Overview'));
  await type(await openPalette(), 'payroll');
  const first = await option(/^Set Up the Payroll File of /);
  await click(first);
  const form = await until(() => byRole('dialog', 'Payroll File'));
  expect(location.search).toBe('?id=1&tab=months&payroll=edit');
  const template = { ...payrollPresets.csv?.template, mail_day: 0, mail_to: '', version: '1' };
  app.answer('GET /companies/{id}/payroll', { change: (data) => ({ ...Object(data), template }) });
  await click(byRole('button', 'Cancel', form));
  await app.open('/companies?id=1');
  await type(await openPalette(), 'payroll');
  await option(new RegExp(`^Payroll File of .*, ${monthTitle(lastMonth)}`));
  app.passThrough('GET /companies/{id}/payroll');
});

test('answers who was late and who is over ten hours', async () => {
  await app.open('/profile');
  await type(await openPalette(), 'who was late');
  await click(await option(/^Who Was Late This Week/));
  await until(() => app.seen.some(({ key, query }) => key === 'GET /timesheets' && query.get('mark') === 'late'));
  await type(await openPalette(), 'over ten hours');
  await click(await option(/^Long Days/));
  await until(() => app.seen.some(({ key, query }) => key === 'GET /exceptions' && query.get('kind') === 'long_day'));
  expect(location.search).toBe('?is_answered=&kind=long_day');
});

test('finds what was added after it was closed, where the server does not search', async () => {
  withoutFeatures();
  await app.open('/companies');
  const search = await openPalette();
  await type(search, 'cedar');
  await option(/^Cedar Street Print/);
  await act(async () => search.closest('dialog')?.dispatchEvent(new Event('cancel', { cancelable: true })));
  await until(() => !maybeByRole('dialog'));
  const form = await openDialog('Add Company', 'Add New Company');
  await fill({ Name: 'Quarry Lane' }, form);
  await clickButton('Create Company', form);
  await until(() => !maybeByRole('dialog'));
  await type(await openPalette(), 'quarry');
  await option(/^Quarry Lane/);
});

test('closes a month from the palette', async () => {
  await app.open('/profile');
  await type(await openPalette(), 'close');
  await click(await option(new RegExp(`^Close ${monthTitle(lastMonth)}`)));
  await until(() => byRole('dialog', 'Close Months'));
  expect(location.pathname + location.search).toBe('/timesheets');
});

test.each([
  ['searches', () => undefined],
  ['does not search', withoutFeatures],
])('puts a hit in its own name before a hit elsewhere, where the server %s', async (_, prepare) => {
  prepare();
  await app.open('/profile');
  await type(await openPalette(), 'cedar');
  await until(() => byRole('group', 'Companies') && byRole('group', 'People') && !text().includes('Searching…'));
  expect(options()[0]).toMatch(/^Cedar Street Print/);
  expect(byRole('group', 'People').querySelectorAll('[role=option]').length).toBeGreaterThan(2);
});

test('opens the best match, and not the first to arrive, if Enter was faster', async () => {
  let findOthers = () => {};
  let findCompanies = () => {};
  const others = new Promise<void>((resolve) => (findOthers = resolve));
  for (const call of ['GET /employees', 'GET /access-controllers'] as const) app.answer(call, { when: others });
  app.answer('GET /companies', { when: new Promise<void>((resolve) => (findCompanies = resolve)) });
  await app.open('/profile');
  const search = await openPalette();
  await type(search, 'cedar');
  await press(search, 'Enter');
  findOthers();
  await until(() => byRole('group', 'People'));
  findCompanies();
  await until(() => byRole('heading', 'Cedar Street Print'));
});

test('moves through results with arrows, and says how many there are', async () => {
  await app.open('/profile');
  const search = await openPalette();
  await type(search, 'co');
  const [first, second] = await until(() => allByRole('option').length > 1 && allByRole('option'));
  const isActive = (element: HTMLElement | undefined) => search.getAttribute('aria-activedescendant') === element?.id;
  expect(isActive(first)).toBe(true);
  await press(search, 'ArrowDown');
  expect(isActive(second)).toBe(true);
  await press(search, 'ArrowUp');
  expect(isActive(first)).toBe(true);
  for (const key of ['ArrowDown', 'Enter']) await press(search, key, { isComposing: true });
  expect([isActive(first), location.pathname]).toEqual([true, '/profile']);
  await until(() => allByRole('status').some((status) => /^\d+ results$/.test(text(status))));
  await type(search, 'no such thing');
  await until(() => allByRole('status').some((status) => text(status) === 'Nothing matches “no such thing”'));
});

test('offers only actions that the person may take', async () => {
  await app.open('/profile', 'auditor');
  await type(await openPalette(), 'add');
  expect(options().filter((name) => name.startsWith('Add '))).toEqual([]);
  await app.open('/profile');
  await type(await openPalette(), 'add');
  expect(options()).toContain('Add Employee');
  await click(await option(/^Add Employee/));
  await until(() => byRole('dialog', 'Add Employee'));
});

test.each([
  ['Add Employee', 'Add Employee', 'add', 'a'],
  ['Import Employees', 'Import Employees', 'import', '$'],
])('opens %s over the list as it is filtered, and not over the page of a record', async (action, title, asked, q) => {
  await app.open(`/employees?company_id=2&q=${q}&view=list`);
  await type(await openPalette(), action);
  await click(await option(new RegExp(`^${action}`)));
  await until(() => byRole('dialog', title) && !location.search.includes(asked));
  expect(location.search).toBe(`?company_id=2&q=${encodeURIComponent(q)}&view=list`);
  await app.open('/employees?id=2');
  await type(await openPalette(), action);
  await click(await option(new RegExp(`^${action}`)));
  await until(() => byRole('dialog', title) && !location.search.includes(asked));
  expect(location.search).toBe('');
});

test('shows what was opened last, and forgets it at sign-out', async () => {
  app.answer('POST /auth/logout', { data: null }); // the other tests still need the session
  await app.open('/profile');
  await type(await openPalette(), 'luders ann');
  await click(await option(/^Änne Lüders/));
  await until(() => byRole('heading', 'Änne Lüders'));
  await openPalette();
  expect(byRole('group', 'Recent')).toBeDefined();
  expect(options()[0]).toMatch(/^Änne Lüders/);
  await press(byRole('combobox', 'Search'), 'Enter');
  await click(byRole('button', 'Logout'));
  await until(() => byRole('button', 'Sign in'));
  expect(Object.keys(localStorage).filter((key) => key.startsWith('recent'))).toEqual([]);
});

test('says why people are missing, and stays usable', async () => {
  app.answer('GET /employees', { status: 500, message: 'Out of order' });
  await app.open('/profile');
  await type(await openPalette(), 'muller');
  await until(() => text().includes('People: Out of order'));
  await option(/^Müller/);
});

test('opens with Ctrl+K, but not over a dialog', async () => {
  const commandK = () =>
    act(async () => {
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, cancelable: true }));
    });
  await app.open('/roles?add=1');
  await until(() => byRole('dialog', 'Add Role'));
  await commandK();
  expect(allByRole('dialog')).toHaveLength(1);
  await app.open('/profile');
  await until(() => byRole('heading', 'Profile'));
  await commandK();
  await until(() => byRole('combobox', 'Search'));
});
