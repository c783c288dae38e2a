// An administrator's workday. Each round visits all screens and does one task; a cycle does every task once. After
// each cycle, what the page holds is counted on the idle dashboard.

import type { Driver } from './driver.ts';
import { createCounter, type PageCounts } from './pageCounts.ts';
import { markRecords, readRecords } from './tasks/attendance.ts';
import { cancelExports, exportRecords } from './tasks/exports.ts';
import { handleFailures, reauthenticate } from './tasks/failures.ts';
import { changeCompanies, discardDialogs } from './tasks/records.ts';
import { goBackAndForth, skimScreens, visitScreens } from './tasks/screens.ts';

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

export const roundsPerCycle = tasks.length;
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
