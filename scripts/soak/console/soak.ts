// Soaks the console: a workday in its own browser, on the real server with sample data.

import { chromium } from 'playwright-core';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { need } from '../../../tests/support/setup/needs.ts';
import { startServer } from '../../../tests/support/server/server.ts';
import { megabytes, row } from '../../figures.ts';
import { createClock, startDriver } from './driver.ts';
import { findLeaks, growthOf, type PageCounts } from './pageCounts.ts';
import { prepareExports } from './tasks/exports.ts';
import { expectedErrors } from './tasks/failures.ts';
import { roundsPerCycle, runWorkday } from './workday.ts';

/** Returns the problems found. */
export async function soakConsole(site: string, rounds: number): Promise<string[]> {
  const cycles = Math.max(3, Math.round(rounds / roundsPerCycle));
  const clock = createClock();
  const server = await startServer({ site: createSite(site), clock: clock.now });
  const browser = await chromium.launch({ executablePath: need('chromium'), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await prepareExports(server);
    const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC' });
    const problems = new Set<string>();
    context.on('weberror', (error) => problems.add(String(error.error())));
    context.on('console', (message) => {
      const isExpected = expectedErrors.some((pattern) => pattern.test(message.text()));
      if (message.type() === 'error' && !isExpected) problems.add(message.text());
    });
    const page = await context.newPage();
    let navigations = 0;
    page.on('framenavigated', () => navigations++);

    console.log(`Console: ${cycles} cycles of ${roundsPerCycle} rounds in one page`);
    const counts = await runWorkday(await startDriver(page, server, clock), cycles, (cycle, each) => {
      if (cycle === 1) console.log(row('after cycle', ['navigations', ...Object.keys(each)]));
      console.log(row(String(cycle), [navigations, ...cells(each)]));
    });
    console.log(row('growth per cycle', ['', ...cells(growthOf(counts))]));
    return [...findLeaks(counts), ...problems];
  } finally {
    await browser.close();
    await server.stop();
  }
}

const cells = ({ heap, ...counts }: PageCounts) => [megabytes(heap), ...Object.values(counts)];
