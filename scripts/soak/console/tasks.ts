// Tasks of an administrator: visiting screens, changing records, browsing attendance, exports, and failures.

import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { sql } from '../../../server/platform/db/db.ts';
import type { TestServer } from '../../../tests/support/server/server.ts';
import { button, type Driver, linkTo } from './driver.ts';

export async function visitScreens({ page, goTo }: Driver): Promise<void> {
  for (const name of await linkNames(page)) await goTo(name);
}

/** Leaves each screen before it has loaded. */
export async function skimScreens({ page }: Driver): Promise<void> {
  for (const name of await linkNames(page)) await linkTo(page, name).click();
}

const linkNames = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();

export async function goBackAndForth({ page, goTo, settle }: Driver): Promise<void> {
  await goTo('Access Controllers');
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByRole('searchbox').fill('main');
  await goTo('Users');
  for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[step]();
    await settle();
  }
}

export async function changeCompanies({ page, goTo, settle }: Driver): Promise<void> {
  await goTo('Companies');
  await button(page, /^Edit /).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Contact Phone').fill(String(Math.trunc(performance.now())));
  await button(form, 'Update Company').click();
  await form.waitFor({ state: 'detached' });

  await button(page, 'Add Company').click();
  await form.getByLabel('Name').fill('Quince & Daughters');
  await button(form, 'Create Company').click();
  await button(page, 'Delete Quince & Daughters').click();
  await button(page.getByRole('alertdialog'), 'Delete').click();
  await button(page, 'Delete Quince & Daughters').waitFor({ state: 'detached' });
  await settle();

  await page.getByRole('searchbox').fill('a');
  await button(page, /^URLs of /).click();
  await button(page.getByRole('dialog'), 'Add URL').click();
  for (const _ of ['the form', 'the list']) await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const dialogs = [
  ['Companies', 'Add Company'],
  ['Companies', /^HR Sync Configuration of /],
  ['Access Controllers', 'Add Controller'],
  ['Employees', 'Add Employee'],
  ['Roles', 'Add Role'],
  ['Users', 'Add User'],
  ['Settings', 'Add Setting'],
] as const;

const firstField = 'input:is([type=text], [type=number])';

export async function discardDialogs({ page, goTo, settle }: Driver): Promise<void> {
  for (const [screen, opener] of dialogs) {
    await goTo(screen);
    await button(page, opener).click();
    const form = page.locator('dialog[open]').first();
    await settle();
    await form.locator(firstField).first().fill('7');
    await page.keyboard.press('Escape');
    await button(page, 'Discard').click();
    await form.waitFor({ state: 'detached' });
  }
}

export async function readRecords(driver: Driver): Promise<void> {
  const { page, settle } = driver;
  await openAttendance(driver);
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByLabel('Event Type').selectOption('check-in');
  await settle();
  await page.getByLabel('Status').selectOption({ label: 'Unprocessed' });
  await settle();
  await button(page, /^View /).click();
  const record = page.getByRole('dialog', { name: 'Attendance Record' });
  await record.getByText('Employee ID').waitFor();
  await page.keyboard.press('Escape');
  await record.waitFor({ state: 'detached' });
  await button(page, 'Clear Filters').click();
  await settle();
}

export async function markRecords(driver: Driver): Promise<void> {
  const { page } = driver;
  await openAttendance(driver);
  const confirm = page.getByRole('alertdialog');

  await page.getByRole('checkbox', { name: /^Select all/ }).check();
  await button(page, /^Mark as Processed/).click();
  await button(confirm, 'Cancel').click();
  await page.getByRole('checkbox', { name: /^Select all/ }).uncheck();

  for (const row of [0, 1])
    await page
      .getByRole('checkbox', { name: /^Select Check/ })
      .nth(row)
      .check();
  await button(page, 'Mark as Processed (2)').click();
  await button(confirm, 'Mark 2 records').click();
  await page
    .getByText(/^Records marked as processed successfully/)
    .first()
    .waitFor();
  await confirm.waitFor({ state: 'detached' });
}

/** Shows all records, or those of one company. */
async function openAttendance({ page, goTo, settle }: Driver, company?: string): Promise<void> {
  await goTo('Attendance');
  await button(page, 'Filters').click();
  await page.getByLabel('Start Date').fill('2026-01-01');
  await settle();
  if (company === undefined) return;
  await page.getByRole('combobox', { name: 'Company' }).click();
  await page.keyboard.type(company);
  await page.getByRole('option', { name: company }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(/company_id=\d+/);
  await settle();
}

/** An employee of this company has a name in a script that none of the site's fonts supports. */
const unprintable = { company: 'Wójcik Meble', name: 'ᜊᜌ᜔' };

export function prepareExports({ db }: Pick<TestServer, 'db'>): Promise<number> {
  return db.run(
    sql`update employees set name = ${unprintable.name}
      where company_id = (select id from companies where name = ${unprintable.company})`,
  );
}

/** Exports a PDF and an Excel file, and verifies the latter. */
export async function exportRecords(driver: Driver): Promise<void> {
  const { page } = driver;
  await openAttendance(driver, 'Ashdown');
  await download(driver, 'Export PDF');
  const file = await download(driver, 'Export Excel');

  await button(page, 'Verify File').click();
  await drop(page.getByText('Drop an exported file here'), file);
  await page.getByText(/is unchanged/).waitFor();
  await page.keyboard.press('Escape');
}

async function download({ page }: Driver, name: string): Promise<Buffer> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const content = await readFile(await file.path());
  await file.delete();
  return content;
}

/** Drops the file, since setInputFiles makes Playwright keep a reference to the field, and so to the whole dialog. */
async function drop(onto: Locator, file: Buffer): Promise<void> {
  await onto.evaluate((target, text) => {
    const dataTransfer = new DataTransfer();
    const content = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    dataTransfer.items.add(new File([content], 'attendance.xlsx'));
    target.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }));
  }, file.toString('base64'));
}

/** Cancels one export, leaves one at its warning about missing characters, and leaves one while it runs. */
export async function cancelExports(driver: Driver): Promise<void> {
  const { page, goTo } = driver;
  await openAttendance(driver);
  await page.route('**/attendance?*page=2*', () => {}, { times: 1 }); // never answered
  await button(page, 'Export Excel').click();
  const progress = page.getByRole('region', { name: 'Export' });
  await button(progress, 'Cancel').click();
  await progress.waitFor({ state: 'detached' });

  await openAttendance(driver, unprintable.company);
  await button(page, 'Export PDF').click();
  await page.getByText(/font lacks/).waitFor();
  await goTo('Companies');

  await openAttendance(driver);
  await button(page, 'Export PDF').click();
  await goTo('Employees');
}

/** Messages that the browser logs for intended failures. */
export const expectedErrors = [/status of 401/, /status of 500/, /ERR_FAILED/];

export async function handleFailures({ page, settle }: Driver): Promise<void> {
  const failure = { status: 500, json: { success: false, message: '' } };
  // The link's early request may fail before the screen makes its own, so all of them fail until Retry appears.
  await page.route('**/companies?*', (route) => route.fulfill(failure));
  await linkTo(page, 'Companies').click();
  await button(page, 'Retry').waitFor();
  await page.unroute('**/companies?*');
  await button(page, 'Retry').click();
  await button(page, /^Edit /).waitFor();

  await page.route('**/employees?*', (route) => route.abort());
  await linkTo(page, 'Employees').click();
  await button(page, 'Retry').waitFor();
  await page.unroute('**/employees?*');
  await button(page, 'Retry').click();
  await button(page, /^Edit /).click();

  await page.route('**/employees/*', (route) => route.fulfill(failure), { times: 1 });
  const form = page.getByRole('dialog', { name: 'Edit Employee' });
  await form.getByLabel('Position').fill('Archivist');
  await button(form, 'Update Employee').click();
  await form.getByRole('alert').waitFor();
  await button(form, 'Cancel').click();
  await button(page, 'Discard').click();
  await form.waitFor({ state: 'detached' });
  await settle();
}

export async function reauthenticate({ page, server, goTo, settle }: Driver): Promise<void> {
  await goTo('Roles');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  await server.ask('POST /auth/logout', { token: token ?? '' });
  // A mouse might find the dialog above the link: the page may be refused something that it asked for by itself.
  await linkTo(page, 'Users').dispatchEvent('click');
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByLabel('Password', { exact: true }).fill(server.users.administrator.password);
  await button(dialog, 'Sign in').click();
  await dialog.waitFor({ state: 'detached' });
  await settle();
}
