// The built console on its own server, with an administrator, and a list of all its screens and dialogs.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, inject } from 'vitest';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { startServer, type TestServer } from '../server/server.ts';
import type { TestBrowser } from './browser.ts';

interface Site {
  readonly server: TestServer;
  /** The administrator's token. */
  readonly token: string;
}

/** Call it at the top of a test file. */
export function serveSite(): Site {
  let site: Site | undefined;
  const started = (): Site => {
    if (!site) throw new Error('The server starts before the first test');
    return site;
  };
  beforeAll(async () => {
    const server = await startServer({ site: createSite(inject('site')) });
    site = { server, token: await server.signIn(server.users.administrator) };
  });
  afterAll(() => site?.server.stop());
  return {
    get server() {
      return started().server;
    },
    get token() {
      return started().token;
    },
  };
}

type Screen = readonly [address: string, ...dialogs: readonly (readonly RegExp[])[]];

/** Screens with their dialogs; each dialog is a list of the buttons that open it, one after the other. */
export const screensWithDialogs: readonly Screen[] = [
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
  ['/companies?id=1', [/^Edit$/], [/^Delete$/]],
  ['/companies?id=1&tab=people'],
  ['/companies?id=1&tab=hr'],
  ['/access-controllers', [/^Add Controller$/], [/^Connect a Device$/], [/^Edit /]],
  ['/attendance'],
  ['/employees', [/^Add Employee$/], [/^Edit /]],
  ['/employees?view=list'],
  ['/employees?id=1', [/^Edit$/], [/^Delete$/]],
  ['/profile', [/^Create Token$/]],
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
  ['/employees?id=1&tab=exceptions'],
  ['/employees?id=1&tab=personal-data', [/^Erase Personal Data$/]],
  ['/companies?id=1&tab=day-rules', [/^Add Pattern$/]],
  ['/employees?id=1&tab=expected-time', [/^Add Leave$/], [/^Add Balance$/]],
  ['/exceptions', [/^Correct: /], [/^Accept As It Is: /]],
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
  ['/privacy', [/^Preview the Removal$/]],
  ['/privacy?part=holds', [/^Place Legal Hold$/]],
  ['/privacy?part=people', [/^Personal data of /], [/^Place a legal hold on /], [/^Erase /]],
];

export const screensBeforeSignIn = ['/login', '/forgot-password', '/invitation'];
export const screens = screensWithDialogs.map(([address]) => address);

/** Opens a page and waits until it has loaded what it shows. */
export async function openScreen(browser: TestBrowser, address: string, token?: string): Promise<Page> {
  const page = await browser.open(address, token === undefined ? {} : { token });
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
