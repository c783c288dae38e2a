// Where the administrator sits: one page of the built console that is never loaded anew, and one clock for it
// and for the server, so that a day of work takes minutes.

import type { Locator, Page } from 'playwright-core';
import type { TestServer } from '../../../tests/support/server.ts';
import { watchPage } from './watchPage.ts';

interface Clock {
  now(): Date;
  skip(milliseconds: number): void;
}

export type Office = Pick<TestServer, 'url' | 'people' | 'ask' | 'db'>;

export interface Desk {
  page: Page;
  office: Office;
  /** Goes to a screen by the sidebar, and waits until it shows what it has. */
  goTo(link: string): Promise<void>;
  /** Waits until the screen shows what it has. */
  settle(): Promise<void>;
  /** Time goes by, for page and server; what is due meanwhile is done. */
  pass(milliseconds: number): Promise<void>;
}

/** Runs on from an afternoon, so that today has records, and nobody works past midnight. */
export function createClock(): Clock {
  const start = Date.parse('2026-11-23T14:00:00Z') - performance.now();
  let skipped = 0;
  return {
    now: () => new Date(start + performance.now() + skipped),
    skip: (milliseconds) => void (skipped += milliseconds),
  };
}

/** The page must not have been anywhere yet. */
export async function sitDown(page: Page, office: Office, clock: Clock): Promise<Desk> {
  await page.clock.install({ time: clock.now() });
  await page.addInitScript(watchPage);
  await page.goto(office.url);

  const settle = async () => {
    await page.waitForFunction(
      () =>
        document.querySelector('h1') &&
        !document.querySelector('[aria-busy=true]') &&
        ![...document.querySelectorAll('[role=status]')].some((status) => /^\s*Loading/.test(status.textContent ?? '')),
    );
  };
  const desk: Desk = {
    page,
    office,
    settle,
    async goTo(name) {
      const link = linkTo(page, name);
      await link.click();
      await link.and(page.locator('[aria-current=page]')).waitFor();
      await settle();
    },
    async pass(milliseconds) {
      // A request on its way would be timed out.
      await page.waitForFunction(() => window.requests() === 0);
      clock.skip(milliseconds);
      await page.clock.fastForward(milliseconds);
    },
  };
  await signIn(desk);
  return desk;
}

async function signIn({ page, office, settle }: Desk): Promise<void> {
  const { email, password } = office.people.administrator;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await settle();
}

export const linkTo = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Of those of this name the first. */
export const button = (place: Page | Locator, name: string | RegExp): Locator =>
  place.getByRole('button', { name }).first();
