// Keys in a real browser: on every screen, j and Enter open a record of the list and keep it in view; arrows choose.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { inBrowser, testBrowser } from '../support/browser/browser.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')), sample: { employeesPerCompany: 4, days: 14 } });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

/** Opens a screen and waits for a record of its list and the shortcuts. */
async function open(path: string): Promise<Page> {
  const page = await browser.open(server.url + path, { token });
  await page.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor({ state: 'attached' });
  await page.locator('main :is(article, tbody tr) :is(a, button):visible').first().waitFor();
  return page;
}

/** Moves to the first record and opens it. */
async function openFirst(page: Page): Promise<void> {
  await page.keyboard.press('j');
  expect(await page.evaluate(() => document.activeElement?.matches('main :is(article, tbody tr)'))).toBe(true);
  await page.keyboard.press('Enter');
}

// Keys and focus work the same in every browser.
inBrowser('chromium', () => {
  test.each([
    ['/users?view=cards', 'Edit User'],
    ['/users?view=list', 'Edit User'],
    ['/settings', 'Edit Setting'],
    ['/attendance?start_date=&end_date=', 'Attendance Record'],
    ['/audit', /^Entry \d+/],
  ])('on %s they open the dialog %s', async (path, name) => {
    const page = await open(path);
    await openFirst(page);
    const dialog = page.getByRole('dialog', { name, exact: true });
    await dialog.waitFor();
    expect(await dialog.evaluate((element) => element.matches(':modal') && element.checkVisibility())).toBe(true);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  test.each([
    ['/hr-sync', '/attendance', 'company_id'],
    ['/presence', '/employees', 'id'],
    ['/timesheets', '/employees', 'id'],
    ['/exceptions', '/attendance', 'record'],
    ['/employees?view=cards', '/employees', 'id'],
    ['/employees?view=list', '/employees', 'id'],
    ['/companies?view=cards', '/companies', 'id'],
    ['/companies?view=list', '/companies', 'id'],
    ['/access-controllers?view=cards', '/access-controllers', 'id'],
    ['/access-controllers?view=list', '/access-controllers', 'id'],
  ])('on %s they follow its link to %s, with %s', async (path, target, parameter) => {
    const page = await open(path);
    await openFirst(page);
    await page.waitForURL((url) => url.pathname === target && url.searchParams.get(parameter) !== null);
  });

  test('on Roles they show what a system role may, which cannot be edited', async () => {
    const page = await open('/roles?view=cards');
    await openFirst(page);
    await page.locator('main article').first().locator('details[open]').waitFor();
  });

  test('for those who may not edit a record, they open its page too', async () => {
    const page = await browser.open(`${server.url}/companies`, { token: await server.signIn(server.users.auditor) });
    await page.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor({ state: 'attached' });
    await page.locator('main article a:visible').first().waitFor();
    await openFirst(page);
    await page.waitForURL((url) => url.pathname === '/companies' && url.searchParams.get('id') !== null);
  });

  test('a click in a dialog that was opened from a row does not open the row', async () => {
    const page = await open('/users?view=list');
    await page
      .getByRole('button', { name: /^Account of / })
      .first()
      .click();
    await page.getByRole('menuitem', { name: 'Sessions' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await dialog.getByRole('heading', { level: 2 }).click();
    expect(await page.getByRole('dialog').count()).toBe(1);
  });

  test('arrow keys go through the options of a chip, which stays open for them until Esc', async () => {
    const page = await browser.open(`${server.url}/exceptions?tab=corrections`, { token });
    await page.getByRole('button', { name: 'State: All' }).press('Enter');
    const options = page.getByRole('combobox', { name: 'State' });
    for (const chosen of ['Waiting', 'Applied']) {
      await options.press('ArrowDown');
      await page.getByRole('button', { name: `State: ${chosen}`, exact: true }).waitFor();
    }
    await options.press('Escape');
    await options.waitFor({ state: 'detached' });
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('State: Applied');
  });
});
