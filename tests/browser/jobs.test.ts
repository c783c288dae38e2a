// An office administrator's everyday jobs, each in as few steps as people may expect. A step is a click, a key or
// chord, or a typed or pasted text; the fields of a new record count as one text.
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { answerDecoder } from '../../src/shared/contract/calls.ts';
import { groupDigits } from '../../src/shared/words/plural.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { sendEvents } from '../support/devices/devices.ts';
import { serveFakeHr } from '../support/hr/fakeHr.ts';
import { addHrCompany } from '../support/hr/hrCompany.ts';
import { createTrytonFake } from '../support/hr/trytonFake.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser({ keepsTab: true });

let server: TestServer;
let token = '';
let person: { id: number; name: string; employee_id: string; company: string; company_id: number };

beforeAll(async () => {
  server = await startServer({
    site: createSite(inject('site')),
    sample: { employeesPerCompany: 25, days: 45 },
    allowPrivateHosts: '127.0.0.1', // the HR system of one of the jobs
  });
  token = await server.signIn(server.users.administrator);
  person = await one(
    server.db,
    sql`select employees.id, employees.name, employees.employee_id, companies.name as company, companies.id as company_id
      from employees join companies on companies.id = company_id
      where (select count(*) from attendance where attendance.employee_id = employees.id) > 20 and companies.is_active
      order by companies.sort_name, employees.id limit 1`,
  );
  // Shortly after midnight, nobody has come yet.
  const door = await one<{ id: number }>(
    server.db,
    sql`select id from access_controllers where company_id = ${person.company_id} order by id limit 1`,
  );
  const now = new Date();
  await sendEvents(
    server,
    door.id,
    [{ employee_id: person.employee_id, event_type: 'check-in', timestamp: now.toISOString() }],
    now,
  );
});
afterAll(() => server.stop());

/** Opens a page and counts the person's steps from there. */
async function begin(path = '/') {
  const page = await browser.open(server.url + path, { token });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Auto-Refresh' }).waitFor(); // everything after the first frame has loaded
  const done: string[] = [];
  const step = async (name: string, act: () => Promise<unknown>) => {
    done.push(name);
    await act();
  };
  return {
    page,
    done,
    click: (place: Locator, options?: Parameters<Locator['click']>[0]) =>
      step(`click ${place}`, () => place.click(options)),
    choose: (place: Locator, label: string) => step(`choose ${label}`, () => place.selectOption({ label })),
    press: (key: string) => step(`press ${key}`, () => page.keyboard.press(key)),
    type: (text: string) => step(`type ${text}`, () => page.keyboard.insertText(text)),
  };
}
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
const link = (page: Page | Locator, name: string | RegExp) => page.getByRole('link', { name, exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const rows = (page: Page) => page.locator('tbody tr:has(td)');

test('a: the events of today at a company, in 2 steps', async () => {
  const { page, click, done } = await begin();
  await click(link(page, 'Companies'));
  await click(page.getByRole('article', { name: person.company }).getByRole('link', { name: person.company }));
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: / events?$/ })
    .waitFor();
  await rows(page).first().waitFor();
  expect(done).toHaveLength(2);
});

test('a: who is in today at a company, in 2 steps', async () => {
  const { page, click, choose, done } = await begin();
  await click(link(page, 'Who Is In'));
  await choose(page.getByRole('combobox', { name: 'Company' }), person.company);
  await page.waitForURL(new RegExp(`company_id=${person.company_id}\\b`));
  await rows(page).filter({ hasText: person.name }).first().waitFor();
  for (const row of await rows(page).allTextContents()) expect(row).toMatch(/In since|Out|Not seen/);
  expect(await rows(page).count()).toBeGreaterThan(1);
  expect(done).toHaveLength(2);
});

test('b: a person among all, in 3 steps; c: the events of their last two weeks, in 4', async () => {
  const { page, click, press, type, done } = await begin();
  await press('Control+k');
  await page.getByRole('combobox').waitFor();
  await type(`${person.name} ${person.employee_id}`);
  await page
    .getByRole('option', { name: new RegExp(person.employee_id) })
    .first()
    .waitFor();
  await press('Enter');
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
  await page.getByRole('main').getByText(person.employee_id).waitFor();
  expect(done).toHaveLength(3);

  await click(link(page.getByRole('navigation', { name: 'Employee' }), 'Attendance'));
  await rows(page).first().waitFor();
  const { total } = await one<{ total: number }>(
    server.db,
    sql`select count(*) as total from attendance where employee_id = ${person.id} and occurred_at >= ${daysAgo(13)}`,
  );
  expect(await rows(page).count()).toBe(Math.min(50, total));
  expect(done).toHaveLength(4);
});

test('all about one person, in 2 steps', async () => {
  const { page, click, type, done } = await begin('/employees');
  await page.getByRole('searchbox', { name: 'Search employees' }).focus();
  await type(`${person.name} ${person.employee_id}`);
  await click(link(page, person.name));
  await page.getByRole('heading', { level: 1, name: person.name }).waitFor();
  const tabs = page.getByRole('navigation', { name: 'Employee' }).getByRole('link');
  expect(await tabs.allTextContents()).toEqual([
    'Timesheet',
    'Attendance',
    'Exceptions and Corrections',
    'Details',
    'Expected Time',
    'Codes',
    'History',
    'Personal Data',
  ]);
  expect(done).toHaveLength(2);
});

test('c: the last two weeks of a person, day by day, in 3 steps', async () => {
  const { page, press, type, done } = await begin();
  await press('Control+k');
  await page.getByRole('combobox').waitFor();
  await type(`${person.name} ${person.employee_id}`);
  await page
    .getByRole('option', { name: new RegExp(person.employee_id) })
    .first()
    .waitFor();
  await press('Control+Enter');
  await page.getByRole('heading', { name: person.name }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^\w{3}, \d+ \w{3}$/ }).count()).toBe(14);
  expect(done).toHaveLength(3);
});

test('c: the same from the list of employees, in 2 steps', async () => {
  const { page, click, type, done } = await begin('/employees');
  await page.getByRole('searchbox', { name: 'Search employees' }).focus();
  await type(`${person.name} ${person.employee_id}`);
  await click(link(page, person.name));
  await page.getByRole('heading', { name: person.name }).waitFor();
  await expect.poll(() => page.getByRole('button', { name: /^\w{3}, \d+ \w{3}$/ }).count()).toBe(14);
  expect(done).toHaveLength(2);
});

test('e: missing check-outs, in 2 steps, and the usual time for all of them in 4 more', async () => {
  const { page, click, type, done } = await begin();
  await click(link(page, 'Attendance'));
  await click(link(page, 'Missing Check-Out'));
  await page.getByRole('heading', { level: 1, name: 'Exceptions' }).waitFor();
  await rows(page).first().waitFor();
  expect(done).toHaveLength(2);

  const count = await rows(page).count();
  expect(count).toBeGreaterThan(1);
  await click(page.getByRole('checkbox', { name: /^Select all/ }));
  await click(button(page, /^Add Usual Check-Out/));
  await page.getByLabel('Reason').focus();
  await type('Forgotten');
  await click(button(page, /^Add \d+ Events/));
  await expect.poll(() => rows(page).count()).toBeLessThan(count);
  expect(done).toHaveLength(6);
});

test('d: last month of a company in Excel, in 4 steps', async () => {
  const { page, click, press, type, done } = await begin();
  const { name, file } = await browser.download(page, async () => {
    await press('Control+k');
    await page.getByRole('combobox').waitFor();
    await type(person.company);
    await click(page.getByRole('option', { name: `Export Last Month of ${person.company} to Excel` }));
  });
  // attendance.long.test.ts opens it.
  expect(name).toMatch(/^attendance_records_\d{4}-\d\d-01_to_\d{4}-\d\d-\d\d\.xlsx$/);
  expect(file.size).toBeGreaterThan(1_000);
  expect(done.length).toBeLessThanOrEqual(4);
});

test('e: who did not check out on a known day, in 3 steps', async () => {
  const day = daysAgo(9);
  const ofThatDay = sql`from attendance where employee_id = ${person.id} and substr(occurred_at, 1, 10) = ${day}`;
  await server.db.run(sql`delete from hr_deliveries where attendance_id in (select id ${ofThatDay})`);
  await server.db.run(sql`delete ${ofThatDay}`);
  await server.db.run(sql`
    insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at, created_at)
    select company_id, ${person.id}, ${person.employee_id}, id, 'check-in', ${`${day} 08:00:00`}, ${`${day} 08:00:00`}
    from access_controllers where company_id = ${person.company_id} order by id limit 1`);
  const { page, click, done } = await begin();
  await click(link(page, 'Companies'));
  await click(
    page.getByRole('article', { name: person.company }).getByRole('button', { name: 'HR Sync Configuration' }),
  );
  const choose = page.getByLabel(/^Day to test/);
  await choose.waitFor();
  done.push('choose the day');
  await choose.fill(day);
  await page
    .getByRole('dialog')
    .getByText(/No check-out follows the check-in/)
    .first()
    .waitFor();
  expect(done).toHaveLength(3);
});

test('ten corrections of others approved, with their hours, in 3 steps', async () => {
  await server.db.run(sql`update corrections set state = 'refused' where state = 'waiting'`);
  const made = await server.db.run(sql`
    insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at, attendance_id,
      reason, state, author, created_at)
    select company_id, employee_id, employee_code, substr(occurred_at, 1, 10), 'set_aside', event_type, occurred_at, id,
      'A test of the reader', 'waiting', 'Somebody else', created_at
    from attendance where employee_id = ${person.id} and set_aside_by is null and occurred_at < ${daysAgo(3)}
    order by occurred_at desc limit 10`);
  expect(made).toBeDefined();
  const { page, click, done } = await begin();
  await click(link(page, '10 corrections of others to decide'));
  await click(button(page, 'Approve All 10…'));
  const dialog = page.getByRole('dialog', { name: 'Approve Corrections' });
  await dialog
    .getByText(/\d:\d\d worked/)
    .first()
    .waitFor();
  await click(dialog.getByRole('button', { name: 'Approve 10 Corrections' }));
  await page.getByText('10 corrections approved').first().waitFor();
  expect(done).toHaveLength(3);
});

test('a month closed for all companies, after a look at what is open, in 3 steps', async () => {
  const { page, click, done } = await begin();
  await click(link(page, 'Timesheets'));
  await click(button(page, 'Close Months'));
  const dialog = page.getByRole('dialog', { name: 'Close Months' });
  await click(dialog.getByRole('button', { name: /^Close \w+ \d{4} for \d+ Companies$/ }));
  await page
    .getByText(/closed for \d+ companies/)
    .first()
    .waitFor();
  expect(done).toHaveLength(3);
  await server.db.run(sql`delete from closed_months`);
});

test('f: marking more than 300 records as processed, in 4 steps', async () => {
  const filters = { company_id: String(person.company_id), start_date: daysAgo(13), end_date: '', is_processed: '0' };
  const { page, click, done } = await begin(`/attendance?${new URLSearchParams(filters)}`);
  const left = async () => {
    const query = new URLSearchParams({ ...filters, end_date: daysAgo(-1), per_page: '1' });
    return answerDecoder('GET /attendance')((await server.ask(`GET /attendance?${query}`, { token })).json.data).total;
  };
  const before = await left();
  expect(before).toBeGreaterThan(300);
  await click(page.getByRole('checkbox', { name: /Select all/ }));
  await click(button(page, /Select all [\d,]+ that match/));
  await page.getByText(`${groupDigits(before)} records selected`).waitFor();
  await click(button(page, /Mark as Processed/));
  await click(button(page, `Mark ${groupDigits(before)} records`));
  await expect.poll(left).toBe(0);
  expect(done).toHaveLength(4);
});

test('g: adding 20 employees, by one paste and 3 clicks', async () => {
  const people = Array.from({ length: 20 }, (_, index) => `Pasted Person ${index}\tP-${index}\t${person.company}`);
  const { page, click, press, done } = await begin('/employees');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    ['Name\tEmployee ID\tCompany', ...people].join('\n'),
  );
  await click(button(page, 'Import'));
  await page.getByRole('dialog').waitFor();
  await press('Control+v');
  await click(button(page, 'Import 20 Employees'));
  await page.getByText('20 employees created').waitFor();
  await click(
    page
      .getByRole('dialog')
      .getByRole('button', { name: /Close|Done/ })
      .first(),
  );
  const added = sql`select count(*) as total from employees where name like 'Pasted Person %'`;
  expect((await one<{ total: number }>(server.db, added)).total).toBe(20);
  expect(done).toHaveLength(4);
});

test('h: why a record was not sent, in 2 steps', async () => {
  const reason = 'No such badge in the HR system';
  await server.db.run(sql`update hr_deliveries set state = 'accepted' where state <> 'accepted'`);
  await server.db.run(sql`
    insert into hr_deliveries (attendance_id, company_id, day, state, attempts, next_try_at, last_error)
    select id, company_id, substr(occurred_at, 1, 10), 'failed', 1, occurred_at, ${reason} from attendance
    where employee_id = ${person.id} order by id limit 1
    on conflict (attendance_id) do update set state = 'failed', last_error = excluded.last_error`);
  const { page, click, done } = await begin();
  await click(link(page, '1 record rejected by HR systems'));
  await click(rows(page).first().getByText(person.name));
  await page.getByRole('dialog').getByText(reason).waitFor();
  expect(done).toHaveLength(2);
});

test('j: read-only access to three companies by invitation, in 6 clicks and 2 fields', async () => {
  const { page, click, press, done } = await begin();
  await click(link(page, 'Users'));
  await click(button(page, 'Add User'));
  await page.getByLabel('Name').fill('Nina Reader');
  await page.getByLabel('Email').fill('nina@rollcall.example');
  await click(page.getByRole('checkbox', { name: /^Viewer/ }));
  const companies = page.getByRole('group', { name: 'Companies' }).getByRole('checkbox');
  for (const place of [1, 3, 5]) await click(companies.nth(place));
  await press('Enter'); // ends the typing, as in any form
  const card = page.getByRole('article', { name: 'Nina Reader' });
  await card.getByText('What they see: 3 companies').waitFor();
  await card.getByText('Invited, not yet signed in').waitFor();
  expect(server.mails.at(-1)?.to).toBe('nina@rollcall.example');
  expect(done.filter((step) => step.startsWith('click'))).toHaveLength(6);
});

test('k: who changed a setting last week, in 2 steps', async () => {
  const setting = answerDecoder('GET /settings')((await server.ask('GET /settings', { token })).json.data)[0];
  const body = { value: 'Europe/Athens', description: 'Moved', is_public: true };
  await server.ask(`PUT /settings/${setting?.id}`, { token, body });
  const { page, click, done } = await begin();
  await click(link(page, 'Settings'));
  await click(button(page, `History of ${setting?.key}`));
  const { name } = server.users.administrator;
  const entry = page.getByRole('dialog').getByRole('listitem').first();
  await entry.getByText(`${name} changed the setting ${setting?.key}`).waitFor();
  expect(await entry.textContent()).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d · from 127\.0\.0\.1 · Value/);
  expect(done).toHaveLength(2);
});

test('k: all changes of settings of a week, whatever the setting, in 5 steps', async () => {
  const { page, click, press, type, done } = await begin('/audit');
  await click(button(page, 'Type: All'));
  await page.getByRole('combobox', { name: 'Type' }).waitFor();
  await type('Setting');
  await press('Enter');
  await page.waitForURL(/subject=settings/);
  await click(button(page, 'Days: All'));
  await button(page, 'This Week').click();
  done.push('click This Week');
  await rows(page)
    .first()
    .getByText(/changed the setting/)
    .waitFor();
  expect(done).toHaveLength(5);
});

test('an HR system set up, tested, matched and tried in one place, in 7 steps', async () => {
  const fake = createTrytonFake({
    people: [{ id: '1', number: '001', name: 'Name of 001', email: '', is_active: true }],
    timeZone: 'UTC',
    clock: () => new Date(),
  });
  const hr = await serveFakeHr(fake);
  try {
    const { id } = await addHrCompany(server.db, hr.base, daysAgo(1), ['001 in 08:00', '001 out 16:30']);
    const { page, click, done } = await begin(`/companies?id=${id}`);
    await click(link(page, 'HR'));
    const place = page.url();
    const connection = page.getByRole('region', { name: 'HR connection' });
    await click(connection.getByRole('radio', { name: 'Tryton' }));
    done.push('enter database, user and password');
    await connection.getByLabel('Database').fill(fake.settings.database ?? '');
    await connection.getByLabel('User').fill(fake.settings.user ?? '');
    await connection.getByLabel('Password').fill(fake.secrets.password ?? '');
    await click(connection.getByRole('button', { name: 'Test Connection' }));
    await connection.getByRole('list', { name: 'Findings' }).getByText('Version').waitFor();
    await click(connection.getByRole('button', { name: 'Save Connection' }));
    await page.getByText('Connection saved successfully').first().waitFor();
    const people = page.getByRole('region', { name: 'Match employees' });
    await click(people.getByRole('button', { name: 'Read Again' }));
    await people.getByText('1 people read').waitFor();
    await click(page.getByRole('button', { name: 'Dry Run Test' }));
    await page.getByText('Dry run completed successfully').first().waitFor();
    expect(page.url()).toBe(place);
    expect(done).toHaveLength(7);
  } finally {
    await hr.stop();
  }
});
