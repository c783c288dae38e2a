// The processes of the simulation: each is the real sync or schedule, and may die at any statement.

import { expect } from 'vitest';
import { requeueFailed } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import type { HrCompany } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { syncCompany, type SyncTools } from '../../../../server/features/hr/syncCompany.ts';
import { DomainError } from '../../../../server/platform/records/domainErrors.ts';
import { plusMinutes } from '../../../../server/platform/time/instants.ts';
import { crashable, Crashed } from '../../server/statements.ts';
import { testVault } from '../../server/server.ts';
import { letOthersRun } from './faults.ts';
import type { World } from './world.ts';

export const cause = { caller: null, requestId: 'simulation' };

/** Runs one or two at once, sometimes after a click on Retry. */
export async function runProcesses(world: World, day: string): Promise<void> {
  const { db, chance, company, time, days } = world;
  if (chance.percent(15)) await requeueFailed(db, company.id, undefined, time.now());
  const count = chance.percent(30) ? 2 : 1;
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const tools = mortalProcess(world);
      for (let steps = index * chance.whole(0, 10); steps > 0; steps--) await letOthersRun(chance);
      // Some people click again at once.
      for (let runs = chance.percent(30) ? 2 : 1; runs > 0; runs--) {
        await orConflict(
          chance.percent(25)
            ? tick(tools, `worker ${index}`)
            : syncAndCount(tools, company, chance.percent(80) ? [day] : days),
        );
      }
    }),
  );
}

async function syncAndCount(tools: SyncTools, company: HrCompany, days: readonly string[]): Promise<void> {
  const result = await syncCompany(tools, company, { days, cause });
  const { success, failed, already_sent = 0, rejected_before = 0, held_back = 0, total } = result;
  expect(success + failed + already_sent + rejected_before + held_back).toBe(total);
  const ofRecords = result.errors.filter((error) => !error.includes('was not told until when'));
  expect(ofRecords.length === 0).toBe(failed === 0);
}

/** A process may die, or find that another one syncs the company. */
async function orConflict(run: Promise<void>): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (!(error instanceof Crashed || (error instanceof DomainError && error.reason === 'conflict'))) throw error;
  }
}

/** Some die early, some late, most never; their clocks differ by some minutes. */
function mortalProcess(world: World): SyncTools {
  const { db, chance, time } = world;
  let statementsLeft = chance.percent(40) ? chance.whole(0, 40) : Infinity;
  const skew = chance.percent(15) ? chance.whole(-2, 2) : 0;
  return {
    ...immortalProcess(world),
    db: crashable(db, () => statementsLeft-- <= 0),
    clock: () => plusMinutes(time.now(), skew),
  };
}

export function immortalProcess({ db, chance, time, request }: World): SyncTools {
  return {
    db,
    clock: time.now,
    chance: chance.next,
    safeRequest: request,
    vault: testVault,
    wait: (milliseconds) => time.pass(milliseconds / 1000),
    batchSize: 3,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
}
