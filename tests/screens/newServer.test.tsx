// The console on a server without data: known settings, first steps, and empty screens.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { startConsole, type TestConsole } from '../support/console/console.tsx';
import { byRole, click, field, maybeByRole, text, until } from '../support/console/render.tsx';
import { clickButton, fill, openDialog, optionsOf, untilText } from './steps.ts';

let app: TestConsole;
beforeAll(async () => {
  app = await startConsole();
  const { db } = app.server;
  for (const table of [sql`hr_deliveries`, sql`attendance`, sql`settings`, sql`user_companies`]) {
    await db.run(sql`delete from ${table}`);
  }
  for (const table of [sql`companies`, sql`access_controllers`, sql`employees`]) {
    await db.run(sql`update ${table} set deleted_at = '2026-01-01 00:00:00'`);
  }
});
afterAll(() => app.stop());

const panel = (title: string) => until(() => byRole('heading', title).closest('section'));
const steps = () => [...document.querySelectorAll('ol li')].map((item) => text(item));
const isDone = (step: string) => steps().some((shown) => shown.startsWith(step) && shown.endsWith('Done'));
const plainServer = { change: (user: unknown) => ({ ...Object(user), features: undefined }) };

test('the dashboard leads an administrator through the first steps', async () => {
  await app.open('/');
  await until(() => steps().length === 7 && steps()[5]?.endsWith('To Do'));
  expect(steps().some((step) => step.endsWith('Done'))).toBe(false);
  await until(() => maybeByRole('heading', 'Events, last 14 days') === undefined);
  await click(byRole('link', 'Add a company'));
  const form = await until(() => byRole('dialog', 'Add New Company'));
  await fill({ Name: 'First Company' }, form);
  await clickButton('Create Company', form);
  await untilText('Company created successfully');
  await app.open('/');
  await until(() => isDone('Add a company'));
  const hr = await until(() => byRole('link', 'Add its HR system'));
  expect(hr.getAttribute('href')).toMatch(/companies\?id=\d+&tab=hr$/);
  await click(byRole('link', 'Receive the first event'));
  await until(() => byRole('heading', 'Access Controllers'));
  await until(() => byRole('button', 'Connect a Device'));
  await app.server.db.run(sql`update companies set deleted_at = '2026-01-01 00:00:00'`);
});

test('the first steps are hidden for good, and not shown to other people or by a plain server', async () => {
  await app.open('/', 'manager');
  await untilText('No companies found');
  expect(maybeByRole('heading', 'First steps')).toBeUndefined();
  app.answer('GET /auth/user', plainServer);
  await app.open('/');
  await untilText('No companies found');
  expect(maybeByRole('heading', 'First steps')).toBeUndefined();
  app.passThrough('GET /auth/user');
  await app.open('/');
  await click(await until(() => byRole('button', 'Hide First Steps')));
  expect(maybeByRole('heading', 'First steps')).toBeUndefined();
  await app.openSignedOut('/');
  await untilText('No companies found');
  expect(maybeByRole('heading', 'First steps')).toBeUndefined();
});

test('the first steps are gone once all of them are done and were seen', async () => {
  const { db } = app.server;
  const hr = sql`select min(company_id) from company_urls where url_type = 'hr_system'`;
  await db.run(sql`update companies set deleted_at = null where id = (${hr})`);
  const lists = ['GET /access-controllers', 'GET /employees', 'GET /attendance'] as const;
  for (const list of lists) app.answer(list, { change: (page) => ({ ...Object(page), total: 1 }) });
  app.answer('GET /settings', { change: () => [{ id: 1, key: 'business_timezone', value: 'UTC', type: 'string' }] });
  app.answer('GET /hr-sync/companies/{id}/status', {
    change: (status) => ({ ...Object(status), last_run: '2026-01-01T00:00:00Z' }),
  });
  localStorage.removeItem('first_steps');
  await app.open('/');
  await until(() => steps().filter((step) => step.endsWith('Done')).length === 7);
  await app.open('/');
  await untilText('Needs attention');
  expect(maybeByRole('heading', 'First steps')).toBeUndefined();
  for (const list of [...lists, 'GET /settings', 'GET /hr-sync/companies/{id}/status'] as const) app.passThrough(list);
  await db.run(sql`update companies set deleted_at = '2026-01-01 00:00:00'`);
});

test('a setting that the server knows is listed with its default, and set in a fitting editor', async () => {
  await app.open('/settings');
  const defaults = await panel('Default values');
  expect([...defaults.querySelectorAll('li')].map((item) => text(item))).toEqual([
    'business_timezoneTime zone used for days and timesUTCSet',
    'url_typesTypes of URLs that a company can havewebsite, hr_system, crm, payroll, supportSet',
    'api_tokens_without_expiryAPI tokens may be created without a day on which they expireNoSet',
    'device_alert_minutesMinutes until a mail tells that something is wrong with a device; 0 for no mails30Set',
  ]);
  const form = await openDialog('Set business_timezone', 'Set business_timezone');
  expect([field('Key', form).readOnly, field('Type', form).readOnly]).toEqual([true, true]);
  expect(optionsOf('Value', form)).toEqual(expect.arrayContaining(['UTC', 'Europe/Athens', 'Asia/Tokyo']));
  await fill({ Value: 'Europe/Athens' }, form);
  await clickButton('Set', form);
  await until(() => text(byRole('table')).includes('Europe/Athens'));
  expect(app.bodies('POST /settings')).toEqual([
    {
      key: 'business_timezone',
      value: 'Europe/Athens',
      type: 'string',
      description: 'Time zone used for days and times',
      is_public: true,
    },
  ]);
  await until(() => maybeByRole('button', 'Set business_timezone') === undefined);
  const edit = await openDialog('Edit business_timezone', 'Edit Setting');
  expect(field('Value', edit).tagName).toBe('SELECT');
});

test('a plain server lists no settings but its own, and edits them as text', async () => {
  app.answer('GET /auth/user', plainServer);
  await app.open('/settings');
  const edit = await openDialog('Edit business_timezone', 'Edit Setting');
  expect(field('Value', edit).tagName).toBe('INPUT');
  expect(maybeByRole('heading', 'Default values')).toBeUndefined();
});

test.each([
  ['/employees', 'Add Employee', 'Add Employee', 'Employees belong to a company'],
  ['/access-controllers', 'Add Controller', 'Add Access Controller', 'Access controllers belong to a company'],
])('%s says that a company comes first, and leads there', async (path, button, title, hint) => {
  await app.open(path);
  await click(await until(() => byRole('button', button)));
  await until(() => text(byRole('dialog', title)).includes(`Add a company first${hint}`));
  await clickButton('Add Company', await until(() => byRole('dialog', title)));
  await until(() => byRole('dialog', 'Add New Company'));
});

test.each([
  ['companies', '/companies?url_health=offline', 'URL Health: Offline'],
  ['access controllers', '/access-controllers?claim=trouble', 'State: In Trouble'],
])('an empty list of %s has no filters, unless one is set, which it names', async (many, filtered, filter) => {
  const tools = () => maybeByRole('search', `Tools of ${many}`);
  await app.open(new URL(filtered, location.origin).pathname);
  await untilText('Get started by adding your first');
  expect(tools()).toBeUndefined();
  await app.open(filtered);
  await untilText(`No ${many} foundThe list is limited to ${filter}`);
  expect(tools()).toBeDefined();
});

test('attendance without any record explains when records appear, unless a filter is set', async () => {
  await app.open('/attendance');
  await untilText('Attendance records will appear here once access controllers start sending data');
  await app.open('/attendance?event_type=check-in');
  await untilText('Try adjusting your filters to see more results');
  await app.open('/attendance?start_date=&end_date=');
  await untilText('Attendance records will appear here once access controllers start sending data');
});
