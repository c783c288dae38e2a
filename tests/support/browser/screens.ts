// All screens of the console, and the dialogs on them.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, inject, test } from 'vitest';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { startServer, type TestServer } from '../server/server.ts';
import { expectAccessible, expectFits, type TestBrowser, testBrowser } from './browser.ts';

type Screen = readonly [path: string, ...dialogs: readonly (readonly RegExp[])[]];

// Each dialog by the buttons that open it, one after the other.
const ofAllUsers: readonly Screen[] = [
  ['/'],
  [
    '/companies',
    [/^Add Company$/],
    [/^Edit /],
    [/^Delete /],
    [/^URLs of /],
    [/^URLs of /, /^Add URL$/],
    [/^URLs of /, /^Edit http/],
    [/^URLs of /, /^Delete http/],
  ],
  ['/access-controllers', [/^Add Controller$/], [/^Connect a Device$/], [/^Edit /]],
  ['/attendance'],
  ['/employees', [/^Add Employee$/], [/^Edit /]],
  ['/profile', [/^Create Token$/]],
];
const others: readonly Screen[] = [
  [
    '/roles',
    [/^Add Role$/],
    [/^Edit Auditor$/],
    [/^History of Auditor$/],
    [/^Edit Auditor$/, /^History of /],
    [/^Delete Auditor$/],
  ],
  ['/roles?view=matrix'],
  ['/users', [/^Add User$/], [/^Edit /], [/^API Tokens$/]],
  ['/timesheets'],
  ['/timesheets?employee_id=1'],
  ['/exceptions', [/^Correct: /], [/^As It Is: /]],
  ['/hr-sync'],
  ['/settings', [/^Add Setting$/], [/^Edit url_types$/]],
  ['/presence', [/^Start Roll Call$/], [/^Earlier Roll Calls$/]],
  ['/access-controllers?list=codes'],
  ['/access-controllers?id=1', [/^Edit$/], [/^Delete$/]],
  ['/access-controllers?id=1&tab=connect'],
  ['/access-controllers?id=1&tab=rules'],
  ['/access-controllers?id=1&tab=details'],
  ['/access-controllers?id=1&tab=history'],
  ['/audit', [/^View entry /]],
  ['/audit?user_id=1&q=nothing'],
  ['/privacy', [/^Show What Would Go$/]],
  ['/privacy?part=holds', [/^Add Legal Hold$/]],
  ['/privacy?part=people', [/^Personal data of /], [/^Place a legal hold on /], [/^Erase /]],
];

const all = [...ofAllUsers, ...others];

const addressesOf = (some: readonly Screen[]): readonly string[] => some.map(([path]) => path);

export const screens = addressesOf(all);
export const screensOfAllUsers = addressesOf(ofAllUsers);
export const otherScreens = addressesOf(others);

export const dialogs = all.map(([path, ...openers]) => ({ path, openers })).filter(({ openers }) => openers.length > 0);

/** Registers a test of each screen: accessible, on a small page and with large text. */
export function testScreens({
  signedOut = [],
  signedIn,
}: {
  signedOut?: readonly string[];
  signedIn: readonly string[];
}) {
  const browser = testBrowser();
  let server: TestServer;
  let token: string;

  beforeAll(async () => {
    server = await startServer({ site: createSite(inject('site')) });
    token = await server.signIn(server.users.administrator);
  });
  afterAll(() => server.stop());

  test.each(signedOut)('%s has no problem for axe, and fits', async (path) => {
    const page = await browser.open(server.url + path);
    await loaded(page);
    await expectAccessible(page);
    await expectFits(page);
  });

  test.each(signedIn)('%s has no problem for axe, and fits', async (path) => {
    const page = await openScreen(browser, server.url + path, token);
    await expectAccessible(page);
    await expectFits(page);
  });
}

/** A page with a signed-in user, once what it shows has loaded. */
export async function openScreen(browser: TestBrowser, address: string, token: string): Promise<Page> {
  const page = await browser.open(address, { token });
  await loaded(page);
  return page;
}

export async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page
    .getByRole('status')
    .filter({ hasText: /^Loading/ })
    .first()
    .waitFor({ state: 'detached' });
}
