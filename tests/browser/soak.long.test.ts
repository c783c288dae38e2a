// A short `npm run soak -- console`: a lot of work in one page leaks nothing.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createClock, startDriver } from '../../scripts/soak/console/driver.ts';
import { findLeaks } from '../../scripts/soak/console/pageCounts.ts';
import { runWorkday } from '../../scripts/soak/console/soak.ts';
import { expectedErrors, prepareExports } from '../../scripts/soak/console/tasks.ts';
import { createSite } from '../../server/platform/http/staticSite.ts';
import { testBrowser } from '../support/browser/browser.ts';
import { startServer, type TestServer } from '../support/server/server.ts';

const browser = testBrowser({ separate: true });
const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')), clock: clock.now });
  await prepareExports(server);
});
afterAll(() => server.stop());

test('leaks no node, listener, worker, file or timer', async () => {
  for (const error of expectedErrors) browser.expectProblem(error);
  const page = await browser.open('about:blank', { timezoneId: 'UTC' });
  const counts = await runWorkday(await startDriver(page, server, clock), 3);
  expect(findLeaks(counts)).toEqual([]);
}, 600_000);
