// Soaks the console: an administrator's workday in a browser, on the real server with sample data. Each round visits
// all screens and does one task; a cycle does every task once. After each cycle, counts what the page holds on the idle
// dashboard.

import type { Browser } from 'playwright-core';
import { createSite } from '../../../server/platform/http/staticSite.ts';
import { startServer } from '../../../tests/support/server/server.ts';
import { megabytes, row } from '../../figures.ts';
import { createClock, type Driver, startDriver } from './driver.ts';
import { createCounter, findLeaks, growthOf, type PageCounts } from './pageCounts.ts';
import {
  cancelExports,
  changeCompanies,
  discardDialogs,
  expectedErrors,
  exportRecords,
  goBackAndForth,
  handleFailures,
  markRecords,
  prepareExports,
  readRecords,
  reauthenticate,
  skimScreens,
  visitScreens,
} from './tasks.ts';

/** Returns the problems found. */
export async function soakConsole(launch: () => Promise<Browser>, site: string, rounds: number): Promise<string[]> {
  const cycles = Math.max(3, Math.round(rounds / roundsPerCycle));
  const clock = createClock();
  const server = await startServer({ site: createSite(site), clock: clock.now });
  const browser = await launch();
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

const tasks = [
  skimScreens,
  readRecords,
  changeCompanies,
  exportRecords,
  discardDialogs,
  markRecords,
  cancelExports,
  handleFailures,
  goBackAndForth,
  reauthenticate,
];

const roundsPerCycle = tasks.length;
const workdayMs = 8 * 60 * 60_000;

export async function runWorkday(
  driver: Driver,
  cycles: number,
  onCycle: (cycle: number, counts: PageCounts) => void = () => {},
): Promise<PageCounts[]> {
  const { page, goTo, advance } = driver;
  const count = await createCounter(page);
  const counted: PageCounts[] = [];
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  for (let cycle = 1; cycle <= cycles; cycle++) {
    for (const task of tasks) {
      await visitScreens(driver);
      await task(driver);
      await goTo('Dashboard');
      await advance(workdayMs / cycles / tasks.length);
    }
    if (loads > 0) throw new Error('The page was reloaded');
    const counts = await count();
    counted.push(counts);
    onCycle(cycle, counts);
  }
  return counted;
}
