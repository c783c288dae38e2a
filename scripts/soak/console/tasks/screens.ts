// From screen to screen by the sidebar.

import type { Page } from 'playwright-core';
import { button, type Desk, linkTo } from '../desk.ts';

export async function walk({ page, goTo }: Desk): Promise<void> {
  for (const name of await screens(page)) await goTo(name);
}

/** Each screen is left before it shows anything. */
export async function hurry({ page }: Desk): Promise<void> {
  for (const name of await screens(page)) await linkTo(page, name).click();
}

const screens = (page: Page) => page.getByRole('navigation', { name: 'Main' }).getByRole('link').allInnerTexts();

export async function goBackAndForth({ page, goTo, settle }: Desk): Promise<void> {
  await goTo('Access Controllers');
  await button(page, 'Next').click();
  await page.getByText(/Page 2 of/).waitFor();
  await page.getByRole('searchbox').fill('main');
  await goTo('Users');
  for (const step of ['goBack', 'goBack', 'goForward', 'goForward'] as const) {
    await page[step]();
    await settle();
  }
}
