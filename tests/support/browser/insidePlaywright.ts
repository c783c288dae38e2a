// Changes Playwright's own objects where it has no option. It may look different in another version, and package.json
// pins this one.

import type { Browser, Frame, Page } from 'playwright-core';

let looksOften = false;

/** Makes Playwright look every 50 ms for what it waits for. After 0.3 s it would look only twice a second. */
export function lookOften(page: Page): void {
  if (looksOften) return;
  looksOften = true;
  const frames: object = Object.getPrototypeOf(within(page.mainFrame()));
  const retry = part(frames, 'retryWithProgressAndTimeouts', isCall);
  Object.assign(frames, {
    retryWithProgressAndTimeouts(this: unknown, progress: unknown, waits: readonly number[], action: unknown) {
      const shorter = waits.map((wait) => Math.min(wait, 50));
      return retry.call(this, progress, shorter, action);
    },
  });
}

/** Returns Playwright's own object for one that it gave us. */
export function within(given: Browser | Frame): object {
  const connection = part(given, '_connection', isObject);
  const own = part(connection, 'toImpl', isCall).call(connection, given);
  if (!isObject(own)) throw new Error('Playwright has no object of its own');
  return own;
}

type Call = (this: unknown, ...args: unknown[]) => unknown;
export const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
export const isCall = (value: unknown): value is Call => typeof value === 'function';

export function part<T>(owner: object, name: string, isExpected: (value: unknown) => value is T): T {
  const value: unknown = Reflect.get(owner, name);
  if (!isExpected(value)) throw new Error(`Playwright has no ${name}. Has its version changed?`);
  return value;
}
