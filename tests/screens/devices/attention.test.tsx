// Devices that need attention, on the dashboard, and the way from there to the evidence.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startConsole, type TestConsole } from '../../support/console/console.tsx';
import { allByRole, byRole, click, until } from '../../support/console/render.tsx';
import { untilText } from '../steps.ts';
import { type Door, minutesAgo, storeDevice, storeFact } from './storedDevice.ts';

let app: TestConsole;
let door: Door;

beforeAll(async () => {
  app = await startConsole();
  const stored = await storeDevice(app);
  ({ door } = stored);
  await storeFact(app, stored, { at: minutesAgo(50), code: '1' });
});
afterAll(() => app.stop());

const links = () => allByRole('link', /^\d+ devices?/).map((link) => [link.textContent, link.getAttribute('href')]);

test('counts the devices that are silent, drift or are full, each a link to them', async () => {
  await app.open('/');
  await until(() => links().length === 3);
  expect(links()).toEqual([
    ['1 device silent', '/access-controllers?claim=silent'],
    ['1 device with a wrong clock', '/access-controllers?claim=drifting'],
    ['1 device nearly full', '/access-controllers?claim=memory_full'],
  ]);
});

test('counts each kind of trouble that the figure of doors counts', async () => {
  const none = { silent: 0, drifting: 0, memory_full: 0, waiting: 0 };
  app.answer('GET /devices/counts', { data: { ...none, never_heard: 2, memory_cleared: 1 } });
  await app.open('/');
  await until(() => links().length === 2);
  expect(links()).toEqual([
    ['1 device with a cleared memory', '/access-controllers?claim=memory_cleared'],
    ['2 devices not heard yet', '/access-controllers?claim=never_heard'],
  ]);
  app.passThrough('GET /devices/counts');
});

test('from a silent device on the dashboard to what to do in two clicks', async () => {
  await app.open('/');
  await click(await until(() => byRole('link', '1 device silent')));
  await click(await until(() => byRole('link', door.name, byRole('article', door.name))));
  await until(() => byRole('region', 'What to do'));
  expect(byRole('heading', door.name).tagName).toBe('H1');
});

test('names none where nothing is wrong, and none to those who may not see devices', async () => {
  app.answer('GET /devices/counts', { data: { silent: 0, drifting: 0, memory_full: 0, waiting: 0 } });
  await app.open('/');
  await untilText('Needs attention');
  await until(() => app.seen.some(({ key }) => key === 'GET /devices/counts'));
  expect(links()).toEqual([]);
  app.answer('GET /auth/user', {
    change: (user) => Object.assign({}, user, { features: ['attention', 'statistics'] }),
  });
  await app.open('/');
  await untilText('Needs attention');
  expect(app.seen.some(({ key }) => key === 'GET /devices/counts')).toBe(false);
});
