// Code is loaded once on demand, and again only if loading failed.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CodeLoadError, loadOnce } from '../../../../src/platform/boot/loadOnce.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function counted(answers: (() => Promise<string>)[]) {
  let calls = 0;
  const load = loadOnce('The record', () => (answers[calls++] ?? (() => Promise.reject(new Error('none left'))))());
  return { load, calls: () => calls };
}

test('fetches once, and has the result at hand from then on', async () => {
  const { load, calls } = counted([async () => 'code']);
  const [one, other] = [load(), load()];
  expect(one).toBe(other);
  expect(await one).toBe('code');
  expect(one).toMatchObject({ status: 'fulfilled', value: 'code' });
  expect(calls()).toBe(1);
});

test('reports a failure to all who wait, and then tries again', async () => {
  const { load, calls } = counted([() => Promise.reject(new TypeError('Failed to fetch')), async () => 'code']);
  const failure = new CodeLoadError('The record', undefined);
  await expect(load()).rejects.toThrow(failure.message);
  expect(failure.message).toMatch(/^The record could not be loaded\./);
  await expect(load()).rejects.toThrow(failure.message);
  expect(calls()).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(await load()).toBe('code');
});
