// A page that is worked with for long ends with what it began with. `npm run soak -- console` does the same
// for a whole day.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { leaks } from '../../scripts/soak/console/census.ts';
import { work } from '../../scripts/soak/console/day.ts';
import { createClock, sitDown } from '../../scripts/soak/console/desk.ts';
import { prepareExports } from '../../scripts/soak/console/tasks/exports.ts';
import { expectedProblems } from '../../scripts/soak/console/tasks/trouble.ts';
import { createSite } from '../../server/http/staticSite.ts';
import { testBrowser } from '../support/browser.ts';
import { startServer, type TestServer } from '../support/server.ts';

const browser = testBrowser();
const clock = createClock();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ site: createSite(inject('site')), clock: clock.now });
  await prepareExports(server);
});
afterAll(() => server.stop());

test('no node, listener, worker, file or timer stays behind', async () => {
  for (const problem of expectedProblems) browser.expectProblem(problem);
  const page = await browser.open('about:blank', { timezoneId: 'UTC' });
  const counted = await work(await sitDown(page, server, clock), 3);
  expect(leaks(counted)).toEqual([]);
}, 240_000);
