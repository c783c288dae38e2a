// The life of an installation: it starts with a released version's data, moves from SQLite to the cluster, survives
// three failovers, and removes an old month by a retention rule, all while writers write. In the end, it must contain
// what the oracle says.

import { variables } from '../configuration.ts';
import type { Load } from '../load.ts';
import { problemsIn } from '../oracle.ts';
import { printTitles, type Scene, someEvents, tryFailover, tryRound } from '../rounds.ts';
import { acceptedEvent, received, recordsOfCluster, recordsOfFile, verifyAudit } from '../stored.ts';
import { waitFor } from '../waitFor.ts';
import { deliverToday, facts, type Life, placeRelease, upgrade } from './installation.ts';

const failovers = ['killed machine', 'frozen', 'promoted'] as const;

/** Returns the problems. */
export async function live(scene: Scene, hrOrigin: string): Promise<string[]> {
  const { apps, databases } = scene;
  const file = placeRelease(apps.dataFolder(apps.machines[0]));
  const life = await upgrade(scene, file, `${hrOrigin}/attendance`);
  const { world, oracle } = life;
  // The HR system fails often and loses answers, so that records have to be sent again.
  await fetch(`${hrOrigin}/behave`, { method: 'POST', body: JSON.stringify({ how: 'flaky:20' }) });
  const servers = apps.machines.map(({ address }) => `http://${address}`);
  const tried = { servers, world, oracle, records: () => recordsOfCluster(databases) };
  const triedOnFile = { ...tried, records: async () => recordsOfFile(file) };
  printTitles();
  const problems = await tryRound('upgraded', triedOnFile, (load) => load.goesOn(manyEvents));
  problems.push(...(await tryRound('moved', tried, (load) => move(life, load))));
  await letMonthsPass(life);
  for (const name of failovers) problems.push(...(await tryFailover(name, scene, tried)));
  problems.push(...(await tryRound('retired', tried, (load) => retire(life, load))));
  return [...problems, ...(await finalProblems(life, hrOrigin))];
}

async function finalProblems(life: Life, hrOrigin: string): Promise<string[]> {
  const { apps, databases, administrator, oracle } = life;
  await deliverToday(life);
  const { accepted, repeated } = await received(hrOrigin);
  const entries = await verifyAudit(apps, facts.audit.head);
  const required = oracle.audited + administrator.changes;
  const records = await recordsOfCluster(databases);
  console.log(`\nThe HR system accepted ${accepted.length} records, and was sent ${repeated} of them again.`);
  console.log(`${records.length} records are left. The audit has ${entries} entries; ${required} were promised.`);

  const problems = problemsIn('Deliveries', oracle.compareDeliveries(accepted.map(acceptedEvent)));
  const ids = new Set(accepted.map(({ id }) => id));
  if (!facts.sent['00103'].every((id) => ids.has(id))) problems.push('What the release had queued has another key now');
  if (typeof entries === 'string') problems.push(entries);
  else if (entries < required) problems.push(`The audit has ${entries} entries, and ${required} were promised`);
  return problems;
}

/** Makes the records from before the move old enough to be removed. */
const monthsBetween = 3;

/** More than retention would remove in one transaction, and more than `move` copies in one. */
const manyEvents = 3_000;

/** Follows docs/postgresql.md: copies while the server runs, then stops it and copies what has changed since. */
async function move({ apps, clock }: Life, load: Load): Promise<void> {
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

async function letMonthsPass(life: Life): Promise<void> {
  const { apps, administrator, clock } = life;
  // The schedule only looks back a week.
  await deliverToday(life);
  await apps.stopRollcalls();
  clock.passMonths(monthsBetween);
  apps.extra = clock.variables();
  await apps.startRollcalls();
  await administrator.signInAgain();
}

/** Makes a retention rule remove old records. */
async function retire(life: Life, load: Load): Promise<void> {
  const { apps, databases, administrator, clock, oracle } = life;
  const [, second] = apps.machines;
  // There are no records between the change of the clocks and this month.
  const firstKept = `${clock.today().slice(0, 7)}-01 00:00:00`;
  await load.goesOn(someEvents);
  await administrator.call('PUT', '/privacy/rules', { rules: [{ data_class: 'attendance', keep_months: 1 }] });
  // Retention looks for new rules when a server starts, and every ten minutes.
  await apps.stopRollcalls([second]);
  await apps.startRollcalls([second]);
  await waitFor('the old records to go', 120, async () => {
    const [left] = await databases.query(`select count(*) from attendance where occurred_at < '${firstKept}'`);
    return left === '0';
  });
  if (oracle.forgetBefore(firstKept) === 0) throw new Error('There were no old records');
  await load.goesOn(someEvents);
}
