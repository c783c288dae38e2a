// Failures that the rehearsal causes while writers write. Each round starts and ends with all machines working, reports
// what clients saw, and compares the database with the oracle.

import { statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorMessage } from '../../server/platform/log/log.ts';
import { row } from '../figures.ts';
import type { Apps } from './apps.ts';
import { believesItIsPrimary, type Databases } from './databases.ts';
import { type Load, type Seen, startLoad } from './load.ts';
import { type Comparison, type Oracle, problemsIn } from './oracle.ts';
import type { StoredRecord } from './stored.ts';
import { waitFor } from './waitFor.ts';
import type { World } from './world.ts';

export interface Scene {
  readonly databases: Databases;
  readonly apps: Apps;
}

type Round = (scene: Scene, load: Load) => Promise<void>;

/** Enough acknowledged events to be sure that both processes work. */
export const someEvents = 300;

const killedPostgres: Round = async ({ databases }, load) => {
  (await databases.primary()).killProgram('postgres');
  await load.goesOn(someEvents);
};

const killed =
  (role: 'primary' | 'synchronousStandby'): Round =>
  async ({ databases }, load) => {
    const machine = await databases[role]();
    machine.kill();
    await load.goesOn(someEvents);
    machine.start();
  };

const frozen: Round = async ({ databases }, load) => {
  const machine = await databases.primary();
  machine.freeze();
  await load.goesOn(someEvents);
  machine.thaw();
};

const partitioned: Round = async ({ databases }, load) => {
  const machine = await databases.primary();
  machine.unplug();
  await load.goesOn(someEvents);
  const hasGivenUp = async () => !(await believesItIsPrimary(machine));
  await waitFor(`${machine.name}, cut off, to give up its role`, 60, hasGivenUp);
  machine.plug();
};

/** An interrupted pg_rewind leaves an unusable data directory, so the machine has to copy the primary's. */
const interruptedRewind: Round = async ({ databases }, load) => {
  const machine = await databases.primary();
  machine.kill();
  await load.goesOn(someEvents);
  machine.start();
  // pg_rewind empties files before it fills them.
  const settings = path.join(machine.folderAt('/var/lib/postgresql'), 'rollcall/pg_hba.conf');
  await waitFor('pg_rewind to write', 90, async () => statSync(settings).size === 0, 2);
  machine.killProgram('pg_rewind');
};

const promoted: Round = async ({ databases }, load) => {
  await databases.promote(await databases.synchronousStandby());
  await load.goesOn(someEvents);
};

/** A killed primary returns as a standby, and then becomes the primary again. */
const rejoined: Round = async ({ databases }, load) => {
  const machine = await databases.primary();
  machine.kill();
  await load.goesOn(someEvents);
  machine.start();
  await databases.whole();
  while ((await databases.synchronousStandby()) !== machine) {
    // Stops the other standby, so that Patroni chooses this one.
    const other = await databases.synchronousStandby();
    other.kill();
    await wait(25_000);
    other.start();
    await databases.whole();
  }
  await databases.promote(machine);
  await load.goesOn(someEvents);
};

export const rounds = {
  'killed postgres': killedPostgres,
  'killed machine': killed('primary'),
  'killed standby': killed('synchronousStandby'),
  'interrupted rewind': interruptedRewind,
  frozen,
  partitioned,
  promoted,
  rejoined,
  'pgbouncer: killed machine': killed('primary'),
  'pgbouncer: frozen': frozen,
} satisfies Record<string, Round>;

export type RoundName = keyof typeof rounds;

export async function tryFailover(name: RoundName, scene: Scene, tried: Tried): Promise<string[]> {
  const { databases } = scene;
  await databases.whole();
  return tryRound(name, tried, async (load) => {
    await load.goesOn(someEvents);
    await rounds[name](scene, load);
    await databases.whole();
  });
}

interface Tried {
  readonly servers: readonly string[];
  readonly world: World;
  readonly oracle: Oracle;
  readonly records: () => Promise<StoredRecord[]>;
}

const width = 13;

export function printTitles(): void {
  const counts = ['200', '409', '503', 'others', 'acknowledged', 'lost', 'doubled', 'different'];
  console.log(row('round', ['pause s', 'slowest s', ...counts], width));
}

/** Returns the problems, and prints a row. */
export async function tryRound(
  name: string,
  { servers, world, oracle, records }: Tried,
  round: (load: Load) => Promise<void>,
): Promise<string[]> {
  const problems: string[] = [];
  const load = startLoad(servers, world);
  await round(load).catch((error: unknown) => problems.push(errorMessage(error)));
  const seen = await load.stop();
  oracle.learn(seen);
  const comparison = oracle.compareRecords(await records());
  console.log(row(name, figuresOf(seen, comparison), width));
  return [...problems, ...new Set(seen.wrong), ...problemsIn('Records', comparison)].map((each) => `${name}: ${each}`);
}

function figuresOf({ statuses, pauseMs, slowestMs, acknowledged }: Seen, { lost, doubled, different }: Comparison) {
  const expected = ['200', '409', '503'].map((status) => statuses.get(status) ?? 0);
  const sum = (counts: Iterable<number>) => [...counts].reduce((total, count) => total + count, 0);
  const others = sum(statuses.values()) - sum(expected);
  const times = [pauseMs, slowestMs].map((milliseconds) => (milliseconds / 1000).toFixed(1));
  return [...times, ...expected, others, acknowledged.size, lost, doubled, different];
}
