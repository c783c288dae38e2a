// Brings everything up, goes through the rounds, and prints a table of what clients saw.

import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childRun } from '../../tests/support/childRun.ts';
import { errorMessage } from '../../server/platform/log.ts';
import { row } from '../figures.ts';
import { Apps } from './apps.ts';
import { compareDeliveries, compareWrites, type Comparison } from './compare.ts';
import { Databases } from './databases.ts';
import { type Seen, startLoad } from './load.ts';
import { makeNetwork, ownAddress, removeNetwork } from './network.ts';
import { missing } from './needs.ts';
import { type RoundName, rounds, type Scene, someEvents } from './rounds.ts';
import { createWorld, type World } from './world.ts';

const isRound = (name: string): name is RoundName => Object.hasOwn(rounds, name);

export async function main(args: readonly string[]): Promise<number> {
  const names = args.length > 0 ? args : Object.keys(rounds);
  const unknown = names.find((name) => !isRound(name));
  const problem = unknown === undefined ? missing() : `Unknown round '${unknown}': ${Object.keys(rounds).join(', ')}`;
  if (problem !== undefined) {
    console.error(problem);
    return 2;
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'rollcall-failover-'));
  chmodSync(folder, 0o755);
  makeNetwork();
  const receiver = childRun(spawn(process.execPath, ['scripts/hr-receiver.mjs', '--port', '0', '--host', ownAddress]));
  let apps: Apps | undefined;
  try {
    const databases = new Databases(folder);
    apps = await Apps.install(folder);
    await databases.start();
    await apps.start();
    const hrOrigin = await receiver.found(/HR system listening at (\S+)/);
    const [first] = serversOf(apps);
    const world = await createWorld(first ?? '', `${hrOrigin}/attendance`);
    const problems = await tryRounds(names.filter(isRound), { databases, apps }, world);
    problems.push(...(await finalProblems({ databases, apps }, hrOrigin)));
    console.log(problems.length === 0 ? '\nNothing was lost or doubled.' : `\nProblems:\n  ${problems.join('\n  ')}`);
    if (problems.length > 0) console.log(`The machines' logs are in ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
    return problems.length === 0 ? 0 : 1;
  } catch (error) {
    console.error(`${errorMessage(error)}\nThe machines' logs are in ${folder}`);
    return 1;
  } finally {
    await receiver.kill('SIGKILL');
    removeNetwork();
    apps?.remove();
  }
}

const serversOf = ({ machines }: Apps) => machines.map(({ address }) => `http://${address}`);

async function tryRounds(names: readonly RoundName[], scene: Scene, world: World): Promise<string[]> {
  const problems: string[] = [];
  const titles = ['pause s', 'slowest s', '200', '409', '503', 'others', 'acknowledged', 'lost', 'doubled'];
  console.log(row('round', titles, 13));
  for (const name of names) {
    const found = await tryRound(name, scene, world);
    problems.push(...found.map((problem) => `${name}: ${problem}`));
  }
  return problems;
}

/** Returns the problems, and prints a row. */
async function tryRound(name: RoundName, { databases, apps }: Scene, world: World): Promise<string[]> {
  const problems: string[] = [];
  if (name.startsWith('pgbouncer')) await apps.goThroughPooler();
  await databases.whole();
  const load = startLoad(serversOf(apps), world);
  try {
    await load.goesOn(someEvents);
    await rounds[name]({ databases, apps }, load);
    await databases.whole();
  } catch (error) {
    problems.push(errorMessage(error));
  }
  const seen = await load.stop();
  const comparison = await compareWrites(databases, seen);
  console.log(row(name, figuresOf(seen, comparison), 13));
  const { lost, doubled } = comparison;
  return [...problems, ...new Set(seen.wrong), ...(lost + doubled > 0 ? [`${lost} lost, ${doubled} doubled`] : [])];
}

function figuresOf({ statuses, pauseMs, slowestMs, acknowledged }: Seen, { lost, doubled }: Comparison) {
  const expected = ['200', '409', '503'].map((status) => statuses.get(status) ?? 0);
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const others = sum(statuses.values()) - sum(expected);
  const times = [pauseMs, slowestMs].map((milliseconds) => (milliseconds / 1000).toFixed(1));
  return [...times, ...expected, others, acknowledged.size, lost, doubled];
}

async function finalProblems({ databases, apps }: Scene, hrOrigin: string): Promise<string[]> {
  const { accepted, repeated, lost, doubled } = await compareDeliveries(databases, hrOrigin);
  console.log(`\nThe HR system accepted ${accepted.length} records, and was sent ${repeated} of them again.`);
  const fault = await apps.auditFault();
  return [
    ...(lost + doubled > 0 || accepted.length === 0 ? [`HR: ${lost} lost, ${doubled} doubled`] : []),
    ...(fault === undefined ? [] : [`The audit: ${fault}`]),
  ];
}
