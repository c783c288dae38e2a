// Simulates thousands of days on which anything can fail at any step, reproducibly: the real plan, delivery and
// schedule on a real database, against a model of an HR system. HR_SIMULATION_SEEDS=5000 makes it longer. A failure
// names its seed; HR_SIMULATION_SEED=<seed> repeats it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Db, one } from '../../../server/db/db.ts';
import type { HrCompany } from '../../../server/hr/hrSystemQueries.ts';
import { saveHrConfig } from '../../../server/hr/configQueries.ts';
import { requeueFailed, waitingDays } from '../../../server/hr/delivery/deliveryQueries.ts';
import { loadHrDay } from '../../../server/hr/plan/loadDay.ts';
import { createChance, type Chance } from '../../../server/sample/random.ts';
import { join, sql } from '../../../server/db/sql.ts';
import { createBusinessTime, daysAfter } from '../../../server/time/businessTime.ts';
import { planDay, plannedRecords } from '../../../server/hr/plan/planDay.ts';
import type { HrRules } from '../../../server/hr/plan/types.ts';
import { dateOf, plusMinutes } from '../../../server/time/instants.ts';
import { instantAt } from '../../../server/time/wallClock.ts';
import { DomainError } from '../../../server/platform/domainErrors.ts';
import { syncCompany } from '../../../server/hr/syncCompany.ts';
import type { SyncTools } from '../../../server/hr/syncCompany.ts';
import { tick } from '../../../server/hr/schedule/scheduler.ts';
import { hrRules } from '../../../server/hr/plan/rules.ts';
import { createHrModel, type HrModel, letOthersRun } from '../../support/hrModel.ts';
import { crashable, Crashed } from '../../support/crashable.ts';
import { openFresh } from '../../support/openFresh.ts';
import { createSqlite } from '../../support/sqlite.ts';
import { testVault } from '../../support/server.ts';

const daysPerSeed = 5;
const { HR_SIMULATION_SEED: onlySeed, HR_SIMULATION_SEEDS: seedCount = '400' } = process.env;
const seeds = onlySeed ? [Number(onlySeed)] : Array.from({ length: Number(seedCount) }, (_, index) => index + 1);

const businessTime = createBusinessTime('Europe/Berlin');
const cause = { caller: null, requestId: 'simulation' };

let db: Db;

beforeAll(async () => {
  db = await openFresh(createSqlite);
  // Only processes die here, never the machine, so nothing needs to be synced to disk.
  await db.exec('pragma locking_mode = exclusive; pragma synchronous = off; pragma journal_mode = memory;');
  await db.run(
    sql`insert into settings (setting_key, setting_value, type) values ('business_timezone', ${businessTime.zone}, 'string')`,
  );
});
afterAll(() => db.close());

test(`${seeds.length * daysPerSeed} days: every record is delivered exactly once, and all counts add up`, async () => {
  for (const seed of seeds) {
    try {
      await simulate(seed);
    } catch (error) {
      throw new Error(`HR_SIMULATION_SEED=${seed}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
  }
}, 600_000);

interface World {
  readonly chance: Chance;
  readonly company: HrCompany;
  readonly controller: number;
  readonly employeeNumbers: readonly [string, ...string[]];
  readonly hr: HrModel;
  /** Keys that the database has had as accepted. */
  readonly known: Set<string>;
  readonly days: readonly [string, ...string[]];
  now: Date;
}

async function simulate(seed: number): Promise<void> {
  const world = await createWorld(seed);
  for (const day of world.days) {
    await configure(world);
    for (let step = world.chance.whole(2, 5); step > 0; step--) {
      await addRecords(world, day);
      moveClock(world, day);
      await runProcesses(world, day);
      await expectNothingInvented(world);
    }
  }
  await recover(world);
  await expectAllDelivered(world);
  await db.run(sql`update companies set is_active = false where id = ${world.company.id}`);
}

async function createWorld(seed: number): Promise<World> {
  const chance = createChance(seed);
  const first = daysAfter('2019-01-01', seed * 8);
  const company = await one<HrCompany>(
    db,
    sql`insert into companies (name, unique_identifier, crm_company_id, created_at)
      values ('Acme', ${`CMP-${seed}`}, '', '2019-01-01 00:00:00')
      returning id, name, unique_identifier, crm_company_id`,
  );
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${company.id}, 'hr_system', 'https://hr.example', '2019-01-01 00:00:00')`,
  );
  const controller = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${company.id}, 'Door', ${`ACU-${seed}`}, '2019-01-01 00:00:00') returning id`,
  );
  const employeeNumbers = ['001', '002', '003'] as const;
  const rows = employeeNumbers.map((number) => sql`(${company.id}, ${number}, ${number}, '2019-01-01 00:00:00')`);
  await db.run(sql`insert into employees (company_id, employee_id, name, created_at) values ${join(rows, ', ')}`);
  const later = Array.from({ length: daysPerSeed - 1 }, (_, index) => daysAfter(first, index + 1));
  const world: World = {
    chance,
    company,
    controller: controller.id,
    employeeNumbers,
    days: [first, ...later],
    known: new Set(),
    now: dateOf(businessTime.startOf(first)),
    hr: createHrModel(chance, (seconds) => {
      world.now = new Date(world.now.getTime() + seconds * 1000);
    }),
  };
  return world;
}

/** Sometimes changes the configuration. */
async function configure({ chance, company }: World): Promise<void> {
  if (chance.percent(50)) return;
  const rules: HrRules = hrRules({
    multiple_clock_out_mode: chance.pick(['first_last', 'all_records']),
    auto_detect_breaks: chance.percent(50),
    lunch_break_detection: chance.percent(70),
    sync_time_threshold_hour: chance.whole(0, 23),
  });
  await saveHrConfig(db, company.id, { rules, signingSecret: '' });
}

/** Adds records of today, late ones of earlier days, and some of unknown employees. */
async function addRecords({ chance, company, controller, employeeNumbers, days }: World, today: string): Promise<void> {
  const known = days.filter((day) => day <= today);
  const rows = Array.from({ length: chance.whole(0, 5) }, () => {
    const day = chance.percent(80) ? today : (known[chance.whole(0, known.length - 1)] ?? today);
    const code = chance.percent(95) ? chance.pick(employeeNumbers) : '999';
    const time = `${String(chance.whole(0, 23)).padStart(2, '0')}:${chance.pick(['00', '10', '40'])}`;
    const employee = sql`(select id from employees where company_id = ${company.id} and employee_id = ${code})`;
    const instant = instantAt(businessTime, day, time);
    const type = chance.pick(['check-in', 'check-out']);
    const eventId = chance.percent(10) ? `${chance.next()}` : null;
    return sql`(${company.id}, ${employee}, ${code}, ${controller}, ${eventId}, ${type}, ${instant}, ${instant})`;
  });
  if (rows.length === 0) return;
  await db.run(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
      event_type, occurred_at, created_at) values ${join(rows, ', ')} on conflict do nothing`,
  );
}

/** Moves the clock to some time of the day, or sometimes to a different day. */
function moveClock(world: World, day: string): void {
  const { chance } = world;
  const usual = plusMinutes(dateOf(businessTime.startOf(day)), chance.whole(0, 24 * 60 - 1));
  world.now = chance.percent(85) ? usual : plusMinutes(world.now, chance.whole(-300, 300));
}

/** Runs one or two processes at once; each may die at any statement. */
async function runProcesses(world: World, day: string): Promise<void> {
  const { chance, company, hr } = world;
  for (const number of world.employeeNumbers) {
    if (chance.percent(8)) hr.unknownEmployees.add(number);
    if (chance.percent(20)) hr.unknownEmployees.delete(number);
  }
  const count = chance.percent(30) ? 2 : 1;
  await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const tools = processOf(world);
      for (let count = index * chance.whole(0, 10); count > 0; count--) await letOthersRun(chance);
      try {
        if (chance.percent(25)) return await tick(tools, `worker ${index}`);
        const days = chance.percent(80) ? [day] : [...world.days];
        const result = await syncCompany(tools, company, { days, cause });
        const { success, failed, already_sent = 0, rejected_before = 0, held_back = 0, total } = result;
        expect(success + failed + already_sent + rejected_before + held_back).toBe(total);
        expect(result.errors.length === 0).toBe(failed === 0);
      } catch (error) {
        if (!(error instanceof Crashed || (error instanceof DomainError && error.reason === 'conflict'))) throw error;
      }
    }),
  );
}

function processOf(world: World, canCrash = true): SyncTools {
  const { chance, hr } = world;
  // Some die early, some late, most never; their clocks differ by some minutes.
  let statementsLeft = canCrash && chance.percent(40) ? chance.whole(0, 40) : Infinity;
  const skew = canCrash && chance.percent(15) ? chance.whole(-4, 4) : 0;
  return {
    db: canCrash ? crashable(db, () => statementsLeft-- <= 0) : db,
    clock: () => plusMinutes(world.now, skew),
    chance: chance.next,
    safeRequest: hr.request,
    vault: testVault,
    wait: async () => {},
    batchSize: 3,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  };
}

/** Every record stored as accepted is in the HR system, stays accepted, and was accepted only once. */
async function expectNothingInvented({ company, hr, known }: World): Promise<void> {
  const stored = await db.all<{ key: string }>(
    sql`select idempotency_key as key from hr_deliveries
      where company_id = ${company.id} and state = 'accepted'`,
  );
  const keys = new Set(stored.map(({ key }) => key));
  expect([...keys].filter((key) => !hr.accepted.has(key))).toEqual([]);
  expect([...known].filter((key) => !keys.has(key))).toEqual([]);
  for (const key of keys) known.add(key);
  expect(new Set(hr.accepted.values()).size).toBe(hr.accepted.size);
}

/** The HR system recovers, knows every employee, and the failed records are retried. */
async function recover(world: World): Promise<void> {
  const { company, hr, days } = world;
  hr.isHealthy = true;
  hr.unknownEmployees.clear();
  world.now = plusMinutes(dateOf(businessTime.endOf(days.at(-1) ?? days[0])), 24 * 60);
  await requeueFailed(db, company.id, undefined, world.now);
  const all = [...new Set([...days, ...(await waitingDays(db, company.id))])];
  const result = await syncCompany(processOf(world, false), company, { days: all, cause });
  expect(result).toMatchObject({ failed: 0, errors: [] });
}

async function expectAllDelivered({ company, hr, days, now }: World): Promise<void> {
  const rules = await one<{ config: string }>(
    db,
    sql`select coalesce(max(config), '{}') as config from hr_sync_configs where company_id = ${company.id}`,
  );
  const queued = await db.all<{ id: number; key: string }>(
    sql`select attendance_id as id, idempotency_key as key from hr_deliveries where company_id = ${company.id}`,
  );
  const keys = new Map(queued.map(({ id, key }) => [id, key]));
  const counts = { sent: 0, send: 0, held: 0 };
  for (const day of days) {
    const plan = planDay(await loadHrDay(db, company.id, day, businessTime, now), hrRules(JSON.parse(rules.config)));
    for (const { record, decision } of plannedRecords(plan)) {
      counts[decision.kind]++;
      const key = keys.get(record.id) ?? 'none';
      expect([key, hr.accepted.has(key)]).toEqual([key, decision.kind === 'sent']);
      expect(decision).not.toHaveProperty('reason', 'delivery_failed');
    }
  }
  const { total } = await one<{ total: number }>(
    db,
    sql`select count(*) as total from attendance where company_id = ${company.id}`,
  );
  expect(counts).toEqual({ sent: hr.accepted.size, send: 0, held: total - hr.accepted.size });
}
