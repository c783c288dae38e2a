// The life of one installation: it starts with the data of a released version, moves from SQLite to the cluster,
// survives three failovers, and removes an old month by a retention rule, while writers write. In the end it must
// contain what the oracle says.

import { verifyAudit } from '../audit.ts';
import { acceptedEvent, received } from '../compare.ts';
import { problemsIn } from '../oracle.ts';
import { recordsOfCluster, recordsOfFile } from '../records.ts';
import { type Scene, tryFailover } from '../rounds.ts';
import { printTitles, tryRound } from '../tryRound.ts';
import { deliverToday, type Life, upgrade } from './installation.ts';
import { facts, placeRelease } from './release.ts';
import { letMonthsPass, manyEvents, move, retire } from './stages.ts';

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
