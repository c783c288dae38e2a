// An HR system is connected in a real browser: chosen, tested, saved, tried in a dry run, synced, and named as the
// evidence of a record. The HR system is a fake that enforces the rules of Tryton, over HTTP.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { mapped } from '../support/console/dialects.ts';
import type { ScriptedServer } from '../support/console/scriptedServer.ts';
import { serveFakeHr } from '../support/hr/fakeHr.ts';
import { addConnection, addHrCompany } from '../support/hr/hrCompany.ts';
import { createTrytonFake } from '../support/hr/trytonFake.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const day = '2026-05-12';
const clock = () => new Date(`${day}T19:00:00Z`);
const browser = testBrowser();
const fake = createTrytonFake({
  people: ['1', '2'].map((id) => ({ id, number: `00${id}`, name: `Name of 00${id}`, email: '', is_active: true })),
  timeZone: 'UTC',
  clock,
});
let hr: ScriptedServer;
let server: TestServer;
let token: string;
let company: number;

beforeAll(async () => {
  hr = await serveFakeHr(fake);
  server = await startServer({ site: await createSite(inject('site')), allowPrivateHosts: '127.0.0.1', clock });
  token = await server.signIn(server.users.administrator);
  company = await addCompany('Acme');
});
afterAll(async () => {
  await server.stop();
  await hr.stop();
});

async function addCompany(name: string): Promise<number> {
  const records = ['001 in 08:00', '001 out 16:30', '002 in 08:15', '002 out 17:00'];
  const { id } = await addHrCompany(server.db, hr.base, day, records);
  await server.db.run(sql`update companies set name = ${name} where id = ${id}`);
  return id;
}

/** Matches employees, as reading the people does. */
const matchEmployees = (companyId: number) =>
  server.db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select id, company_id, cast(cast(employee_id as integer) as text), 'number' from employees
      where company_id = ${companyId}`,
  );

const open = (path: string): Promise<Page> => browser.open(server.url + path, { token });
const row = (page: Page) => page.getByRole('row', { name: /^Acme/ });

async function openConnection(page: Page): Promise<Locator> {
  await row(page)
    .getByRole('link', { name: /^Connection/ })
    .click();
  const panel = page.getByRole('region', { name: 'HR connection' });
  await panel.getByRole('radio', { name: 'Tryton' }).waitFor();
  return panel;
}

async function enter(panel: Locator, password: string): Promise<void> {
  await panel.getByRole('radio', { name: 'Tryton' }).check();
  await panel.getByLabel('Database').fill(fake.settings.database ?? '');
  await panel.getByLabel('User').fill(fake.settings.user ?? '');
  await panel.getByLabel('Password').fill(password);
}

test('an HR system is chosen, tested, saved and synced, and the record says how that is known', async () => {
  const page = await open('/hr-sync');
  const panel = await openConnection(page);
  await enter(panel, 'wrong');
  await panel.getByRole('button', { name: 'Test Connection' }).click();
  await panel.getByRole('alert').waitFor();
  await expectAccessible(page);

  await panel.getByLabel('Password').fill(fake.secrets.password ?? '');
  await panel.getByText('The settings have changed since this test.').waitFor();
  await panel.getByRole('button', { name: 'Test Connection' }).click();
  await panel.getByRole('list', { name: 'Findings' }).getByText('Version').waitFor();
  await expectAccessible(page);
  expect(fake.entries()).toEqual([]);

  await panel.getByRole('button', { name: 'Save Connection' }).click();
  await page.getByText('Connection saved successfully').first().waitFor();
  await panel.getByText('Stored. Leave empty to keep it').waitFor();
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'HR Sync' }).click();
  await row(page).getByRole('link', { name: 'Connection: Tryton' }).waitFor();

  await matchEmployees(company);
  await row(page).getByRole('button', { name: 'Sync Acme' }).click();
  await page.getByText('Sync completed for company. Success: 4, Failed: 0').first().waitFor();
  expect(fake.entries()).toHaveLength(4);

  await page.goto(`${server.url}/attendance?company_id=${company}&start_date=${day}&end_date=${day}`);
  await page.getByRole('button', { name: /^View/ }).first().click();
  await page.getByText(/Tryton said that it took it as \d, on 2026-05-12 19:00:00\./).waitFor();
});

test('the connection fits 320 px, and is accessible there', async () => {
  const page = await open(`/companies?id=${company}&tab=hr`);
  await page.setViewportSize({ width: 320, height: 640 });
  await page.getByRole('radio', { name: 'Tryton' }).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
});

inBrowser('chromium', () =>
  describe('in a dry run', () => {
    test('each request is shown with its body, and without the password', async () => {
      const id = await addCompany('Birch');
      await addConnection(server.db, id, 'tryton', { ...fake, url: hr.base });
      await matchEmployees(id);
      const page = await open('/companies?q=Birch');
      await page.getByRole('button', { name: 'HR Sync Configuration of Birch' }).click();
      await page.getByRole('button', { name: 'Dry Run Test' }).click();
      const requests = page.getByRole('region', { name: 'Requests' });
      await requests.getByText(`POST ${hr.base}/hr/`).click();
      await requests.getByText('"method": "model.attendance.line.create"').waitFor();
      await requests.getByText('Authorization: Basic •••').waitFor();
      await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoOverflow(page);
    });
  }),
);

inBrowser('chromium', () =>
  test('whatever an HR system and its connector say is shown as text', async () => {
    const script = '"><img src=x onerror="window.hostile=1">';
    const page = await open('/dashboard');
    await page.route(/hr-connect/, async (route) => {
      const response = await route.fetch();
      const kept = ['kind', 'connector', 'match_by', 'at', 'takes', 'expires_on', 'url'];
      const json = mapped(await response.json(), (value, name) =>
        typeof value === 'string' && !kept.includes(name) ? script : value,
      );
      await route.fulfill({ response, json });
    });
    await page.goto(`${server.url}/companies?id=${company}&tab=hr`);
    const panel = page.getByRole('region', { name: 'HR connection' });
    await panel.getByText('onerror=').first().waitFor();
    await expectNoOverflow(page);
    expect(await page.evaluate(() => 'hostile' in window)).toBe(false);
    expect(await page.locator('img[src="x"]').count()).toBe(0);
  }),
);

inBrowser('chromium', () =>
  test('a link and Back ask before what was typed is lost', async () => {
    const page = await open('/companies');
    await page.getByRole('article', { name: 'Acme' }).getByRole('link', { name: 'Acme' }).click();
    await page.getByRole('navigation', { name: 'Company' }).getByRole('link', { name: 'HR' }).click();
    const panel = page.getByRole('region', { name: 'HR connection' });
    await enter(panel, 'typed, and not saved');
    const address = page.url();
    const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
    await page
      .getByRole('link', { name: /^HR Sync/ })
      .first()
      .click();
    await question.getByRole('button', { name: 'Keep Editing' }).click();
    expect(page.url()).toBe(address);
    expect(await panel.getByLabel('Password').inputValue()).toBe('typed, and not saved');
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: 'Keep Editing' }).click();
    expect(page.url()).toBe(address);
    // Back within the tab keeps the form.
    await page.evaluate(() => history.pushState(null, '', `${location.href}&show=all`));
    await page.evaluate(() => history.back());
    await page.waitForURL(address);
    expect(await question.count()).toBe(0);
    expect(await panel.getByLabel('Password').inputValue()).toBe('typed, and not saved');
    await page
      .getByRole('link', { name: /^HR Sync/ })
      .first()
      .click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await page.getByRole('heading', { level: 1, name: 'HR System Sync' }).waitFor();
  }),
);
