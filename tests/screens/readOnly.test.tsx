// The console offers only what the signed-in user may do, if the server names permissions as the contract does.

import { describe, expect, test } from 'vitest';
import { type Feature, features } from '../../src/shared/contract/features.ts';
import { permissionModules } from '../../src/shared/contract/permissions.ts';
import { testConsole } from '../support/console/console.tsx';
import { allByRole, byRole, maybeByRole, nameOf, text, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog, optionsOf, untilText } from './steps.ts';

const app = testConsole();

const allNames = Object.values(permissionModules).flatMap((module) => Object.keys(module));
const views = allNames.filter((name) => name.endsWith('.view'));

async function openWith(
  names: readonly string[],
  path: string,
  isShown: () => unknown,
  announced: readonly Feature[] = features,
) {
  const role = { id: 1, name: 'some', is_system: false, permissions: names.map((name) => ({ name })) };
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: announced, roles: [role] }) });
  await app.open(path);
  await until(() => Boolean(isShown()));
}

/** Buttons that write; saving a view does not count, since it is the person's own. */
const writes = /^(Add|Edit|Delete|Mark|Sync|Retry|Reset|Save(?! View)|Check|Select)\b/;
const offered = () =>
  ['button', 'checkbox'].flatMap((role) => allByRole(role).map(nameOf)).filter((name) => writes.test(name));
const hasCards = () => maybeByRole('article');
const hasRows = () => allByRole('row').length > 1;

const company = 'Ashdown & Vale Logistics';

describe('somebody who may only view is not offered to change anything', () => {
  test.each([
    ['/companies', hasCards],
    ['/access-controllers', hasCards],
    ['/employees', hasCards],
    ['/attendance?start_date=&end_date=', hasRows],
    ['/roles', hasCards],
    ['/users', hasCards],
    ['/settings', hasRows],
    ['/hr-sync', () => text().includes('HR System Configured')],
  ])('on %s', async (path, isShown) => {
    await openWith(views, path, isShown);
    expect(offered()).toEqual([]);
  });

  test('on Settings and Attendance, where the columns for it are gone', async () => {
    await openWith(views, '/settings', hasRows);
    expect([...document.querySelectorAll('thead th')].map((cell) => text(cell))).toEqual([
      'Key',
      'Value',
      'Type',
      'Access',
    ]);
    await openWith(views, '/attendance?start_date=&end_date=', hasRows);
    expect(text(document.querySelector('thead') ?? undefined)).toBe(
      'EmployeeEventTimeControllerCompanyStatusHR SyncActions',
    );
  });

  test('in the dialogs of a company', async () => {
    await openWith(views, '/companies', hasCards);
    const urls = await openDialog(`URLs of ${company}`, `Manage URLs - ${company}`);
    await until(() => urls.querySelector('li'));
    expect(offered()).toEqual([]);
    await openWith(views, '/companies', hasCards);
    const sync = await openDialog(`HR Sync Configuration of ${company}`, `HR Sync Configuration - ${company}`);
    await until(() => byRole('button', 'Dry Run Test', sync));
    expect(offered()).toEqual([]);
  });

  test('in empty lists, or by the address that opens the dialog to add', async () => {
    app.answer('GET /companies', { data: [] });
    await openWith(views, '/companies?add=1', () => text().includes('No companies found'));
    expect(text()).not.toContain('Get started');
    expect(maybeByRole('dialog')).toBeUndefined();
    await openWith(views, '/', () => text().includes('No companies found'));
    expect(offered()).toEqual([]);
  });

  test('and the configuration of the HR sync only to those who may view it', async () => {
    await openWith(['companies.view'], '/companies', hasCards);
    expect(maybeByRole('button', /^HR Sync Configuration/)).toBeUndefined();
    expect(maybeByRole('button', /^URLs of/)).toBeDefined();
  });
});

test('a user who may not configure the HR sync cannot change its URL, and is told why', async () => {
  const both = [
    { id: 1, url_type: 'hr_system', url: 'https://hr.example', is_active: true },
    { id: 2, url_type: 'crm', url: 'https://crm.example', is_active: true },
  ];
  app.answer('GET /companies/{id}/urls', { data: both });
  await openWith(['companies.view', 'companies.edit', 'hr_sync.view'], '/companies', hasCards);
  const urls = await openDialog(`URLs of ${company}`, `Manage URLs - ${company}`);
  await until(() => urls.querySelector('li'));
  expect(offered().filter((name) => /^(Edit|Delete) http/.test(name))).toEqual([
    'Edit https://crm.example',
    'Delete https://crm.example',
  ]);
  expect(text(urls)).toContain('You need permission to configure the HR sync to change this URL');
  await clickButton('Add URL', urls);
  const form = await until(() => byRole('dialog', 'Add URL'));
  await until(() => optionsOf('URL Type', form).includes('CRM'));
  expect(optionsOf('URL Type', form)).not.toContain('HR system');
});

describe('everything is offered', () => {
  test.each([
    ['to somebody with all permissions', allNames, features],
    ['where the server has permissions of its own', ['companies.view', 'companies.update'], features],
    [
      'where only the permissions of the specification are known',
      ['roles.view', 'users.view', 'employees.edit_id'],
      [],
    ],
    ['to somebody without permissions', [], []],
    ['where a server of the specification happens to use our names', ['roles.view', 'companies.view'], []],
  ])('%s', async (_, names, announced) => {
    await openWith(names, '/companies', hasCards, announced);
    expect(offered()).toEqual(expect.arrayContaining(['Add Company', `Edit ${company}`, `Delete ${company}`]));
    await openWith(names, '/attendance?start_date=&end_date=', hasRows, announced);
    expect(offered().some((name) => name.startsWith('Select all'))).toBe(true);
  });
});

describe('nothing is offered where the server has features of ours', () => {
  test.each([
    ['to somebody who has only a permission that the specification names', ['settings.view']],
    ['to somebody without permissions', []],
  ])('%s', async (_, names) => {
    await openWith(names, '/companies', hasCards);
    expect(offered()).toEqual([]);
    const links = allByRole('link', undefined, byRole('navigation', 'Main')).map(nameOf);
    expect(links).toContain('Attendance');
    expect(links).not.toContain('Timesheets');
    expect(links).not.toContain('Audit');
  });
});

describe('actions that affect all companies are offered', () => {
  const limited = allNames.filter((name) => name !== 'companies.all');

  test('only to those who see all of them', async () => {
    await openWith(limited, '/settings', hasRows);
    expect(offered()).toEqual([]);
    await openWith(allNames, '/settings', hasRows);
    expect(offered()).toContain('Add Setting');
  });

  test.each([
    ['/settings', 'Add Setting', hasRows],
    ['/roles', 'Add Role', hasCards],
  ])('on %s where the server says nothing of who sees all of them', async (path, label, isShown) => {
    await openWith(limited, path, isShown, []);
    expect(offered()).toContain(label);
  });
});

test('somebody who may edit employees but not add them edits one', async () => {
  app.answer('PUT /employees/{id}', { data: null });
  await openWith(['employees.view', 'employees.edit'], '/employees', hasCards);
  expect(maybeByRole('button', 'Add Employee')).toBeUndefined();
  expect(maybeByRole('button', /^Delete/)).toBeUndefined();
  const form = await openDialog(nameOf(allByRole('button', /^Edit/)[0] ?? document.body), 'Edit Employee');
  await fill({ Department: 'Night shift' }, form);
  await clickButton('Update Employee', form);
  await untilText('Employee updated successfully');
});

describe('the companies of somebody who may not view companies are named', () => {
  const own = { id: 7, name: 'Own Company', unique_identifier: 'own', contact_email: '', is_active: true };
  const openAsClerk = (path: string, isShown: () => unknown) => {
    const permissions = ['attendance.view', 'timesheets.view'].map((name) => ({ name }));
    const role = { id: 1, name: 'clerk', is_system: false, permissions };
    app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), roles: [role], companies: [own] }) });
    return app.open(path).then(() => until(() => Boolean(isShown())));
  };

  test('in a filter', async () => {
    await openAsClerk('/timesheets', hasRows);
    expect(optionsOf('Company')).toEqual(['All Companies', 'Own Company']);
    expect(app.seen.filter(({ key }) => key === 'GET /companies/all')).toEqual([]);
  });

  test('in what is set', async () => {
    await openAsClerk('/attendance?company_id=7&start_date=&end_date=', () => text().includes('Company: '));
    expect(text()).toContain('Company: Own Company');
  });
});
