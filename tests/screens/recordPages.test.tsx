// The pages of a person and a company: headers, tabs with their own addresses, the way back to the list, and what
// remains with a server of the specification.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { allByRole, byRole, click, maybeByRole, nameOf, text, until } from '../support/console/render.tsx';
import { card, clickButton, fill, untilText } from './steps.ts';

let app: TestConsole;
let person: { id: number; name: string; employee_id: string; company: string; company_id: number };

beforeAll(async () => {
  app = await startConsole();
  person = await one(
    app.server.db,
    sql`select employees.id, employees.name, employees.employee_id, companies.name as company, companies.id as company_id
      from employees join companies on companies.id = company_id
      where (select count(*) from attendance where attendance.employee_id = employees.id) > 4 and employees.is_active
      order by employees.id limit 1`,
  );
});
afterAll(() => app.stop());

const tabs = (name: string) => allByRole('link', undefined, byRole('navigation', name)).map(nameOf);
const openTab = async (name: string) => click(await until(() => byRole('link', name)));
const here = () => location.pathname + location.search;
const asSpecified = () =>
  app.answer('GET /auth/user', { change: (user) => ({ ...Object(user), features: undefined }) });

async function goBack(): Promise<void> {
  history.back();
  await until(() => !location.search.includes('edit='));
}

describe('a person', () => {
  test('is found from the list in two steps: who it is, where now, and all that there is', async () => {
    await app.open(`/employees?q=${encodeURIComponent(person.name)}`);
    await click(byRole('link', person.name, await card(person.name)));
    await until(() => byRole('heading', person.name));
    expect(here()).toBe(`/employees?id=${person.id}`);
    await until(() => document.title.startsWith(person.name));
    expect(text(byRole('main'))).toContain(person.employee_id);
    expect(byRole('link', person.company).getAttribute('href')).toBe(`/companies?id=${person.company_id}`);
    await until(() => /In since|Out since|Not seen/.test(text(byRole('main'))));
    expect(tabs('Employee')).toEqual([
      'Timesheet',
      'Attendance',
      'Exceptions and Corrections',
      'Details',
      'Expected Time',
      'Codes',
      'History',
      'Personal Data',
    ]);
  });

  test('leads back to the list with its filters', async () => {
    await app.open(`/employees?company_id=${person.company_id}&view=list`);
    await click(await until(() => byRole('link', person.name)));
    await openTab('Details');
    await click(byRole('link', 'Employees', byRole('navigation', 'Breadcrumb')));
    await until(() => maybeByRole('heading', 'Employees'));
    expect(here()).toBe(`/employees?company_id=${person.company_id}&view=list`);
  });

  test('has tabs with addresses of their own', async () => {
    await app.open(`/employees?id=${person.id}&tab=details`);
    await until(() => byRole('region', 'Details'));
    expect(text(byRole('region', 'Details'))).toContain(`Employee ID${person.employee_id}`);
    expect(byRole('link', 'Details').getAttribute('aria-current')).toBe('page');
    await openTab('History');
    expect(here()).toBe(`/employees?id=${person.id}&tab=history`);
    expect(document.title).toBe(`${person.name}: History · Rollcall`);
    await until(() => byRole('link', 'Open in Audit'));
  });

  test('has its own events, of which one opens', async () => {
    await app.open(`/employees?id=${person.id}&tab=attendance`);
    const rows = await until(() => {
      const found = allByRole('button', /^View/);
      return found.length > 0 && found;
    });
    const asked = app.seen.filter(({ key }) => key === 'GET /attendance').map(({ path }) => path);
    expect(asked.every((path) => path.includes(`employee_id=${person.id}`))).toBe(true);
    if (rows[0]) await click(rows[0]);
    const dialog = await until(() => byRole('dialog', 'Attendance Record'));
    await until(() => text(dialog).includes(person.name));
  });

  test('has its exceptions, and the corrections that answered them', async () => {
    await app.open(`/employees?id=${person.id}&tab=exceptions`);
    await untilText('No corrections so far.');
    for (const key of ['GET /exceptions', 'GET /corrections'])
      expect(app.seen.find((call) => call.key === key)?.path).toContain(`employee_id=${person.id}`);
  });

  test('is edited at an address, which Back leaves, and shows what was saved', async () => {
    await app.open(`/employees?id=${person.id}&tab=details`);
    await until(() => byRole('heading', person.name));
    await clickButton('Edit');
    await until(() => byRole('dialog', 'Edit Employee'));
    expect(here()).toBe(`/employees?id=${person.id}&tab=details&edit=${person.id}`);
    await goBack();
    await until(() => !maybeByRole('dialog'));

    await clickButton('Edit');
    const form = await until(() => byRole('dialog', 'Edit Employee'));
    await fill({ Position: 'Lead of the night', 'Employed From': '2026-02-01' }, form);
    await clickButton('Update Employee', form);
    await until(() => text(byRole('region', 'Details')).includes('Lead of the night'));
    expect(text(byRole('region', 'Details'))).toContain('Employed From1 Feb 2026');
    expect(here()).toBe(`/employees?id=${person.id}&tab=details`);
  });

  test('who is not there, or not theirs, has no parts, and leads to the list', async () => {
    await app.open('/employees?id=999999');
    await untilText('Employee not found');
    await untilText('It may have been deleted, the link may be wrong, or you may not have access to it.');
    expect(maybeByRole('navigation', 'Employee')).toBeUndefined();
    expect(maybeByRole('alert')).toBeUndefined();
    expect(maybeByRole('button', 'Retry', byRole('main'))).toBeUndefined();
    await clickButton('All Employees');
    await until(() => maybeByRole('heading', 'Employees'));
    expect(new URLSearchParams(location.search).has('id')).toBe(false);
  });

  test('has a sheet with a server of the specification that has no call for one', async () => {
    asSpecified();
    app.answer('GET /employees/{id}', { status: 404, message: 'The route could not be found.' });
    await app.open(`/employees?id=${person.id}`);
    await until(() => byRole('heading', person.name));
    // No Details, which would be empty: only the sheet knows whose page it is.
    expect(tabs('Employee')).toEqual(['Timesheet', 'Attendance']);
  });

  test('who is deleted leads back to the list', async () => {
    app.answer('DELETE /employees/{id}', { data: null });
    await app.open(`/employees?id=${person.id}`);
    await until(() => byRole('heading', person.name));
    await clickButton('Delete');
    const question = await until(() => byRole('alertdialog', 'Delete Employee'));
    expect(text(question)).toContain(`Are you sure you want to delete "${person.name}"? This action cannot be undone.`);
    await clickButton('Delete', question);
    await until(() => maybeByRole('heading', 'Employees'));
    expect(location.pathname).toBe('/employees');
  });

  test('has what a server of the specification knows', async () => {
    asSpecified();
    await app.open(`/employees?id=${person.id}`);
    await until(() => byRole('heading', person.name));
    expect(tabs('Employee')).toEqual(['Timesheet', 'Attendance', 'Details']);
    await until(() => allByRole('row').length > 1);
    const unknown = app.seen.filter(({ key }) => /presence|exceptions|corrections|codes|audit|timesheets/.test(key));
    expect(unknown).toEqual([]);
  });

  test('has a sheet for those who may not see employees', async () => {
    const permissions = ['attendance.view'].map((permission, id) => ({ id, name: permission }));
    app.answer('GET /auth/user', {
      change: (user) => ({ ...Object(user), roles: [{ id: 1, name: 'clerk', permissions }] }),
    });
    await app.open(`/employees?id=${person.id}`);
    await until(() => byRole('heading', person.name));
    expect(maybeByRole('button', 'Edit')).toBeUndefined();
    expect(tabs('Employee')).toEqual(['Timesheet', 'Attendance', 'Exceptions and Corrections']);
  });

  test('is where the old address of a sheet leads, with its days', async () => {
    await app.open(`/timesheets?employee_id=${person.id}&start_date=2026-05-01&end_date=2026-05-03`);
    await until(() => byRole('heading', person.name));
    expect(here()).toBe(`/employees?id=${person.id}&tab=timesheet&start_date=2026-05-01&end_date=2026-05-03`);
    await until(() => allByRole('button', /^\w{3}, \d May$/).length === 3);
  });
});

describe('a company', () => {
  test('that is not there has no parts, and leads to the list', async () => {
    await app.open('/companies?id=999999');
    await untilText('Company not found');
    expect(maybeByRole('navigation', 'Company')).toBeUndefined();
    expect(maybeByRole('button', 'Retry', byRole('main'))).toBeUndefined();
    const back = byRole('link', 'Companies', byRole('navigation', 'Breadcrumb'));
    // The link keeps the filters of the last visit.
    expect(back.getAttribute('href')).toMatch(/^\/companies(\?|$)/);
    await clickButton('All Companies');
    await until(() => maybeByRole('heading', 'Companies'));
    expect(location.search).not.toContain('id=');
  });

  test('shows who is there, today’s events and its details', async () => {
    await app.open(`/companies?id=${person.company_id}`);
    await until(() => byRole('heading', person.company));
    expect(tabs('Company')).toEqual(['Overview', 'People', 'Doors', 'HR', 'URLs', 'Day Rules', 'Months', 'History']);
    const now = await until(() => byRole('link', /^In \d/));
    expect(now.getAttribute('href')).toBe(`/presence?company_id=${person.company_id}&state=in`);
    await until(() => byRole('region', 'Today'));
    expect(text(byRole('region', 'Details'))).toContain(`Name${person.company}`);
  });

  test('has its people, who lead to their pages, and its doors', async () => {
    await app.open(`/companies?id=${person.company_id}&tab=people`);
    const link = await until(() => byRole('link', person.name));
    expect(link.getAttribute('href')).toBe(`/employees?id=${person.id}`);
    await openTab('Doors');
    await until(() => allByRole('row').length > 1);
    expect(app.seen.some(({ path }) => path.startsWith(`/companies/${person.company_id}/access-controllers`))).toBe(
      true,
    );
  });

  test('is set up for its HR system in one place, from top to bottom', async () => {
    await app.open(`/companies?id=${person.company_id}&tab=hr`);
    await until(() => byRole('region', 'Settings'));
    await until(() => byRole('region', 'Connection test'));
    const parts = ['HR connection', 'Match employees', 'Schedule Settings', 'HR Sync Configuration'];
    await until(() => parts.every((part) => maybeByRole('region', part)));
    expect(
      allByRole('region')
        .map(nameOf)
        .filter((name) => parts.includes(name)),
    ).toEqual(parts);
    for (const name of [
      'Test Connection',
      'Save Connection',
      'Reset to Defaults',
      'Dry Run Test',
      'Save Configuration',
    ])
      expect(byRole('button', name)).toBeDefined();
  });

  test('has what a server of the specification knows', async () => {
    asSpecified();
    await app.open(`/companies?id=${person.company_id}&tab=hr`);
    await until(() => byRole('region', 'Settings'));
    expect(tabs('Company')).toEqual(['Overview', 'People', 'Doors', 'HR', 'URLs']);
    expect(maybeByRole('region', 'HR connection')).toBeUndefined();
    byRole('button', 'Dry Run Test');
  });
});

describe('a door, with a server of the specification', () => {
  const door = { id: 8, company_id: 5, name: 'Gate', device_id: 'AB12', location: '', company: { name: 'Alder' } };
  const specifiedPaths = /^\/(auth|companies|access-controllers|employees|attendance|settings)\b/;

  beforeEach(() => {
    asSpecified();
    app.answer('GET /access-controllers', { data: [door] });
    app.answer('GET /access-controllers/{id}', { data: door });
  });

  test.each(['', '?view=list'])('has no page that its name leads to: /access-controllers%s', async (view) => {
    await app.open(`/access-controllers${view}`);
    await until(() => maybeByRole('button', 'Edit Gate'));
    expect(maybeByRole('link', 'Gate')).toBeUndefined();
    expect(maybeByRole('button', 'More of Gate')).toBeUndefined();
    expect(maybeByRole('link', /Connect a Device/)).toBeUndefined();
    const events = byRole('link', 'Events of Gate').getAttribute('href') ?? '';
    expect(events).toMatch(/^\/attendance\?company_id=5&access_controller_id=8&start_date=/);
    await clickButton('Edit Gate');
    const form = await until(() => byRole('dialog', 'Edit Access Controller'));
    await clickButton('Cancel', form);
    byRole('button', 'Delete Gate');
    expect(app.seen.filter(({ path }) => !specifiedPaths.test(path))).toEqual([]);
  });

  test.each(['id=8', 'id=8&tab=events', 'controller=8&tab=notes'])('shows its record at ?%s', async (query) => {
    await app.open(`/access-controllers?${query}`);
    await until(() => byRole('heading', 'Gate'));
    await until(() => text(byRole('main')).includes('Not specified'));
    expect(tabs('Access Controller')).toEqual(['Details']);
    expect(maybeByRole('alert')).toBeUndefined();
    await clickButton('Edit');
    await clickButton('Cancel', await until(() => byRole('dialog', 'Edit Access Controller')));
    expect(app.seen.filter(({ path }) => !specifiedPaths.test(path))).toEqual([]);
    await click(byRole('link', 'Access Controllers', byRole('navigation', 'Breadcrumb')));
    await until(() => maybeByRole('button', 'Edit Gate'));
  });
});

test('Back closes the form of a record in a list', async () => {
  await app.open('/companies');
  const name = await until(() => allByRole('article').map(nameOf)[0]);
  await clickButton(`Edit ${name}`);
  await until(() => byRole('dialog', 'Edit Company'));
  expect(location.search).toMatch(/^\?edit=\d+$/);
  await goBack();
  await until(() => !maybeByRole('dialog'));
  await clickButton(`Edit ${name}`);
  await clickButton('Cancel', await until(() => byRole('dialog', 'Edit Company')));
  await until(() => !maybeByRole('dialog'));
  expect(location.search).toBe('');
});
