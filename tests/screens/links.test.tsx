// From a record to its page and related records: the links of cards and lists, and the companies in a list of
// controllers.

import { expect, test } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, field, maybeByRole, nameOf, type, until } from '../support/console/render.tsx';
import { card, clickButton, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const linksOf = (place: ParentNode) =>
  allByRole('link', undefined, place).map((link) => [nameOf(link), link.getAttribute('href')]);

test.each(['', '?view=list'])('a company leads to its page: /companies%s', async (view) => {
  app.answer('GET /companies', { data: [{ id: 5, name: 'Alder' }] });
  await app.open(`/companies${view}`);
  await until(() => maybeByRole('button', 'Edit Alder'));
  expect(linksOf(byRole('main'))).toEqual([['Alder', '/companies?id=5']]);
});

test('the menu of a row leads to the parts of the page', async () => {
  app.answer('GET /companies', { data: [{ id: 5, name: 'Alder' }] });
  await app.open('/companies?view=list');
  await clickButton(await until(() => maybeByRole('button', 'More of Alder') && 'More of Alder'));
  expect(allByRole('menuitem').map(nameOf)).toEqual(['People', 'Doors', 'HR', 'URLs', 'Delete']);
  await click(byRole('menuitem', 'People'));
  expect(location.search).toBe('?id=5&tab=people');
});

test.each([
  ['/companies', 'Alder', ['companies.view', 'employees.view'], ['People', 'URLs']],
  ['/employees', 'Alder', ['employees.view', 'attendance.view'], ['Timesheet', 'Attendance', 'Exceptions']],
  ['/employees', 'Alder', ['employees.view'], undefined],
  ['/access-controllers', 'Alder', ['access_controllers.view', 'devices.view'], ['Events', 'Reconcile']],
])('the menu of a row of %s offers %s only what may be read: %j', async (path, name, permissions, offered) => {
  const roles = [{ id: 1, name: 'clerk', permissions: permissions.map((one, id) => ({ id, name: one })) }];
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles }) });
  app.answer('GET /companies', { data: [{ id: 5, name }] });
  app.answer('GET /employees', { data: [{ id: 7, company_id: 5, name }] });
  app.answer('GET /access-controllers', { data: [{ id: 8, company_id: 5, name }] });
  await app.open(`${path}?view=list`);
  await until(() => byRole('link', name));
  const menu = maybeByRole('button', `More of ${name}`);
  if (menu) await click(menu);
  expect(menu && allByRole('menuitem').map(nameOf)).toEqual(offered);
});

test('an access controller leads to its last two weeks', async () => {
  app.answer('GET /access-controllers', { data: [{ id: 8, company_id: 5, name: 'Gate' }] });
  await app.open('/access-controllers?view=list');
  await click(await until(() => byRole('button', 'More of Gate')));
  await click(byRole('menuitem', 'Attendance'));
  expect(location.pathname).toBe('/attendance');
  const { start_date = '', end_date = '', ...filters } = Object.fromEntries(new URLSearchParams(location.search));
  expect(filters).toEqual({ company_id: '5', access_controller_id: '8' });
  expect(Date.parse(end_date) - Date.parse(start_date)).toBe(13 * 86_400_000);
});

test('an employee and an access controller lead to their pages', async () => {
  app.answer('GET /employees', { data: [{ id: 7, company_id: 5, name: 'Zoë' }] });
  await app.open('/employees');
  expect(linksOf(await card('Zoë'))).toEqual([['Zoë', '/employees?id=7']]);
  // The line about a door's device loads after the list.
  app.answer('GET /devices', { data: [] });
  app.answer('GET /access-controllers', { data: [{ id: 8, company_id: 5, name: 'Gate' }] });
  await app.open('/access-controllers');
  const gate = await card('Gate');
  await until(() => byRole('link', 'Connect a Device to Gate', gate));
  expect(linksOf(gate)).toEqual([
    ['Gate', '/access-controllers?id=8'],
    ['Connect a Device to Gate', '/access-controllers?id=8&tab=connect'],
  ]);
});

test('a user leads to the companies', async () => {
  const companies = [{ id: 1, name: 'Alder & Sons', is_active: true }];
  app.answer('GET /users', { data: [{ id: 8, name: 'Nina', roles: [], companies }] });
  app.answer('GET /companies', { data: [{ id: 5, name: 'Alder' }] });
  await app.open('/users');
  expect(byRole('link', 'Alder & Sons', await card('Nina')).getAttribute('href')).toBe('/companies?id=1');
});

const asked = () => app.seen.filter(({ key }) => key.includes('access-controllers')).map(({ path }) => path);

test('controllers are narrowed to a company', async () => {
  await app.open('/access-controllers');
  await until(() => optionsOf('Company').includes('Atelier Béranger'));
  const option = [...field('Company').querySelectorAll('option')].find(({ text }) => text === 'Atelier Béranger');
  await type(field('Company'), option?.value ?? '');
  await until(() => asked().at(-1) === `/access-controllers?page=1&company_id=${option?.value}`);
  await until(() => allByRole('article').every((one) => one.textContent?.includes('Atelier Béranger')));
  await clickButton('Clear Filter');
  await until(() => asked().at(-1) === '/access-controllers?page=1');
});

test("a server without search is asked with the specification's own call for one company", async () => {
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: [] }) });
  await app.open('/access-controllers');
  await until(() => optionsOf('Company').includes('Atelier Béranger'));
  await type(field('Company'), '4');
  await until(() => asked().at(-1) === '/companies/4/access-controllers');
  app.answer('GET /companies/{id}/access-controllers', { data: [] });
  await type(field('Company'), '5');
  await untilText('No access controllers found for the selected company');
});
