// Every screen in a real browser: in both themes, on a narrow page and with large text.
import { afterAll, beforeAll, inject, test } from 'vitest';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { loaded, openScreen, screens, screensBeforeSignIn } from '../support/browser/screens.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser();
let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')) });
  token = await server.signIn(server.users.administrator);
});
afterAll(() => server.stop());

test.each(screensBeforeSignIn)('%s has no problem for axe, and fits', async (path) => {
  const page = await browser.open(server.url + path);
  await loaded(page);
  await expectAccessible(page);
  await expectFits(page);
});

test.each(screens)('%s has no problem for axe, and fits', async (path) => {
  const page = await openScreen(browser, server.url + path, token);
  await expectAccessible(page);
  await expectFits(page);
});
