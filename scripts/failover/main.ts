// Starts everything, tries the rounds or a whole life, and reports what was lost or doubled.

import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { childRun } from '../../tests/support/server/installation.ts';
import { errorMessage } from '../../server/platform/log/log.ts';
import { Administrator } from './administrator.ts';
import { Apps, serverOf } from './apps.ts';
import { verifyAudit } from './audit.ts';
import { compareDeliveries } from './compare.ts';
import { Databases } from './databases.ts';
import { live } from './life/life.ts';
import { makeNetwork, ownAddress, removeNetwork } from './network.ts';
import { missing } from './needs.ts';
import { Oracle } from './oracle.ts';
import { recordsOfCluster } from './records.ts';
import { type RoundName, rounds, type Scene, tryFailover } from './rounds.ts';
import { printTitles } from './tryRound.ts';
import { createWorld } from './world.ts';

const isRound = (name: string): name is RoundName => Object.hasOwn(rounds, name);

export async function main(args: readonly string[]): Promise<number> {
  const names = args.length > 0 ? args : Object.keys(rounds);
  const isLife = args.length === 1 && args[0] === 'life';
  const unknown = isLife ? undefined : names.find((name) => !isRound(name));
  const problem =
    unknown === undefined
      ? missing()
      : `Unknown round '${unknown}': ${Object.keys(rounds).join(', ')}, or life by itself`;
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
    const hrOrigin = await receiver.found(/HR system listening at (\S+)/);
    const scene = { databases, apps };
    const problems = isLife ? await live(scene, hrOrigin) : await tryRounds(names.filter(isRound), scene, hrOrigin);
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

async function tryRounds(names: readonly RoundName[], scene: Scene, hrOrigin: string): Promise<string[]> {
  const { databases, apps } = scene;
  await apps.start();
  const administrator = await Administrator.signIn(serverOf(apps.machines[0]));
  const world = await createWorld(administrator, `${hrOrigin}/attendance`, () => new Date());
  const oracle = new Oracle();
  const servers = apps.machines.map(({ address }) => `http://${address}`);
  const tried = { servers, world, oracle, records: () => recordsOfCluster(databases) };
  const problems: string[] = [];
  printTitles();
  for (const name of names) {
    if (name.startsWith('pgbouncer')) await apps.goThroughPooler();
    problems.push(...(await tryFailover(name, scene, tried)));
  }
  const { accepted, repeated, lost, doubled } = await compareDeliveries(databases, hrOrigin);
  console.log(`\nThe HR system accepted ${accepted.length} records, and was sent ${repeated} of them again.`);
  if (lost + doubled > 0 || accepted.length === 0) problems.push(`HR: ${lost} lost, ${doubled} doubled`);
  const audit = await verifyAudit(apps);
  return typeof audit === 'string' ? [...problems, audit] : problems;
}
