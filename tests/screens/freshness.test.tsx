// The age of the records on screen, and refreshing them: at once, or automatically while nobody works with them.

import { afterEach, expect, test, vi } from 'vitest';
import { testConsole } from '../support/console/console.tsx';
import { act, allByRole, byRole, click, text, until } from '../support/console/render.tsx';

const app = testConsole();
afterEach(() => {
  vi.useRealTimers();
});

const asked = (key: string) => app.seen.filter((call) => call.key === key).length;

/** Lets seconds pass: the list refreshes each half minute, and checks every second whether it may. */
async function pass(seconds: number) {
  await act(async () => {
    await vi.advanceTimersByTimeAsync(seconds * 1_000);
  });
}

test('says when the records were read, and Refresh reads them again', async () => {
  await app.open('/employees');
  await until(() => allByRole('article').length > 0);
  const refresh = await until(() => byRole('button', 'Refresh'));
  expect(text()).toMatch(/Updated \d\d:\d\d/);
  app.answer('GET /employees', { change: (page) => ({ ...Object(page), total: 12_345 }) });
  const answers = () => allByRole('status').map((each) => text(each));
  expect(answers()).not.toContain('Refreshed');
  await click(refresh);
  await until(() => text(byRole('main')).includes('12,345'));
  await until(() => answers().includes('Refreshed'));
});

test('is not offered where nothing was read', async () => {
  app.answer('GET /companies', { status: 500 });
  app.answer('GET /companies/all', { status: 500 });
  await app.open('/companies');
  await until(() => byRole('button', 'Retry'));
  expect(allByRole('button', 'Refresh')).toEqual([]);
});

test('refreshes a screen by itself where it was asked to, but not while somebody works in the list', async () => {
  await app.open('/attendance?start_date=&end_date=');
  await until(() => allByRole('row').length > 5);
  const automatic = await until(() => byRole('button', 'Auto-Refresh'));
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  await click(automatic);
  expect(automatic.getAttribute('aria-pressed')).toBe('true');
  const before = asked('GET /attendance');

  await pass(20);
  expect(asked('GET /attendance')).toBe(before);
  await pass(12);
  await until(() => expect(asked('GET /attendance')).toBe(before + 1));

  const [box] = byRole('table').querySelectorAll<HTMLInputElement>('tbody input');
  if (box) await click(box);
  await pass(60);
  expect(asked('GET /attendance')).toBe(before + 1);
  if (box) await click(box);
  box?.blur();
  await pass(2);
  await until(() => expect(asked('GET /attendance')).toBe(before + 2));
});

test('remembers it for the screen', async () => {
  await app.open('/attendance');
  await click(await until(() => byRole('button', 'Auto-Refresh')));
  await click(byRole('link', 'Employees'));
  await until(() => byRole('heading', 'Employees'));
  const isPressed = () => byRole('button', 'Auto-Refresh').getAttribute('aria-pressed');
  await until(() => expect(isPressed()).toBe('false'));
  await click(byRole('link', 'Attendance'));
  await until(() => expect(isPressed()).toBe('true'));
});
