// Every screen in a real browser: in both themes, on a narrow page and with large text.
import { test } from 'vitest';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { serveSite } from '../support/browser/site.ts';
import { loaded, openScreen, screens, screensBeforeSignIn } from '../support/browser/screens.ts';

const browser = testBrowser();
const site = serveSite();

test.each(screensBeforeSignIn)('%s has no problem for axe, and fits', async (path) => {
  const page = await browser.open(site.server.url + path);
  await loaded(page);
  await expectAccessible(page);
  await expectFits(page);
});

test.each(screens)('%s has no problem for axe, and fits', async (path) => {
  const page = await openScreen(browser, site.server.url + path, site.token);
  await expectAccessible(page);
  await expectFits(page);
});
