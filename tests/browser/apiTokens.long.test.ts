// Sessions and API tokens in a real browser, by keyboard and on a phone: a token works until it is revoked, and another
// browser ends a session.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
});
afterAll(() => server.stop());

async function openProfile(): Promise<Page> {
  const token = await server.signIn(server.users.administrator);
  const page = await browser.open(`${server.url}/profile`, { token });
  await page.getByRole('list', { name: 'Your sessions' }).waitFor();
  return page;
}

test('a token is created by keyboard, works, is shown once, and is refused when it was revoked', async () => {
  const page = await openProfile();
  await page.getByRole('button', { name: 'Create Token' }).press('Enter');
  const form = page.getByRole('dialog', { name: 'Create API Token' });
  await form.getByLabel('Name', { exact: true }).fill('Payroll export');
  await form.getByRole('checkbox', { name: /^View employees/ }).press('Space');
  await form.getByRole('radio', { name: 'Some of them' }).press('Space');
  await form.getByRole('checkbox', { name: /Atelier/ }).press('Space');
  await expectAccessible(page);
  await expectFits(page);
  browser.allowProblem(/422/);
  await form.getByRole('button', { name: 'Create Token' }).press('Enter');
  const question = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await question.getByLabel('Password', { exact: true }).fill(server.users.administrator.password);
  await expectAccessible(page);
  await expectFits(page);
  await page.keyboard.press('Enter');

  const shown = page.getByRole('dialog', { name: 'API Token Created' });
  const token = (await shown.locator('code').textContent()) ?? '';
  expect(token).toMatch(/^rc_[0-9A-Za-z]{42}$/);
  await expectAccessible(page);
  await expectFits(page);
  expect((await server.ask('GET /employees', { token })).status).toBe(200);
  expect((await server.ask('GET /users', { token })).status).toBe(403);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Go Back' }).press('Enter');
  await shown.getByRole('button', { name: 'I Have Stored It' }).press('Enter');

  const revoke = page.getByRole('button', { name: 'Revoke Payroll export' });
  await revoke.press('Enter');
  await expectAccessible(page);
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).press('Enter');
  await revoke.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain(token);
  expect((await server.ask('GET /employees', { token })).status).toBe(401);
});

test('a session that another browser ends asks for the password over the screen', async () => {
  const [desk, phone] = [await openProfile(), await openProfile()];
  await desk.reload();
  await desk.getByRole('button', { name: 'End All Others' }).click();
  await expectAccessible(desk);
  await desk.getByRole('alertdialog').getByRole('button', { name: 'End All Others' }).click();
  await desk.getByText('All other sessions ended').waitFor();
  await desk.getByRole('button', { name: 'End All Others' }).waitFor({ state: 'detached' });

  browser.allowProblem(/401/);
  await phone.getByLabel('New password', { exact: true }).fill('typed before');
  await phone.getByRole('button', { name: 'Refresh Session' }).click();
  await phone.getByText('Your session has ended. Please sign in again').waitFor();
  expect(await phone.getByLabel('New password', { exact: true }).inputValue()).toBe('typed before');
});

test("a user's sessions are within reach of administrators", async () => {
  await server.signIn(server.users.manager);
  const token = await server.signIn(server.users.administrator);
  const page = await browser.open(`${server.url}/users`, { token });
  await page.getByRole('button', { name: `Account of ${server.users.manager.name}` }).press('Enter');
  await page.getByRole('menuitem', { name: 'Sessions' }).press('Enter');
  await page.getByRole('button', { name: /^End session: / }).waitFor();
  await expectAccessible(page);
  await expectFits(page);
});
