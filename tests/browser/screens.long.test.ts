// Every screen and dialog in a real browser: in both themes, on a narrow page and with large text.
import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { openScreen, screensBeforeSignIn, screensWithDialogs, serveSite } from '../support/browser/site.ts';

const browser = testBrowser({ keepsTab: true });
const site = serveSite();

test.each(screensBeforeSignIn)('%s has no problem for axe, and fits', async (path) => {
  const page = await openScreen(browser, site.server.url + path);
  await expectAccessible(page);
  await expectFits(page);
});

const withDialogs = screensWithDialogs.map(([address, ...dialogs]) => [address, dialogs] as const);

test.each(withDialogs)('%s and its dialogs have no problem for axe, and fit', async (address, dialogs) => {
  const page = await openScreen(browser, site.server.url + address, site.token);
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);
  await expectFitsPhone(page, lists.has(address));
  await expectFits(page);
  for (const openers of dialogs) await expectDialogFits(page, openers);
});

/** Opens the dialog, closes it by keyboard, and expects the focus back on the button that opened it. */
async function expectDialogFits(page: Page, openers: readonly RegExp[]): Promise<void> {
  let place: Page | Locator = page;
  let opener: Locator = page.locator('body');
  for (const name of openers) {
    opener = place.getByRole('button', { name }).first();
    await opener.click();
    place = page.locator('dialog[open]').last();
    await place.waitFor();
    await place.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
  }
  await expectAccessible(page);
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => opener.evaluate((element) => element === document.activeElement)).toBe(true);
  for (const _ of openers.slice(1)) await page.keyboard.press('Escape');
  await page.locator('dialog[open]').waitFor({ state: 'detached' });
}

const lists = new Set([
  '/access-controllers',
  '/attendance',
  '/audit',
  '/companies',
  '/companies?id=1&tab=people',
  '/employees',
  '/employees?id=1',
  '/employees?view=list',
  '/exceptions',
  '/hr-sync',
  '/presence',
  '/roles',
  '/roles?view=matrix',
  '/settings',
  '/timesheets',
  '/users',
]);

const rowSelector = 'main :is(article, tbody tr:not(:has(> [scope=rowgroup])))';

/**
 * Expects that nothing but a table scrolls sideways, that no text is cut, that the header's actions come in the order
 * in which the keyboard reaches them, and that a list's first row begins in the upper half.
 */
async function expectFitsPhone(page: Page, isList: boolean): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  if (isList) await page.locator(rowSelector).filter({ visible: true }).first().waitFor();
  const { top, ...wrong } = await page.evaluate((selector) => {
    const rows = document.querySelectorAll(selector);
    const begin = ({ outerHTML }: Element) => outerHTML.slice(0, 100);
    const isTooWide = ({ clientWidth, scrollWidth }: Element) => clientWidth > 1 && scrollWidth > clientWidth;
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    const all = [...document.querySelectorAll('body *')].filter((element) => element.checkVisibility());
    const controls = all.filter((element) => element.matches('header:has(h1) :is(a, button, input, select)'));
    return {
      scrolling: [...document.querySelectorAll('header:has(h1), header:has(h1) *')].filter(isTooWide).map(begin),
      sideways: all.filter((each) => isTooWide(each) && scrolls(each) && !each.querySelector('table')).map(begin),
      cut: all
        .filter((each) => getComputedStyle(each).textOverflow === 'ellipsis' && !each.matches('input, select'))
        .map(begin),
      moved: controls
        .filter((control, index) => {
          const [here, before] = [control, controls[index - 1] ?? control].map((one) => one.getBoundingClientRect());
          if (!here || !before) return false;
          return here.bottom <= before.top || (here.top < before.bottom && here.left < before.left);
        })
        .map(begin),
      top: [...rows].find((row) => row.checkVisibility())?.getBoundingClientRect().top,
    };
  }, rowSelector);
  expect(wrong, page.url()).toEqual({ scrolling: [], sideways: [], cut: [], moved: [] });
  if (isList) expect(top, page.url()).toBeLessThan(370);
}
