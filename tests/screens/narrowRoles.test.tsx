// Roles with few permissions: each reaches the screens on which it may do something.

import { expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import type { Permission } from '../../src/shared/contract/permissions.ts';
import { today } from '../../src/shared/words/days.ts';
import { monthsBefore, monthTitle } from '../../src/shared/words/months.ts';
import { testConsole } from '../support/console/console.tsx';
import {
  allByRole,
  byRole,
  click,
  field,
  firstFrame,
  maybeByRole,
  nameOf,
  text,
  type,
  until,
} from '../support/console/render.tsx';
import { addColleague } from '../support/people/users.ts';
import { card, clickButton, fill, optionsOf, untilText } from './steps.ts';

const app = testConsole();

/** Opens the console as somebody with only these permissions, by default in company 1. */
async function openAs(name: string, permissions: readonly Permission[], path: string, companies = [1]) {
  localStorage.setItem('auth_token', await addColleague(app.server.db, name, permissions, companies, new Date()));
  await app.openSignedOut(path);
}

const nameOfCompany = async () =>
  (await one<{ name: string }>(app.server.db, sql`select name from companies where id = 1`)).name;

const idOfPerson = async () =>
  (await one<{ id: number }>(app.server.db, sql`select min(id) as id from employees where company_id = 1`)).id;

const heading = (title: string) => until(() => byRole('heading', title));
/** Waits until the screen has made all its requests, and returns the refused ones. */
async function refusedOn(title: string): Promise<string[]> {
  await heading(title);
  await firstFrame();
  await until(() => !/Loading/.test(text()) && app.seen.every(({ status }) => status !== undefined));
  return app.seen.flatMap(({ key, status = 0 }) => (status >= 400 ? `${status} ${key}` : []));
}

test('a payroll office, which sees timesheets and closes them, has the months of a company', async () => {
  const [month = ''] = monthsBefore(today(), 1);
  const title = monthTitle(month);
  await app.server.db.run(
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select 1, 'Z1', min(id), 'check-in', ${`${month}-10 08:00:00`}, ${`${month}-10 08:00:00`} from access_controllers
      where company_id = 1`,
  );
  await openAs('Paula', ['companies.view', 'timesheets.view', 'timesheets.close'], '/companies?id=1&tab=months');
  await until(() => byRole('region', 'Payroll file'));
  await clickButton(`Close Month: ${title}`, await until(() => byRole('region', 'Months')));
  const closing = await until(() => byRole('dialog', 'Close Months'));
  await until(() => text(closing).includes('1 exception not answered'));
  expect(maybeByRole('link', '1 exception not answered', closing)).toBeUndefined();
  await clickButton(`Close ${title}`, closing);
  await untilText('Closed by Paula');
  await clickButton('Done', closing);
  await until(() => !maybeByRole('dialog', 'Close Months'));
  await clickButton(`Reopen ${title}`, byRole('region', 'Months'));
  const dialog = await until(() => byRole('dialog', `Reopen ${title}`));
  await fill({ Reason: 'A day was missing' }, dialog);
  await clickButton('Reopen Month', dialog);
  await untilText('A day was missing');
  // The focus stays in the line, whose button says what can be done now.
  await until(() => document.activeElement === byRole('button', `Close Month: ${title}`));
});

test('the right to see devices alone shows their doors, and lets none be changed', async () => {
  const { id, name } = await one<{ id: number; name: string }>(
    app.server.db,
    sql`select id, name from access_controllers where company_id = 1 order by id limit 1`,
  );
  await openAs('Dina', ['devices.view'], '/access-controllers');
  const link = byRole('link', name, await card(name));
  expect(link.getAttribute('href')).toBe(`/access-controllers?id=${id}`);
  expect(maybeByRole('button', `Edit ${name}`)).toBeUndefined();
  await openAs('Dora', ['devices.view'], `/access-controllers?id=${id}`);
  await until(() => byRole('heading', name));
  for (const tab of ['State', 'Events', 'Details']) byRole('link', tab);
  expect(maybeByRole('button', 'Edit')).toBeUndefined();
});

/** The links to the screens, beside the dashboard, that a single permission opens. */
const screens: readonly { permission: Permission; links: readonly string[] }[] = [
  { permission: 'companies.view', links: ['Companies'] },
  { permission: 'access_controllers.view', links: ['Access Controllers'] },
  { permission: 'devices.view', links: ['Access Controllers'] },
  { permission: 'attendance.view', links: ['Attendance', 'Exceptions'] },
  { permission: 'employees.view', links: ['Employees'] },
  { permission: 'presence.view', links: ['Who Is In'] },
  { permission: 'timesheets.view', links: ['Timesheets'] },
  { permission: 'users.view', links: ['Users'] },
  { permission: 'roles.view', links: ['Roles'] },
  { permission: 'settings.view', links: ['Settings'] },
  { permission: 'privacy.view', links: ['Privacy'] },
  { permission: 'corrections.approve', links: ['Exceptions'] },
];

/** Headings of screens with another name in the sidebar; approvers alone see no exceptions. */
const headings: Readonly<Record<string, string>> = {
  Attendance: 'Attendance Management',
  'corrections.approve Exceptions': 'Corrections',
};

test.each(screens)(
  'the right to $permission alone is refused nothing on its screens',
  async ({ permission, links }) => {
    await openAs(permission.replace(/\W/g, ''), [permission], '/');
    await until(() => app.seen.some(({ key }) => key === 'GET /views'));
    // Prefetched before it is known who is signed in.
    const ahead = permission === 'companies.view' ? [] : ['403 GET /companies'];
    expect(await refusedOn('Dashboard')).toEqual(ahead);
    expect(text(byRole('main'))).not.toContain("don't have permission");
    for (const link of links) {
      app.seen.length = 0;
      await click(byRole('link', link, byRole('navigation', 'Main')));
      expect(await refusedOn(headings[`${permission} ${link}`] ?? headings[link] ?? link)).toEqual([]);
    }
  },
);

test('the dashboard shows who is in to those who may see nothing else, and no companies', async () => {
  await openAs('Wanda', ['presence.view'], '/');
  await until(() => byRole('list', 'Figures of today'));
  expect(maybeByRole('heading', 'Companies')).toBeUndefined();
  await openAs('Nora', ['users.view'], '/');
  await untilText('The sidebar lists what you can open');
});

test('attendance of a company is refused nothing where its people and doors may not be viewed', async () => {
  await openAs('Attila', ['attendance.view'], '/attendance?company_id=1&start_date=&end_date=&panel=open');
  await until(() => field('Employee').value === 'You may not view employees');
  expect(field('Access Controller').value).toBe('You may not view controllers');
  expect(await refusedOn('Attendance Management')).toEqual([]);
});

const tabs = () => allByRole('link', undefined, byRole('navigation', 'Company')).map(nameOf);

test('a payroll office that may not view companies has its payroll files', async () => {
  await openAs('Paul', ['timesheets.view', 'timesheets.close'], '/timesheets');
  await click(await until(() => byRole('link', 'Payroll File')));
  await until(() => byRole('region', 'Payroll file') && byRole('region', 'Months'));
  expect(tabs()).toEqual(['Months']);
  expect(await refusedOn(await nameOfCompany())).toEqual([]);
});

test('a user who configures the HR sync and may not view companies has the HR connection of each', async () => {
  await openAs('Hilda', ['hr_sync.view', 'hr_sync.configure'], '/hr-sync');
  await click(await until(() => byRole('link', /^Connection.*, Zephyr/)));
  await until(() => byRole('region', 'HR connection'));
  expect(tabs()).toEqual(['HR']);
  expect(await refusedOn(await nameOfCompany())).toEqual([]);
});

test('a user who sees every company and may not view them chooses among their names, and learns no more', async () => {
  const permissions = ['companies.all', 'timesheets.view', 'timesheets.close'] as const;
  await openAs('Alma', permissions, '/timesheets?close=', []);
  const dialog = await until(() => byRole('dialog', 'Close Months'));
  await until(() => optionsOf('Company', dialog).includes('Ashdown & Vale Logistics'));
  const token = localStorage.getItem('auth_token') ?? '';
  const { json } = await app.server.ask('GET /companies/all', { token });
  expect(answerDecoder('GET /companies/all')(json.data)).toContainEqual(
    expect.objectContaining({ name: 'Ashdown & Vale Logistics', contact_email: '', address: '', urls: [] }),
  );
  await openAs('Alan', permissions, '/companies?id=1&tab=months', []);
  expect(await refusedOn(await nameOfCompany())).toEqual([]);
});

test('a user who may close months and see no timesheets closes them by the palette', async () => {
  const [month = ''] = monthsBefore(today(), 2).slice(-1);
  await openAs('Cleo', ['timesheets.close'], `/timesheets?close=${month}`);
  await until(() => byRole('dialog', 'Close Months'));
  await untilText("You don't have permission");
});

test('a day with corrections is shown without them to people who may not see those', async () => {
  const [id, day] = [await idOfPerson(), today()];
  await app.server.db.run(
    sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, state, reason,
        author, created_at)
      select company_id, id, employee_id, ${day}, 'add', 'check-in', ${`${day} 08:00:00`}, 'waiting', 'forgotten', 'Ed',
        ${`${day} 09:00:00`}
      from employees where id = ${id}`,
  );
  const address = `/employees?id=${id}&tab=timesheet&start_date=${day}&end_date=${day}&day=${day}`;
  await openAs('Tim', ['timesheets.view'], address);
  await until(() => maybeByRole('table', /^Days of/));
  expect(await refusedOn('Employee')).toEqual([]);
  expect(text()).not.toContain("don't have permission");
});

test('the page of a person says so where nothing of it may be seen', async () => {
  await openAs('Pia', ['presence.view'], '/employees?id=1');
  await untilText("You don't have permission to see this");
});

test('a user who manages users and may not view roles can give their own', async () => {
  await openAs('Ulla', ['users.view', 'users.create'], '/users');
  await clickButton('Add User');
  const dialog = await until(() => byRole('dialog', 'Add User'));
  await until(() => byRole('checkbox', /Ulla/, dialog));
  expect(await refusedOn('Users')).toEqual([]);
});

test('codes are assigned only by those who may choose the employee', async () => {
  const { id } = await one<{ id: number }>(
    app.server.db,
    sql`insert into attendance (company_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
      select 1, 'Z9', min(id), 'check-in', '2026-01-05 08:00:00', '2026-01-05 08:00:00' from access_controllers
      where company_id = 1 returning id`,
  );
  const address = `/attendance?start_date=&end_date=&record=${id}`;
  await openAs('Edda', ['attendance.view', 'employees.edit', 'employees.create'], address);
  await until(() => byRole('button', 'Add Employee With This ID'));
  expect(maybeByRole('button', 'Assign to Employee')).toBeUndefined();
  await openAs('Egon', ['attendance.view', 'employees.edit', 'employees.view'], address);
  await until(() => byRole('button', 'Assign to Employee'));
});

test('a user who may only approve decides about the corrections of others', async () => {
  const [id, day] = [await idOfPerson(), today()];
  await app.server.db.run(
    sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, state, reason,
        author, created_at)
      select company_id, id, employee_id, ${day}, 'add', 'check-out', ${`${day} 17:00:00`}, 'waiting', 'went home', 'Ed',
        ${`${day} 18:00:00`}
      from employees where id = ${id}`,
  );
  await openAs('Apu', ['corrections.approve'], '/exceptions?tab=corrections&for_me=1');
  await untilText('went home');
  expect(allByRole('link', undefined, byRole('navigation', 'Exceptions and corrections')).map(nameOf)).toEqual(
    expect.not.arrayContaining(['Exceptions']),
  );
  const waiting = await until(() => allByRole('listitem').find((item) => text(item).includes('went home')));
  await clickButton(/^Refuse/, waiting);
  const dialog = await until(() => byRole('dialog'));
  await fill({ Reason: 'No' }, dialog);
  await clickButton(/^Refuse/, dialog);
  await until(() => !text().includes('went home'));
});

test('a user who runs the HR sync finds it by the palette, and retries several records', async () => {
  app.answer('GET /attendance', {
    change: (page) => ({
      ...Object(page),
      data: Object(page).data.map((record: object) => ({ ...record, hr_state: 'failed' })),
    }),
  });
  const permissions = ['attendance.view', 'hr_sync.view', 'hr_sync.run'] as const;
  await openAs('Rune', permissions, '/attendance?start_date=&end_date=', [1, 2, 3]);
  await heading('Attendance Management');
  expect(maybeByRole('link', 'HR Sync', byRole('navigation', 'Main'))).toBeUndefined();
  await click(await until(() => byRole('checkbox', /^Select all/)));
  await until(() => byRole('button', /^Retry HR Sync \(\d+\)/));
  expect(maybeByRole('button', /^Mark as Processed/)).toBeUndefined();
  await clickButton(/^Search Ctrl K/);
  await type(await until(() => byRole('combobox', 'Search')), 'hr sync');
  await click(await until(() => byRole('option', /^HR Sync/)));
  await heading('HR System Sync');
});
