// From a record to what belongs to it: the links of cards and lists, and the companies of a list of controllers.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { today } from '../../src/shared/words/days.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { allByRole, byRole, field, maybeByRole, nameOf, type, until } from '../support/console/render.tsx';
import { card, clickButton, optionsOf, untilText } from './steps.ts';

let app: TestConsole;
beforeAll(async () => {
  app = await startConsole();
});
afterAll(() => app.stop());

const linksOf = (place: ParentNode) =>
  allByRole('link', / of /, place).map((link) => [nameOf(link), link.getAttribute('href')]);

const lastTwoWeeks = `start_date=${today(-13)}&end_date=${today()}`;

test.each(['', '?view=list'])(
  'a company leads to its employees, controllers, attendance and HR sync: /companies%s',
  async (view) => {
    app.answer('GET /companies', { data: [{ id: 5, name: 'Alder' }] });
    await app.open(`/companies${view}`);
    await until(() => maybeByRole('button', 'Edit Alder'));
    expect(linksOf(byRole('main'))).toEqual([
      ['Employees of Alder', '/employees?company_id=5'],
      ['Controllers of Alder', '/access-controllers?company_id=5'],
      ['Attendance of Alder', '/attendance?company_id=5'],
      ['HR Sync of Alder', '/hr-sync?q=Alder'],
    ]);
  },
);

test('an employee and a controller lead to their last two weeks', async () => {
  app.answer('GET /employees', { data: [{ id: 7, company_id: 5, name: 'Zoë' }] });
  await app.open('/employees');
  expect(linksOf(await card('Zoë'))).toEqual([
    ['Attendance of Zoë', `/attendance?company_id=5&employee_id=7&${lastTwoWeeks}`],
    ['Timesheet of Zoë', `/timesheets?employee_id=7&${lastTwoWeeks}`],
  ]);
  app.answer('GET /access-controllers', { data: [{ id: 8, company_id: 5, name: 'Gate' }] });
  await app.open('/access-controllers');
  expect(linksOf(await card('Gate'))).toEqual([
    ['Events of Gate', `/attendance?company_id=5&access_controller_id=8&${lastTwoWeeks}`],
  ]);
});

test('a user leads to the companies, and only what may be read is a link', async () => {
  const companies = [{ id: 1, name: 'Alder & Sons', is_active: true }];
  app.answer('GET /users', { data: [{ id: 8, name: 'Nina', roles: [], companies }] });
  app.answer('GET /companies', { data: [{ id: 5, name: 'Alder' }] });
  await app.open('/users');
  expect(byRole('link', 'Alder & Sons', await card('Nina')).getAttribute('href')).toBe('/companies?q=Alder+%26+Sons');

  const permissions = [{ name: 'companies.view' }, { name: 'employees.view' }];
  app.answer('GET /auth/user', {
    change: (user) => ({ ...Object(user), roles: [{ id: 1, name: 'some', permissions }] }),
  });
  await app.open('/companies');
  expect(linksOf(await card('Alder')).map(([name]) => name)).toEqual(['Employees of Alder']);
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
