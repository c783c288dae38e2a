// Walks through every screen in one tab of a real browser: each appears without an error in the browser's console, and
// axe finds no problem. screens.long.test.ts covers both themes and several sizes.
import { expect, test } from 'vitest';
import { paths } from '../../src/platform/boot/paths.ts';
import { expectAccessible, testBrowser } from '../support/browser/browser.ts';
import { openScreen, screens, screensBeforeSignIn, serveSite } from '../support/browser/site.ts';

const browser = testBrowser({ keepsTab: true });
const site = serveSite();

test('every address of the console is on the walk', () => {
  const tried = new Set([...screens, ...screensBeforeSignIn].map((address) => address.replace(/\?.*/, '')));
  expect([...tried].toSorted()).toEqual(Object.values(paths).toSorted());
});

const parts = Array.from({ length: Math.ceil(screens.length / 5) }, (_, part) => screens.slice(5 * part, 5 * part + 5));

async function walk(addresses: readonly string[], token?: string) {
  for (const address of addresses) {
    const page = await openScreen(browser, site.server.url + address, token);
    await expectAccessible(page, ['light']);
  }
}

test('the screens before signing in', async () => {
  await walk(screensBeforeSignIn);
});

test.each(parts.map((part) => ({ from: part[0], to: part.at(-1), part })))('from $from to $to', async ({ part }) => {
  await walk(part, site.token);
});
