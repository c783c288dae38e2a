// Single sign-on in a real browser, through the pages of a real provider: from the requested page and back to it, with
// a reason on failure, over a screen whose session has ended, and its settings.

import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { sql } from '../../server/platform/db/db.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectFits, inBrowser, testBrowser } from '../support/browser/browser.ts';
import { freePort } from '../support/server/ports.ts';
import { startServer, type TestServer } from '../support/server/server.ts';
import { type RealProvider, startRealProvider } from '../support/signIn/realProvider.ts';

const browser = testBrowser({ separate: true });
let provider: RealProvider;
let server: TestServer;

beforeAll(async () => {
  const port = await freePort();
  const publicUrl = `http://127.0.0.1:${port}`;
  provider = await startRealProvider({ callbackUrl: `${publicUrl}/web/api/v1/auth/oidc/callback`, people: {} });
  server = await startServer({
    port,
    publicUrl,
    allowPrivateHosts: '127.0.0.1',
    identityProvider: provider.config,
    site: createSite(inject('site'), { singleSignOn: provider.config.name }),
  });
  provider.people.root = { email: server.users.administrator.email, email_verified: true, name: 'Root' };
  provider.people.stranger = { email: 'stranger@rollcall.example', email_verified: true };
});
afterAll(async () => {
  await server.stop();
  await provider.stop();
});
beforeEach(() => server.db.run(sql`delete from login_attempts`));

/** Opens a page. The provider's pages load a font from elsewhere, which is answered here as empty. */
async function open(path: string, token?: string): Promise<Page> {
  const page = await browser.open(server.url + path, token === undefined ? {} : { token });
  await page.context().route(/fonts\.googleapis/, (route) => route.fulfill({ contentType: 'text/css', body: '' }));
  return page;
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const leave = (page: Page) => page.getByRole('button', { name: 'Sign in with Example ID' }).click();

/** On the provider's own pages. */
async function signInAtProvider(page: Page, login: string): Promise<void> {
  await page.locator('input[name="login"]').fill(login);
  await page.locator('input[name="password"]').fill('any password');
  await page.locator('button[type="submit"]').click();
  await page.waitForURL(/\/interaction\/|127\.0\.0\.1/);
  await page.getByRole('button', { name: 'Continue' }).click();
}

test('from the page that was asked for to the provider and back, with no token in any address', async () => {
  const page = await open('/login');
  await heading(page, 'Rollcall').waitFor();
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  page.on('framenavigated', (frame) => addresses.push(frame.url().split('#')[0] ?? ''));
  await page.goto(`${server.url}/employees?page=2`);
  await leave(page);
  await signInAtProvider(page, 'root');
  await heading(page, 'Employees').waitFor();
  expect(new URL(page.url()).search).toBe('?page=2');
  const token = await page.evaluate(() => localStorage.getItem('auth_token'));
  expect(token).toMatch(/^[\w-]{43}$/);
  expect(
    addresses.filter((address) => address.includes(String(token)) || /[?&](?:ticket|token)=/.test(address)),
  ).toEqual([]);
  expect(await page.evaluate(() => [location.hash, sessionStorage.length])).toEqual(['', 0]);
});

test('an unknown person returns to the login page with the reason, and can try again', async () => {
  const page = await open('/attendance');
  await leave(page);
  await signInAtProvider(page, 'stranger');
  await page.getByRole('alert').getByText('You have no account here yet').waitFor();
  expect(new URL(page.url()).hash).toBe('');
  expect(new URL(page.url()).search).toBe('?next=%2Fattendance');
  await expectAccessible(page);
  await expectFits(page);
  await page.reload();
  await page.getByRole('button', { name: 'Sign in with Example ID' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
});

test('the login page offers it by keyboard, beside the password', async () => {
  const page = await open('/login');
  const button = page.getByRole('button', { name: 'Sign in with Example ID' });
  await button.waitFor();
  await expectAccessible(page);
  await expectFits(page);
  await button.focus();
  await page.keyboard.press('Enter');
  await page.locator('input[name="login"]').waitFor();
  await page.goto(`${server.url}/login`);
  await page.getByLabel('Email').fill(server.users.manager.email);
  await page.getByLabel('Password', { exact: true }).fill(server.users.manager.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await heading(page, 'Dashboard').waitFor();
});

// Playwright sees nothing of a page that Firefox kept, so the page itself reports to a second tab.
inBrowser('firefox', () =>
  test('Back from the provider shows the login page ready to be used again', async () => {
    const page = await open('/login');
    await page.evaluate(() => {
      const button = () =>
        [...document.querySelectorAll('button')].find(({ innerText }) => innerText.includes('Example'));
      window.addEventListener('pageshow', ({ persisted }) =>
        setInterval(() => localStorage.setItem('told', `${persisted} ${button()?.getAttribute('aria-busy')}`), 50),
      );
    });
    await leave(page);
    await page.locator('input[name="login"]').waitFor();
    const beside = await browser.openTab(page, `${server.url}/login`);
    await page.evaluate(() => history.back());
    await expect.poll(() => beside.evaluate(() => localStorage.getItem('told'))).toBe('true null');
  }),
);

test('a link with somebody else’s ticket signs nobody in', async () => {
  browser.expectProblem(/status of 422/);
  const page = await open(`/login#ticket=${'x'.repeat(43)}`);
  await page.getByRole('alert').getByText('Please begin again').waitFor();
  expect(await page.evaluate(() => localStorage.getItem('auth_token'))).toBeNull();
});

test('an ended session continues in a new tab, and the typed text stays', async () => {
  browser.expectProblem(/status of 401/);
  const token = await server.signIn(server.users.administrator);
  const page = await open('/companies', token);
  await page.getByRole('button', { name: 'Add Company' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Company' });
  await form.getByLabel('Name').fill('Northwind Traders');
  await server.db.run(sql`delete from sessions`);
  await form.getByRole('button', { name: 'Create Company' }).click();
  const question = page.getByRole('dialog', { name: 'Sign in again' });
  await question.waitFor();
  await expectAccessible(page);

  const opening = page.context().waitForEvent('page');
  await question.getByRole('link', { name: 'Sign in with Example ID' }).click();
  const tab = await opening;
  // The message disappears by itself, perhaps while the new tab is in front.
  const created = page.getByText('Company created successfully').waitFor();
  await signInAtProvider(tab, 'root');
  await heading(tab, 'Dashboard').waitFor();
  await question.waitFor({ state: 'hidden' });
  await created;
});

describe('the settings', () => {
  async function openSettings(): Promise<Page> {
    const token = await server.signIn(server.users.administrator);
    const page = await open('/settings', token);
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    return page;
  }

  test('show the provider and test it', async () => {
    const page = await openSettings();
    const panel = page.getByRole('region', { name: 'Single sign-on' });
    await panel.getByText(provider.config.issuer, { exact: true }).waitFor();
    await panel.getByRole('button', { name: 'Test Provider' }).click();
    await panel.getByText('The provider answers as it should').waitFor();
    await expectAccessible(page);
    await expectFits(page);
  });

  test('take a mapping, and say at the field what is missing', async () => {
    const page = await openSettings();
    await page.getByRole('button', { name: 'Edit Single Sign-On' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit Single Sign-On' });
    await dialog.getByLabel('Roles come from the provider').check();
    await dialog.getByRole('button', { name: 'Save Single Sign-On' }).click();
    await dialog.getByText('Please enter the name of the claim').waitFor();
    await dialog.getByText('Please add a row').waitFor();
    await dialog.getByLabel('Claim').fill('groups');
    await dialog.getByRole('button', { name: 'Add Value' }).click();
    await dialog.getByLabel('Value 1', { exact: true }).fill('staff');
    await expectAccessible(page);
    await expectFits(page);
    await dialog.getByLabel('Role of value 1').selectOption('Viewer');
    await dialog.getByRole('button', { name: 'Save Single Sign-On' }).click();
    await page.getByText('Roles come from the claim groups: 1 value for Viewer.').waitFor();
    await server.db.run(sql`update single_sign_on_settings set maps_roles = false`);
  });
});
