// HR sync by an administrator in a real browser, on the real server, against an HR system in
// its own process: configure, dry run, sync, partial failure, retry.

import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { one, sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { type HrReceiver, startHrReceiver } from '../support/hr/rollcallFake.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const day = '2026-05-12';
const browser = testBrowser();
let server: TestServer;
let receiver: HrReceiver;
let token: string;
let identifier: string;

beforeAll(async () => {
  receiver = await startHrReceiver();
  server = await startServer({
    site: await createSite(inject('site')),
    allowPrivateHosts: '127.0.0.1',
    clock: () => new Date(`${day}T17:00:00Z`),
  });
  token = await server.signIn(server.users.administrator);
});
afterAll(async () => {
  await server.stop();
  await receiver.kill();
});

let companies = 0;
/** A unique name that sorts first in every list. */
let name: string;

beforeEach(async () => {
  await receiver.behave('well');
  name = `AAA ${String(99 - ++companies)}`;
  identifier = `CMP-HR-${companies}`;
  const { db } = server;
  const at = '2026-01-01 00:00:00';
  const { id } = await one<{ id: number }>(
    db,
    sql`insert into companies (name, unique_identifier, created_at)
      values (${name}, ${identifier}, ${at}) returning id`,
  );
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${id}, 'hr_system', ${receiver.url}, ${at})`,
  );
  const door = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${id}, 'Door', ${`ACU-HR-${companies}`}, ${at}) returning id`,
  );
  for (const code of ['E1', 'E2']) {
    const employee = await one<{ id: number }>(
      db,
      sql`insert into employees (company_id, employee_id, name, created_at)
        values (${id}, ${code}, ${`Name of ${code}`}, ${at}) returning id`,
    );
    for (const [type, clock] of [
      ['in', '08:00'],
      ['out', '12:00'],
      ['in', '12:40'],
      ['out', '16:30'],
    ]) {
      const when = `${day} ${clock}:00`;
      await db.run(
        sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
            occurred_at, created_at)
          values (${id}, ${employee.id}, ${code}, ${door.id}, ${`check-${type}`}, ${when}, ${when})`,
      );
    }
  }
});

/** What the HR system received from this test's company: '08:00' for a record at that time. */
const arrived = async () =>
  (await receiver.records()).accepted
    .filter(({ id }) => id.startsWith(`${identifier}/`))
    .map(({ employee_id, timestamp }) => `${employee_id} ${timestamp.slice(11, 16)}`)
    .sort();

/** Opens a page signed in with the token. */
async function open(path: string): Promise<Page> {
  const page = await browser.open(server.url + path, { token });
  return page;
}

async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: `HR Sync Configuration of ${name}` }).click();
  const dialog = page.getByRole('dialog', { name: `HR Sync Configuration - ${name}` });
  await dialog.getByLabel('Multiple clock-out mode').waitFor();
  return dialog;
}

const row = (page: Page) => page.getByRole('row', { name });
const said = (page: Page, words: string) => page.getByText(words, { exact: false }).first().waitFor();

// Debian's Firefox 153 crashes under Playwright when a script, such as axe, reads the table of a dry run.
inBrowser('chromium', () => {
  test('a dry run shows what settings would send, and only saved ones send it', async () => {
    const page = await open('/companies');
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Dry Run Test' }).click();
    await said(page, 'Dry run completed successfully');
    expect(await dialog.getByRole('row', { name: /E1/ }).getByRole('cell').allInnerTexts()).toEqual([
      '4',
      '1',
      'First and last',
      '1',
      '0',
    ]);
    await dialog.getByText('3 held back, 1 break').first().click();
    for (const why of [
      /Held back: check-out at 12:00:00\. Part of the lunch break/,
      /Held back: check-out at 16:30:00\. Check-outs of .* are sent from 18:00/,
    ])
      await dialog.getByText(why).first().waitFor();

    await dialog.getByLabel('Multiple clock-out mode').selectOption('all_records');
    await dialog.getByLabel('Sync time threshold hour').fill('16');
    await dialog.getByRole('button', { name: 'Dry Run Test' }).click();
    await dialog.getByRole('heading', { name: '6 records would change' }).waitFor();
    expect(await arrived()).toEqual([]);
    await expectAccessible(page);

    await dialog.getByRole('button', { name: 'Save Configuration' }).click();
    await said(page, 'HR sync configuration saved successfully');
    await dialog.getByRole('button', { name: 'Sync Today Now' }).click();
    await page.getByRole('button', { name: 'Send Now' }).click();
    await said(page, 'Test sync completed successfully');
    expect(await arrived()).toHaveLength(8);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    const opener = page.getByRole('button', { name: `HR Sync Configuration of ${name}` });
    expect(await isFocused(opener)).toBe(true);
  });

  test('the screen and the dialog are accessible and fit 320 px', async () => {
    const page = await open('/hr-sync');
    await row(page).getByText('HR System Configured').waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoOverflow(page);
    await expectAccessible(page);

    await page.goto(`${server.url}/companies`);
    const dialog = await openDialog(page);
    await dialog.getByRole('button', { name: 'Dry Run Test' }).click();
    await dialog.getByRole('heading', { name: 'Test Results' }).waitFor();
    await expectNoOverflow(page);
    await expectAccessible(page);
  });
});

test('records that the HR system rejects are listed, saved as a file and retried; none is sent twice', async () => {
  const page = await open('/hr-sync');
  await receiver.behave('reject:E1');
  await row(page).getByText('HR System Configured').waitFor();
  await row(page)
    .getByRole('button', { name: `Sync ${name}` })
    .click();
  await said(page, 'Sync completed for company. Success: 1, Failed: 1');
  const results = page.getByRole('region', { name: 'Last Sync Results' });
  await results.getByText(/Employee E1, check-in at .* Employee is unknown/).waitFor();
  const saved = await browser.download(page, () => results.getByRole('button', { name: 'Save All Errors' }).click());
  expect(saved.name).toBe('hr_sync_errors_today.txt');
  expect(await saved.file.text()).toMatch(/^Employee E1, check-in at [^\n]*\n$/);
  expect(await arrived()).toEqual(['E2 08:00']);

  await receiver.behave('well');
  await page.getByRole('button', { name: `Retry Now (1): rejected records of ${name}` }).click();
  await said(page, 'Sync completed for company. Success: 1, Failed: 0');
  await page.getByRole('button', { name: `rejected records of ${name}` }).waitFor({ state: 'detached' });
  expect(await arrived()).toEqual(['E1 08:00', 'E2 08:00']);

  await row(page)
    .getByRole('button', { name: `Sync ${name}` })
    .click();
  await said(page, 'Sync completed for company. Success: 0, Failed: 0');
  expect((await receiver.records()).repeated).toBe(0);
});

test('the rows show which company is syncing while all are synced', async () => {
  const page = await open('/hr-sync');
  await row(page).getByText('HR System Configured').waitFor();
  await receiver.behave('slow:4000'); // the page asks every two seconds
  await page.getByRole('button', { name: 'Sync All Companies' }).click();
  await page.getByRole('progressbar', { name: 'Syncing all companies…' }).waitFor();
  await row(page).getByText('Sync running').waitFor();
  await said(page, 'Sync completed for all companies.');
  await row(page).getByText('Sync running').waitFor({ state: 'detached' });
  expect(await arrived()).toEqual(['E1 08:00', 'E2 08:00']);
});

test('the dialog works by keyboard alone', async () => {
  const page = await open('/companies');
  const opener = page.getByRole('button', { name: `HR Sync Configuration of ${name}` });
  await opener.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `HR Sync Configuration - ${name}` });
  const hour = dialog.getByLabel('Sync time threshold hour');
  await hour.waitFor();
  for (let presses = 0; presses < 10 && !(await isFocused(hour)); presses++) await page.keyboard.press('Tab');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('24');
  await page.keyboard.press('Enter');
  await dialog.getByText('Sync threshold hour must be 0 to 23').waitFor();
  expect(await isFocused(hour)).toBe(true);
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('17');
  await page.keyboard.press('Enter');
  await said(page, 'HR sync configuration saved successfully');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  expect(await isFocused(opener)).toBe(true);
});

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement);
