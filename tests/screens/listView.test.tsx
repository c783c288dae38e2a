// Records as a list instead of cards: the switch, and the content of rows.

import { expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, maybeByRole, nameOf, until } from '../support/console/render.tsx';
import { cardTitles, clickButton } from './steps.ts';

const app = testConsole();

const rows = () => [...document.querySelectorAll('tbody tr')];
const pressed = () => allByRole('button').find((button) => button.getAttribute('aria-pressed') === 'true')?.textContent;

test('the choice of List is kept for the screen, and in the address', async () => {
  await app.open('/companies');
  await until(() => cardTitles().length === 12);
  expect(pressed()).toBe('Cards');
  await clickButton('List');
  await until(() => rows().length === 26);
  expect(location.search).toBe('?view=list');
  expect(cardTitles()).toEqual([]);

  await app.open('/companies');
  await until(() => rows().length === 26);
  expect(pressed()).toBe('List');
  await clickButton('Cards');
  await until(() => cardTitles().length === 12);

  await app.open('/companies?view=list');
  await until(() => rows().length === 26);
});

test('a row is headed by its name, which leads to its page, and has the facts of the card, Edit and a menu', async () => {
  const company = {
    id: 5,
    name: 'Alder & Sons',
    unique_identifier: 'CMP-ALDER',
    crm_company_id: 'CRM-7',
    contact_email: 'office@alder.example',
    contact_phone: '+1 555 0100',
    address: '1 Alder Way',
    created_at: '2026-03-04 05:06:07',
    urls: [
      { id: 1, url_type: 'website', url: 'https://alder.example', health_status: 'online' },
      { id: 2, url_type: 'crm', url: 'https://crm.alder.example', health_status: 'offline' },
    ],
  };
  app.answer('GET /companies', { data: [company] });
  await app.open('/companies?view=list');
  const [row] = await until(() => rows().length === 1 && rows());
  expect(row?.querySelector('th[scope=row]')?.textContent).toBe('Alder & Sons');
  expect([...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent)).toEqual([
    'CMP-ALDER',
    'CRM-7',
    'Active',
    'office@alder.example',
    '+1 555 0100',
    '1 Alder Way',
    '2 URLs, 1 offline',
    '4 Mar 2026',
    '',
  ]);
  expect(allByRole('button', undefined, row).map(nameOf)).toEqual(['Edit Alder & Sons', 'More of Alder & Sons']);
  await click(byRole('button', 'More of Alder & Sons', row));
  await click(byRole('menuitem', 'Delete'));
  await until(() => byRole('alertdialog', 'Delete Company'));
  await click(byRole('button', 'Cancel', await until(() => byRole('alertdialog'))));
  await click(byRole('link', 'Alder & Sons', row));
  expect(location.search).toBe('?id=5');
});

test.each([
  ['/access-controllers', 'Access Controllers', ['Company', 'Location', 'Device ID', 'Last event', 'Status']],
  ['/employees', 'Employees', ['ID', 'Company', 'Department', 'Position', 'Email', 'Phone', 'CRM ID', 'Status']],
  ['/users', 'Users', ['Email', 'Roles', 'Companies', 'Joined']],
  ['/roles', 'Roles', ['Name', 'Type', 'Description', 'Permissions', 'Modules']],
])('%s is a list of one row for each record, headed by its name', async (path, caption, headers) => {
  await app.open(`${path}?view=list`);
  const table = await until(() => maybeByRole('table', new RegExp(`^${caption}Name|^${caption}Display Name`)));
  const shown = [...table.querySelectorAll('thead th')].map((header) => header.textContent);
  expect(shown).toEqual(expect.arrayContaining(headers));
  const names = [...table.querySelectorAll('tbody th[scope=row]')].map((header) => header.textContent);
  expect(names).toHaveLength(rows().length);
  expect(maybeByRole('button', `Edit ${names[0]}`, table)).toBeDefined();
});

test('the head of a column sorts by it, and turns the order around', async () => {
  await app.open('/companies?view=list');
  const head = (name: string) => until(() => maybeByRole('button', name, byRole('table')));
  const sorted = async (name: string) => (await head(name)).closest('th')?.getAttribute('aria-sort');
  expect(await sorted('Name')).toBe('ascending');
  await click(await head('Name'));
  await until(() => rows()[0]?.querySelector('th')?.textContent === 'Zephyr Aviation Ground');
  expect(await sorted('Name')).toBe('descending');
  await click(await head('Created'));
  await until(() => app.seen.some(({ path }) => path === '/companies?page=1&per_page=100&sort=created'));
  expect([await sorted('Created'), await sorted('Name')]).toEqual(['ascending', null]);
});

test('a person who may only read gets no buttons to change a row', async () => {
  await app.open('/companies?view=list', 'auditor');
  await until(() => rows().length === 26);
  expect(maybeByRole('button', /^(Edit|Delete) /)).toBeUndefined();
});
