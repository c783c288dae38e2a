// Simulates thousands of days on which anything can fail at any step, reproducibly: the real plan, delivery and
// schedule on a real database, against the fake of an HR system. HR_SIMULATION_SEEDS=5000 makes it longer. A failure
// names its seed; HR_SIMULATION_SEED=<seed> repeats it.

import type { Db } from '../../../../server/platform/db/db.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectorOf, isConnectorKind } from '../../../../server/features/hr/connectors/connectors.ts';
import { createSqlite, openFresh } from '../../server/testDatabase.ts';
import type { FakeHr, FakeHrOptions } from '../fakeHr.ts';
import { expectAllDelivered, expectNothingInvented, recover } from './checks.ts';
import { type Fault, faults } from './faults.ts';
import { addRecords, changeHrSystem, configure, correct, moveClock } from './happenings.ts';
import { runProcesses } from './processes.ts';
import { berlin, createWorld, type SimulatedSystem } from './world.ts';

const daysPerSeed = 5;
const { HR_SIMULATION_SEED: onlySeed, HR_SIMULATION_SEEDS: seedCount = '400' } = process.env;
const seeds = onlySeed ? [Number(onlySeed)] : Array.from({ length: Number(seedCount) }, (_, index) => index + 1);

export const simulatedDays = seeds.length * daysPerSeed;
/** The longest that it may take on a busy machine. */
export const simulationTimeout = 600_000;

/** `furtherFaults` are those that only this system has. Throws at the first day that breaks a promise. */
export async function simulate(
  kind: string,
  createFake: (options: FakeHrOptions) => FakeHr,
  furtherFaults: readonly Fault[] = [],
): Promise<void> {
  const db = await openFresh(createSqlite);
  try {
    // Only processes die here, never the machine, so nothing needs to be synced to disk.
    await db.exec('pragma locking_mode = exclusive; pragma synchronous = off; pragma journal_mode = memory;');
    await db.run(
      sql`insert into settings (setting_key, setting_value, type)
        values ('business_timezone', ${berlin.zone}, 'string')`,
    );
    const system: SimulatedSystem = { kind, createFake, faults: [...faults, ...furtherFaults] };
    for (const seed of seeds) await simulateSeed(db, system, seed);
  } finally {
    await db.close();
  }
}

async function simulateSeed(db: Db, system: SimulatedSystem, seed: number): Promise<void> {
  if (!isConnectorKind(system.kind)) throw new Error(`There is no connector ${system.kind}`);
  try {
    await simulateDays(db, system, connectorOf(system.kind), seed);
  } catch (error) {
    throw new Error(`HR_SIMULATION_SEED=${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

async function simulateDays(db: Db, system: SimulatedSystem, connector: Connector, seed: number): Promise<void> {
  const world = await createWorld(db, system, seed, daysPerSeed);
  for (const day of world.days) {
    await configure(world, day);
    for (let step = world.chance.whole(2, 5); step > 0; step--) {
      await addRecords(world, day);
      await moveClock(world, day);
      changeHrSystem(world);
      await correct(world);
      await runProcesses(world, day);
      await expectNothingInvented(world, connector);
    }
  }
  await recover(world);
  await expectAllDelivered(world, connector);
  await db.run(sql`update companies set is_active = false where id = ${world.company.id}`);
}
