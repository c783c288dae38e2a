// Navigates by the sidebar and the browser's history.

import type { Page } from 'playwright-core';
import { button, type Driver, linkTo } from '../driver.ts';

export async function visitScreens({ page, goTo }: Driver): Promise<void> {
  for (const name of await linkNames(page)) await goTo(name);
}

/** Leaves each screen before it has loaded. */
export async function skimScreens({ page }: Driver): Promise<void> {
  for (const name of await linkNames(page)) await linkTo(page, name).click();
}

const linkNames = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();

export async function goBackAndForth({ page, goTo, settle }: Driver): Promise<void> {
  await goTo('Access Controllers');
  await button(page, 'Next').click();
  await page.getByText(/^Page 2 of \d+$/).waitFor();
  await page.getByRole('searchbox').fill('main');
  await goTo('Users');
  for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[step]();
    await settle();
  }
}
