// The console's day in full: in a browser of its own, on the real server with sample data.

import { chromium } from 'playwright-core';
import { createSite } from '../../../server/http/staticSite.ts';
import { need } from '../../../tests/support/needs.ts';
import { startServer } from '../../../tests/support/server.ts';
import { megabytes, row } from '../table.ts';
import { type Census, growthOf, leaks } from './census.ts';
import { roundsOfTurn, work } from './day.ts';
import { createClock, sitDown } from './desk.ts';
import { prepareExports } from './tasks/exports.ts';
import { expectedProblems } from './tasks/trouble.ts';

/** Answers what was not as it should be. */
export async function soakConsole(site: string, rounds: number): Promise<string[]> {
  const turns = Math.max(3, Math.round(rounds / roundsOfTurn));
  const clock = createClock();
  const office = await startServer({ site: createSite(site), clock: clock.now });
  const browser = await chromium.launch({
    executablePath: need('chromium'),
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await prepareExports(office);
    const context = await browser.newContext({ reducedMotion: 'reduce', timezoneId: 'UTC' });
    const problems = new Set<string>();
    context.on('weberror', (error) => problems.add(String(error.error())));
    context.on('console', (message) => {
      const isExpected = expectedProblems.some((pattern) => pattern.test(message.text()));
      if (message.type() === 'error' && !isExpected) problems.add(message.text());
    });
    const page = await context.newPage();
    let navigations = 0;
    page.on('framenavigated', () => navigations++);
    const desk = await sitDown(page, office, clock);

    console.log(`The console's day: ${turns} turns of ${roundsOfTurn} rounds, in one page`);
    const counted = await work(desk, turns, (turn, census) => {
      if (turn === 1) console.log(row('after turn', ['navigations', ...Object.keys(census)]));
      console.log(row(String(turn), [navigations, ...shown(census)]));
    });
    const more = growthOf(counted);
    console.log(row('more every turn', ['', ...shown(more)]));
    return [...leaks(counted), ...problems];
  } finally {
    await browser.close();
    await office.stop();
  }
}

const shown = ({ heap, ...counts }: Census) => [megabytes(heap), ...Object.values(counts)];
