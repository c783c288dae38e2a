// Starts everything, tries the rounds or a whole life, and reports what was lost or duplicated.

import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { errorMessage } from '../../server/platform/log/log.ts';
import { childRun } from '../../tests/support/server/installation.ts';
import { Apps, serverOf } from './apps.ts';
import { Databases } from './databases.ts';
import { live } from './life/life.ts';
import { makeNetwork, ownAddress, removeNetwork } from './machine.ts';
import { Oracle } from './oracle.ts';
import { printTitles, type RoundName, rounds, type Scene, tryFailover } from './rounds.ts';
import { compareDeliveries, recordsOfCluster, verifyAudit } from './stored.ts';
import { Administrator, createWorld } from './world.ts';

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

/** Debian packages that the rehearsal needs, each with a file that it installs. */
const files = {
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  patroni: '/usr/bin/patroni',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'nginx-light': '/usr/sbin/nginx',
  iproute2: '/usr/sbin/ip',
};

/** Returns why it cannot run here, and how to install what is missing; undefined if it can. Installs nothing itself. */
function missing(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'It creates network namespaces: run it as root, on Linux.';
  const packages = Object.entries(files)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
  if (packages.length > 0)
    return [
      `These Debian packages are missing: ${packages.join(', ')}. Debian starts some of them once they are installed.`,
      'To prevent that on a machine that is only for the rehearsal, run the first line before the second:',
      "  printf '#!/bin/sh\\nexit 101\\n' > /usr/sbin/policy-rc.d && chmod +x /usr/sbin/policy-rc.d",
      `  apt-get install -y --no-install-recommends ${packages.join(' ')}`,
    ].join('\n');
  const probe = spawnSync('unshare', ['--net', '--mount', 'true'], { encoding: 'utf8' });
  if (probe.status !== 0) return `Network namespaces are not permitted here: ${probe.stderr.trim()}`;
  return undefined;
}
