// Drives the built console in one page that is never reloaded. Page and server share a simulated clock, so that a
// workday takes minutes.

import type { Locator, Page } from 'playwright-core';
import type { TestServer } from '../../../tests/support/server/server.ts';
import { instrumentPage } from './instrumentPage.ts';

type Clock = ReturnType<typeof createClock>;
type Server = Pick<TestServer, 'url' | 'users' | 'ask' | 'db'>;

export interface Driver {
  page: Page;
  server: Server;
  /** Opens a screen by its sidebar link and waits until it has loaded. */
  goTo(link: string): Promise<void>;
  /** Waits until the screen has loaded. */
  settle(): Promise<void>;
  /** Advances the clock of page and server; due timers run. */
  advance(milliseconds: number): Promise<void>;
}

/** Starts in the afternoon, when today has records and a day's work still ends before midnight. */
export function createClock() {
  const start = Date.parse('2026-11-23T14:00:00Z') - performance.now();
  let advanced = 0;
  return {
    now: () => new Date(start + performance.now() + advanced),
    advance: (milliseconds: number) => void (advanced += milliseconds),
  };
}

/** Opens the console and signs in. The page must be blank. */
export async function startDriver(page: Page, server: Server, clock: Clock): Promise<Driver> {
  await page.clock.install({ time: clock.now() });
  await page.addInitScript(instrumentPage);
  await page.goto(server.url);

  const settle = async () => {
    await page.waitForFunction(
      () =>
        document.querySelector('h1') &&
        !document.querySelector('[aria-busy=true]') &&
        ![...document.querySelectorAll('[role=status]')].some((status) => /^\s*Loading/.test(status.textContent ?? '')),
    );
  };
  const { email, password } = server.users.administrator;
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await settle();

  return {
    page,
    server,
    settle,
    async goTo(name) {
      const link = linkTo(page, name);
      await link.click();
      await link.and(page.locator('[aria-current=page]')).waitFor();
      await settle();
    },
    async advance(milliseconds) {
      // Pending requests would time out.
      await page.waitForFunction(() => window.pendingRequests() === 0);
      clock.advance(milliseconds);
      await page.clock.fastForward(milliseconds);
    },
  };
}

export const linkTo = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

export const button = (within: Page | Locator, name: string | RegExp): Locator =>
  within.getByRole('button', { name }).first();
