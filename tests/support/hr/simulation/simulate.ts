// Simulates thousands of days on which anything can fail at any step: the real plan, delivery and schedule on a real
// database, against a fake HR system. HR_SIMULATION_SEEDS=5000 runs longer. A failure names its seed, and
// HR_SIMULATION_SEED=<seed> repeats it.

import { expect } from 'vitest';
import { findHrConfig } from '../../../../server/features/hr/connection/connectionQueries.ts';
import type { Connector } from '../../../../server/features/hr/connectors/connector.ts';
import { connectorOf, isConnectorKind } from '../../../../server/features/hr/connectors/connectors.ts';
import { requeueFailed, waitingDays } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { loadHrDay } from '../../../../server/features/hr/plan/loadDay.ts';
import { planDay, plannedRecords } from '../../../../server/features/hr/plan/planDay.ts';
import { syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { type Db, one, sql } from '../../../../server/platform/db/db.ts';
import { dateOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { createSqlite, openFresh } from '../../server/testDatabase.ts';
import type { FakeHr, FakeHrOptions } from '../fakeHr.ts';
import {
  addRecords,
  cause,
  changeHrSystem,
  configure,
  correct,
  immortalProcess,
  moveClock,
  runProcesses,
} from './happenings.ts';
import { type Fault, faults } from './network.ts';
import { berlin, createWorld, type SimulatedSystem, type World } from './world.ts';

const daysPerSeed = 5;
const { HR_SIMULATION_SEED: onlySeed, HR_SIMULATION_SEEDS: seedCount = '400' } = process.env;
const seeds = onlySeed ? [Number(onlySeed)] : Array.from({ length: Number(seedCount) }, (_, index) => index + 1);

export const simulatedDays = seeds.length * daysPerSeed;
/** The longest that a simulation may take on a busy machine. */
export const simulationTimeout = 600_000;

/** Throws at the first day that breaks a promise. `furtherFaults` are faults that only this system has. */
export async function simulate(
  kind: string,
  createFake: (options: FakeHrOptions) => FakeHr,
  furtherFaults: readonly Fault[] = [],
): Promise<void> {
  const db = await openFresh(createSqlite);
  try {
    // Only processes die here, never the machine, so SQLite need not sync to disk.
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

// What must hold at all times, and what must hold once everything has recovered.

/**
 * Expects whatever is stored as accepted to be in the HR system and to stay accepted, and nothing to be there twice.
 */
async function expectNothingInvented(world: World, { takes }: Connector): Promise<void> {
  const { fake, known } = world;
  const deliveries = await storedDeliveries(world);
  const accepted = deliveries.filter(({ state }) => state === 'accepted');
  const entries = fake.entries();
  const starts = entries.map(startOfEntry);
  expect(starts.filter((start, index) => starts.indexOf(start) !== index)).toEqual([]);
  expect(entriesOf(accepted, takes).filter((entry) => !starts.includes(startOfEntry(entry)))).toEqual([]);
  if (takes === 'pair') {
    const sent = new Set(deliveries.map(entryOf));
    expect(entries.filter((entry) => !sent.has(entry))).toEqual([]);
  }
  const ids = new Set(accepted.map(({ id }) => id));
  expect([...known].filter((id) => !ids.has(id))).toEqual([]);
  for (const id of ids) known.add(id);
}

/** Lets the HR system recover and know everybody, and retries what failed. */
async function recover(world: World): Promise<void> {
  const { db, company, fake, people, time, days } = world;
  world.isHealthy = true;
  for (const person of people) fake.people.set(person.id, person);
  fake.renewKey();
  fake.closeUntil?.('');
  await time.moveTo(plusMinutes(dateOf(berlin.endOf(days.at(-1) ?? days[0])), 24 * 60));
  await db.tx((queries) => requeueFailed(queries, company.id, undefined, time.now()));
  // Twice: what one sync settles may let the next one pair the rest of the day before.
  for (let syncs = 2; syncs > 0; syncs--) {
    const all = [...new Set([...days, ...(await waitingDays(db, company.id))])];
    const result = await syncCompany(immortalProcess(world), company, { days: all, cause });
    expect(result).toMatchObject({ failed: 0, errors: [] });
  }
}

/** Expects the HR system to have exactly what the plan says, and the counts to add up. */
async function expectAllDelivered(world: World, { takes }: Connector): Promise<void> {
  const { db, company, fake } = world;
  const deliveries = await storedDeliveries(world);
  const accepted = deliveries.filter(({ state }) => state === 'accepted');
  // Set aside before it was known whether they had arrived, so they are not sent again.
  const doubtful = deliveries.filter((each) => each.state !== 'accepted' && each.is_unclear && each.is_set_aside);
  // Of two equal records, the first may have arrived and been set aside: its entry then stands for both.
  const expected = [...new Set(entriesOf(accepted, takes))];
  // An equal record may have been sent since.
  const tolerated = new Set(doubtful.map(entryOf).filter((entry) => !expected.includes(entry)));
  expect(fake.entries().filter((entry) => !tolerated.has(entry))).toEqual(expected);

  const carried = new Set(accepted.map(({ pair_start_id }) => pair_start_id));
  const alone = accepted.filter(({ id, pair_start_id }) => pair_start_id === null && !carried.has(id));
  if (takes === 'pair') expect(alone).toEqual([]);

  const counts = await countPlanned(world, new Set(accepted.map(({ id }) => id)));
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from attendance where company_id = ${company.id}`,
  );
  expect(counts).toEqual({ sent: accepted.length, send: 0, held: total - accepted.length });
}

async function countPlanned(world: World, accepted: ReadonlySet<number>) {
  const { db, company, time, days, fake, isSteady } = world;
  const { rules } = await findHrConfig(db, company.id);
  const counts = { sent: 0, send: 0, held: 0 };
  for (const day of days) {
    const plan = planDay(await loadHrDay(db, company.id, day, berlin, time.now()), rules);
    for (const { record, decision } of plannedRecords(plan)) {
      counts[decision.kind]++;
      expect([record.id, accepted.has(record.id)]).toEqual([record.id, decision.kind === 'sent']);
      expect(decision).not.toHaveProperty('reason', 'delivery_failed');
    }
    if (!isSteady) continue;
    const planned = plan.flatMap(({ pairs }) =>
      pairs.map(({ start, end }) => `${start.occurred_at} to ${end.occurred_at}`),
    );
    const entries = fake.entries().map((entry) => entry.split(' ').slice(2).join(' '));
    expect(planned.filter((pair) => !entries.includes(pair))).toEqual([]);
  }
  return counts;
}

// What the HR system has according to the database, in the form of a fake's entries.
interface StoredDelivery {
  id: number;
  state: 'waiting' | 'accepted' | 'failed';
  /** Whether it is unknown if its last request arrived. */
  is_unclear: boolean;
  is_set_aside: boolean;
  person_id: string;
  event_type: 'check-in' | 'check-out';
  at: string;
  pair_start_id: number | null;
  from: string | null;
  last_error: string;
}

async function storedDeliveries({ db, company, people }: World): Promise<StoredDelivery[]> {
  const rows = await db.all<Omit<StoredDelivery, 'person_id'> & { employee_id: string }>(
    sql`select attendance.id, state, was_sent and last_attempt_at is not null as is_unclear,
        attendance.set_aside_by is not null as is_set_aside, employees.employee_id, attendance.event_type,
        attendance.occurred_at as at, pair_start_id, pair_start.occurred_at as "from", last_error
      from hr_deliveries
        join attendance on attendance.id = attendance_id
        join employees on employees.id = attendance.employee_id
        left join attendance as pair_start on pair_start.id = pair_start_id
      where hr_deliveries.company_id = ${company.id} order by attendance.occurred_at, attendance.id`,
    ['is_unclear', 'is_set_aside'],
  );
  // People who have left the HR system are unmatched for a while.
  const ids = new Map(people.map(({ number, id }) => [number, id]));
  return rows.map(({ employee_id, ...row }) => ({ ...row, person_id: ids.get(employee_id) ?? '' }));
}

/** An entry without its end; the HR system can have only one for each start. */
const startOfEntry = (entry: string) => entry.split(' to ')[0] ?? '';

const entryOf = ({ person_id, event_type, at, from }: StoredDelivery): string =>
  from === null
    ? `${person_id} ${event_type === 'check-in' ? 'in' : 'out'} ${at}`
    : `${person_id} ${event_type === 'check-in' ? 'break' : 'work'} ${from} to ${at}`;

/** The entries of single records, or of pairs with the last end that counts. */
function entriesOf(deliveries: readonly StoredDelivery[], takes: 'event' | 'pair'): string[] {
  if (takes === 'event') return deliveries.map((delivery) => entryOf({ ...delivery, from: null })).sort();
  const carriers = deliveries.filter(({ pair_start_id }) => pair_start_id !== null);
  const pairs = [...Map.groupBy(carriers, ({ pair_start_id }) => pair_start_id).values()];
  return pairs
    .flatMap((ends) => ends.findLast(({ is_set_aside }) => !is_set_aside) ?? ends.at(-1) ?? [])
    .map(entryOf)
    .sort();
}
