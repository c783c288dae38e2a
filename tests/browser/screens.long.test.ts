// Every screen in a real browser: in both themes, on a narrow page and with large text.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, expectFits, testBrowser } from '../support/browser/browser.ts';
import { loaded, openScreen, screens, screensBeforeSignIn, serveSite } from '../support/browser/site.ts';

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
  await expectFitsPhone(page, lists.has(path));
});

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

/**
 * Expects that no part of the head scrolls sideways, nor anything else but a table, that no text is cut, that the
 * actions of the head stand where the keyboard finds them, and that the first row of a list begins in the upper half.
 */
async function expectFitsPhone(page: Page, isList: boolean): Promise<void> {
  await page.setViewportSize({ width: 360, height: 740 });
  const { top, ...wrong } = await page.evaluate(() => {
    const rows = document.querySelectorAll('main :is(article, tbody tr:not(:has(> [scope=rowgroup])))');
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
  });
  expect(wrong).toEqual({ scrolling: [], sideways: [], cut: [], moved: [] });
  if (isList) expect(top).toBeLessThan(370);
}
