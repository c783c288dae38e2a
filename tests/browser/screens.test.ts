// A walk through every screen in one tab of a real browser: each appears, without an error in the console, and axe finds no
// problem. screens.long.test.ts looks at them in both themes and in several sizes.
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { paths } from '../../src/platform/boot/paths.ts';
import { expectAccessible, testBrowser } from '../support/browser/browser.ts';
import { loaded, screens, screensBeforeSignIn, serveSite } from '../support/browser/site.ts';

const browser = testBrowser();
const site = serveSite();

test('every address of the console is on the walk', () => {
  const tried = new Set([...screens, ...screensBeforeSignIn].map((address) => address.replace(/\?.*/, '')));
  expect([...tried].toSorted()).toEqual(Object.values(paths).toSorted());
});

/** Each part in a tab of its own. */
const parts = Array.from({ length: Math.ceil(screens.length / 5) }, (_, part) => screens.slice(5 * part, 5 * part + 5));

async function walk(page: Page, addresses: readonly string[]) {
  for (const address of addresses) {
    await page.goto(site.server.url + address);
    await loaded(page);
    await expectAccessible(page, ['light']);
  }
}

test('the screens before signing in', async () => {
  await walk(await browser.open('about:blank'), screensBeforeSignIn);
});

test.each(parts.map((part) => ({ from: part[0], to: part.at(-1), part })))('from $from to $to', async ({ part }) => {
  await walk(await browser.open(`${site.server.url}/profile`, { token: site.token }), part);
});
