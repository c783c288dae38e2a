// The whole product in a real browser: the built console on the real server with sample data.
import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import {
  expectAccessible,
  expectNoOverflow,
  inBrowser,
  signIn as signInByForm,
  testBrowser,
} from '../support/browser/browser.ts';
import { type StaticHost, startStaticHost } from '../support/browser/staticHost.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
});
afterAll(() => server.stop());

const signIn = (page: Page) => signInByForm(page, server.users.administrator);

async function typePasswordAndSignIn(page: Page): Promise<void> {
  await page.getByLabel('Password', { exact: true }).fill(server.users.administrator.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const token = (page: Page) => page.evaluate(() => localStorage.getItem('auth_token'));

/** Ends the session on the server; the page keeps its token. */
async function endSession(page: Page): Promise<void> {
  await server.ask('POST /auth/logout', { token: (await token(page)) ?? '' });
}

describe('signing in and out', () => {
  test('leads to the dashboard, and Back shows nothing after signing out', async () => {
    const page = await browser.open(server.url);
    await signIn(page);
    await heading(page, 'Dashboard').waitFor();
    expect(await page.title()).toBe('Dashboard · Rollcall');
    await page.locator('h1:focus').waitFor();

    await page.getByRole('link', { name: 'Companies', exact: true }).click();
    await heading(page, 'Companies').waitFor();
    await page.getByRole('button', { name: 'Logout' }).click();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await token(page)).toBeNull();
    await page.goBack();
    await page.getByRole('button', { name: 'Sign in' }).waitFor();
  });

  // Playwright's Chromium keeps no pages. The kept page stores what it shows at once, before it reloads.
  inBrowser('firefox', () =>
    test('Back to a page that the browser has kept shows no record after signing out', async () => {
      const page = await browser.open(`${server.url}/employees`);
      const unanswered = new Set<Request>();
      page.on('request', (request) => unanswered.add(request));
      page.on('requestfinished', (request) => unanswered.delete(request));
      await signIn(page);
      // Firefox keeps no page with a pending request. The last request follows this button.
      await page.getByRole('button', { name: 'Keyboard Shortcuts' }).waitFor();
      await expect.poll(() => unanswered.size).toBe(0);
      const name = await page.getByRole('article').first().getByRole('heading').innerText();
      await page.evaluate(() =>
        window.addEventListener('pageshow', ({ persisted }) =>
          localStorage.setItem('at once', `${persisted} ${document.documentElement.innerText}`),
        ),
      );
      await page.goto(`${server.url}/companies`);
      await page.getByRole('button', { name: 'Logout' }).click();
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      await page.evaluate(() => history.back());
      await page.waitForURL(/login\?next=%2Femployees/);
      await page.getByRole('button', { name: 'Sign in' }).waitFor();
      expect(await page.evaluate(() => localStorage.getItem('at once'))).toBe('true ');
      expect(await page.evaluate(() => document.body.innerText)).not.toContain(name);
    }),
  );

  test('rejects a wrong password with a message', async () => {
    browser.expectProblem(/status of 401/);
    const page = await browser.open(server.url);
    await page.getByLabel('Email').fill(server.users.administrator.email);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('alert').filter({ hasText: 'Invalid email or password' }).waitFor();
  });

  test('returns to the requested link, with its query', async () => {
    const page = await browser.open(`${server.url}/companies?page=2`);
    await signIn(page);
    await heading(page, 'Companies').waitFor();
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    expect(new URL(page.url()).search).toBe('?page=2');
  });

  test('looks the same from any starting page', async () => {
    const sizeOn = async (path: string) => {
      const page = await browser.open(server.url + path);
      const card = page.locator('form').locator('..');
      await card.getByRole('button', { name: 'Sign in' }).waitFor();
      return card.boundingBox();
    };
    const expected = await sizeOn('/login');
    for (const path of ['/attendance', '/companies']) expect(await sizeOn(path), path).toEqual(expected);
  });

  test('survives a reload and applies to a second tab', async () => {
    const page = await browser.open(server.url);
    await signIn(page);
    await heading(page, 'Dashboard').waitFor();
    await page.reload();
    await heading(page, 'Dashboard').waitFor();
    const beside = await browser.openTab(page, `${server.url}/companies`);
    await heading(beside, 'Companies').waitFor();
  });
});

test('works without the parts that it can do without, and reports no error', async () => {
  browser.expectProblem(/ERR_FAILED/);
  const page = await browser.open(`${server.url}/login`);
  await page.route(/\/(HeaderTools|ShellExtras)-/, (route) => route.abort());
  const failed = page.waitForEvent('requestfailed');
  await signIn(page);
  await failed;
  await heading(page, 'Dashboard').waitFor();
  await page.getByRole('button', { name: 'Logout' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
});

test('keeps the page of companies in the URL, and Back returns to it', async () => {
  const page = await browser.open(`${server.url}/companies`);
  await signIn(page);
  await page.getByText(/^Page 1 of \d+$/).waitFor();
  const topmost = () => page.getByRole('article').first().innerText(); // the old page stays until the new one has loaded
  const first = await topmost();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await expect.poll(topmost).not.toBe(first);
  await page.goBack();
  await page.getByText(/^Page 1 of \d+$/).waitFor();
  await expect.poll(topmost).toBe(first);
});

test('redirects an unknown path to the dashboard', async () => {
  const page = await browser.open(`${server.url}/companies/7/urls`);
  await signIn(page);
  await heading(page, 'Dashboard').waitFor();
});

describe('when the session expires', () => {
  test('signing in again repeats the request and keeps the typed values', async () => {
    browser.expectProblem(/status of 401/);
    const page = await browser.open(`${server.url}/companies`);
    await signIn(page);
    const filter = page.getByRole('searchbox');
    await filter.fill('office');
    await page.getByText(/companies match/).waitFor();
    await endSession(page);
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await expectAccessible(page);
    await typePasswordAndSignIn(page);
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    expect(await filter.inputValue()).toBe('office');
  });

  test('declining keeps the screen, with the message', async () => {
    browser.expectProblem(/status of 401/);
    const page = await browser.open(`${server.url}/companies`);
    await signIn(page);
    const filter = page.getByRole('searchbox');
    await filter.fill('office');
    await page.getByText(/companies match/).waitFor();
    await endSession(page);
    await page.getByRole('button', { name: 'Next' }).click();

    await page.getByRole('dialog', { name: 'Sign in again' }).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('alert').waitFor();
    await heading(page, 'Companies').waitFor();
    expect(await filter.inputValue()).toBe('office');
  });

  test('declining keeps the open form, with the message', async () => {
    browser.expectProblem(/status of 401/);
    const page = await browser.open(`${server.url}/companies`);
    await signIn(page);
    await page.getByRole('button', { name: 'Add Company' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Company' });
    await form.getByLabel('Name').fill('Northwind Traders');
    await endSession(page);
    await form.getByRole('button', { name: 'Create Company' }).click();

    const question = page.getByRole('dialog', { name: 'Sign in again' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'hidden' });
    await form.getByRole('alert').waitFor();
    expect(await form.getByLabel('Name').inputValue()).toBe('Northwind Traders');
  });

  test('a tab that cannot restore it signs out alone, and what is typed in another can be saved', async () => {
    browser.expectProblem(/ERR_FAILED/);
    browser.expectProblem(/status of 401/);
    const page = await browser.open(`${server.url}/companies`);
    await signIn(page);
    await page.getByRole('button', { name: 'Add Company' }).click();
    const form = page.getByRole('dialog', { name: 'Add New Company' });
    await form.getByLabel('Name').fill('Contoso');
    await form.getByLabel('Email').fill('office@contoso.example');

    await page.context().route('**/auth/user', (route) => route.abort());
    const beside = await browser.openTab(page, `${server.url}/companies`);
    await beside.getByRole('button', { name: 'Sign in' }).waitFor();
    expect(await token(page)).toBeNull();
    await form.getByRole('button', { name: 'Create Company' }).click();
    await page.getByRole('dialog', { name: 'Sign in again' }).waitFor();
    await typePasswordAndSignIn(page);
    await page.getByText('Company created successfully').waitFor();
  });
});

describe('on a static host, under a path', () => {
  let host: StaticHost;
  beforeAll(async () => {
    host = await startStaticHost(inject('site'), '/some/admin/', { api: server.url });
  });
  afterAll(() => host.stop());

  test('signs in, navigates and reloads', async () => {
    const page = await browser.open(`${host.url}companies?page=2`);
    await signIn(page);
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    await page.reload();
    await page.getByText(/^Page 2 of \d+$/).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Dashboard' }).click();
    await heading(page, 'Dashboard').waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/some\/admin\/?$/);
  });
});

test.each([
  ['/login', 'Sign in'],
  ['/forgot-password', 'Send Reset Link'],
  ['/forgot-password#token=t&email=ada@example.com', 'Save New Password'],
])('%s is accessible and fits 320 px', async (path, submit) => {
  const page = await browser.open(server.url + path, { viewport: { width: 320, height: 640 } });
  await page.getByRole('button', { name: submit }).waitFor();
  await expectNoOverflow(page);
  await expectAccessible(page);
});
