// What happens to the machines, one round after the other. Each round begins with all machines at work, and ends so.

import { setTimeout as wait } from 'node:timers/promises';
import type { Apps } from './apps.ts';
import { believesItIsPrimary, type Databases } from './databases.ts';
import type { Load } from './load.ts';
import { waitFor } from './waitFor.ts';

export interface Scene {
  readonly databases: Databases;
  readonly apps: Apps;
}

type Round = (scene: Scene, load: Load) => Promise<void>;

/** Enough to tell that both processes work again. */
export const someEvents = 300;

const killedPostgres: Round = async ({ databases }, load) => {
  (await databases.primary()).killPostgres();
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
  await waitFor(`${machine.name}, cut off, to give up its role`, 60, async () =>
    (await believesItIsPrimary(machine)) ? undefined : true,
  );
  machine.plug();
};

const promoted: Round = async ({ databases }, load) => {
  await databases.promote(await databases.synchronousStandby());
  await load.goesOn(someEvents);
};

/** The machine that was the primary comes back as a standby, and becomes the primary again. */
const rejoined: Round = async ({ databases }, load) => {
  const machine = await databases.primary();
  machine.kill();
  await load.goesOn(someEvents);
  machine.start();
  await databases.whole();
  while ((await databases.synchronousStandby()) !== machine) {
    // The standby that is not asked for makes room.
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
  frozen,
  partitioned,
  promoted,
  rejoined,
  'pgbouncer: killed machine': killed('primary'),
  'pgbouncer: frozen': frozen,
} satisfies Record<string, Round>;

export type RoundName = keyof typeof rounds;
