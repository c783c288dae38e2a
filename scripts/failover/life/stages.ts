// The stages of the life other than failovers: the move, the months that pass, and the retired month.

import { variables } from '../configuration.ts';
import type { Load } from '../load.ts';
import { someEvents } from '../rounds.ts';
import { waitFor } from '../waitFor.ts';
import { deliverToday, type Life } from './installation.ts';

/** Makes the records from before the move old enough to be removed. */
const monthsBetween = 3;

/** More than retention would remove in one transaction, and more than `move` copies in one. */
export const manyEvents = 3_000;

/** Follows docs/operations.md: a first copy while the server runs, and a second one of the changes without it. */
export async function move({ apps, clock }: Life, load: Load): Promise<void> {
  const [first] = apps.machines;
  const command = `move --to '${variables('rollcall.env', first.name).DATABASE_URL}'`;
  await load.goesOn(manyEvents);
  await apps.command(first, command);
  await load.goesOn(someEvents);
  await load.withoutServers(async () => {
    await apps.stopRollcalls([first]);
    await apps.command(first, command);
    apps.extra = clock.variables();
    await apps.startRollcalls();
  });
  await load.goesOn(someEvents);
}

export async function letMonthsPass(life: Life): Promise<void> {
  const { apps, administrator, clock } = life;
  // The schedule looks back only a week.
  await deliverToday(life);
  await apps.stopRollcalls();
  clock.passMonths(monthsBetween);
  apps.extra = clock.variables();
  await apps.startRollcalls();
  await administrator.signInAgain();
}

/** Has a retention rule remove old records. */
export async function retire(life: Life, load: Load): Promise<void> {
  const { apps, databases, administrator, clock, oracle } = life;
  const [, second] = apps.machines;
  // No records lie between the change of the clocks and this month.
  const firstKept = `${clock.today().slice(0, 7)}-01 00:00:00`;
  await load.goesOn(someEvents);
  await administrator.call('PUT', '/privacy/rules', { rules: [{ data_class: 'attendance', keep_months: 1 }] });
  // Retention looks for new rules when a server starts, and every ten minutes.
  await apps.stopRollcalls([second]);
  await apps.startRollcalls([second]);
  await waitFor('the old records to go', 120, async () => {
    const [left] = await databases.query(`select count(*) from attendance where occurred_at < '${firstKept}'`);
    return left === '0' ? true : undefined;
  });
  if (oracle.forgetBefore(firstKept) === 0) throw new Error('There were no old records');
  await load.goesOn(someEvents);
}
