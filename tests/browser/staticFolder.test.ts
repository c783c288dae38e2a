// The built folder on a plain static host, under a path that it was not built for.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { testBrowser } from '../support/browser.ts';
import { startStaticHost, type StaticHost } from '../support/staticHost.ts';

const browser = testBrowser();
let host: StaticHost;

beforeAll(async () => {
  host = await startStaticHost(inject('site'), '/some/admin/');
});
afterAll(() => host.stop());

test('a deep link leads to login and remembers the place, under the same path', async () => {
  const page = await browser.open(`${host.url}companies?page=2`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/some/admin/login');
  expect(searchParams.get('next')).toMatch(/^\/companies\/?\?page=2$/);
});

test('a reload of login shows login', async () => {
  const page = await browser.open(`${host.url}login`);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/some\/admin\/login\/?$/);
});

const unknown = ['nonsense', 'no/such/', 'companies/7/urls'];
test.each(unknown)('the unknown address %s leads to the start', async (address) => {
  browser.expectProblem(/status of 404/); // of the page, and of its script at the depths where it is not
  const page = await browser.open(host.url + address);
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/some/admin/login');
});
