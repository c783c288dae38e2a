// The administrator's day, in rounds. Each goes through all screens and then to one task; after as many rounds
// as there are tasks, a turn, everything was done once, and what the page holds is counted.

import { type Census, createCensus } from './census.ts';
import type { Desk } from './desk.ts';
import { markRecords, readRecords } from './tasks/attendance.ts';
import { abandonExports, exportRecords } from './tasks/exports.ts';
import { abandonDialogs, changeCompanies } from './tasks/records.ts';
import { goBackAndForth, hurry, walk } from './tasks/screens.ts';
import { meetFailures, signInAgain } from './tasks/trouble.ts';

const tasks = [
  hurry,
  readRecords,
  changeCompanies,
  exportRecords,
  abandonDialogs,
  markRecords,
  abandonExports,
  meetFailures,
  goBackAndForth,
  signInAgain,
];

export const roundsOfTurn = tasks.length;
const workday = 8 * 60 * 60_000;

/** Each turn is counted at the same place: on the dashboard, where nothing is on its way any more. */
export async function work(
  desk: Desk,
  turns: number,
  tell: (turn: number, census: Census) => void = () => {},
): Promise<Census[]> {
  const { page, goTo, pass } = desk;
  const count = await createCensus(page);
  const counted: Census[] = [];
  let loads = 0;
  page.on('domcontentloaded', () => loads++);
  for (let turn = 1; turn <= turns; turn++) {
    for (const task of tasks) {
      await walk(desk);
      await task(desk);
      await goTo('Dashboard');
      await pass(workday / turns / tasks.length);
    }
    if (loads > 0) throw new Error('The page was loaded anew');
    const census = await count();
    counted.push(census);
    tell(turn, census);
  }
  return counted;
}
