// Corrections by keyboard alone, on a phone and on a wide page: from an attendance record, in their list, and the months.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/http/staticSite.ts';
import { expectAccessible, expectNoOverflow, testBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

const browser = testBrowser();
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

function open(path: string, width = 1280): Promise<Page> {
  const origins = [{ origin: server.url, localStorage: [{ name: 'auth_token', value: token }] }];
  return browser.open(server.url + path, {
    storageState: { cookies: [], origins },
    viewport: { width, height: 800 },
  });
}

async function pressOn(page: Page, name: string) {
  await page.getByRole('button', { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test.each([360, 1280])('at %i px an event is set aside from its record, and taken back in the list', async (width) => {
  const page = await open('/attendance?start_date=&end_date=', width);
  const view = page.locator('[data-opens]').nth(1);
  await view.waitFor({ state: 'attached' });
  await view.focus();
  await page.keyboard.press('Enter');
  await pressOn(page, 'Set Aside');
  await page.getByText('What changes').waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  const reason = `Pressed the wrong key at ${width}`;
  await page.keyboard.type(reason);
  await page.keyboard.press('Enter');
  await page.getByText('Correction saved successfully').waitFor();
  await page.getByRole('region', { name: 'Corrections' }).getByText(reason).waitFor();
  await expectAccessible(page);

  await page.goto(`${server.url}/exceptions?tab=corrections`);
  const row = page.getByRole('listitem').filter({ hasText: reason });
  await row.waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await row.getByRole('button', { name: /^Undo/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Undo Correction' }).waitFor();
  await page.keyboard.type('It was right');
  await page.keyboard.press('Enter');
  await row.getByText('Undone').waitFor();
});

test.each([360, 1280])('at %i px the months of a company fit, and are read aloud', async (width) => {
  const page = await open('/exceptions?tab=corrections', width);
  await pressOn(page, 'Close Months');
  await page.getByRole('list', { name: /^Months of/ }).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Close Months');
});
