// The events of a simulated day: at the company, in its HR system, and in the processes that sync them.

import { expect } from 'vitest';
import { type HrCompany, hrRules, saveHrConfig } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { requeueFailed } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { withdrawUnsent } from '../../../../server/features/hr/delivery/withdrawals.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { join, sql } from '../../../../server/platform/db/db.ts';
import { DomainError } from '../../../../server/platform/domainErrors.ts';
import { dateOf, instantAt, instantOf, plusMinutes } from '../../../../server/platform/time/clock.ts';
import { testVault } from '../../server/server.ts';
import { Crashed, crashable } from '../../server/statements.ts';
import { letOthersRun } from './network.ts';
import { berlin, type World } from './world.ts';

/** Sometimes changes the configuration. */
export async function configure({ db, chance, company, days, isSteady }: World, day: string): Promise<void> {
  if (isSteady ? day !== days[0] : chance.percent(50)) return;
  const rules = hrRules({
    multiple_clock_out_mode: chance.pick(['first_last', 'all_records']),
    auto_detect_breaks: chance.percent(50),
    lunch_break_detection: chance.percent(70),
    sync_time_threshold_hour: chance.whole(0, 23),
  });
  await saveHrConfig(db, company.id, { rules, signingSecret: '' });
}

interface Punch {
  readonly code: string;
  readonly type: 'check-in' | 'check-out';
  readonly at: string;
}

/** Adds records of today and late ones of earlier days: shifts, some of them over midnight, and single punches. */
export async function addRecords(world: World, today: string): Promise<void> {
  const { db, chance, company, controller, days } = world;
  const end = berlin.endOf(days.at(-1) ?? today);
  const punches = Array.from({ length: chance.whole(0, 3) }, () => {
    const day = chance.percent(80) ? today : (days[chance.whole(0, days.indexOf(today))] ?? today);
    return chance.percent(50) ? shiftOn(world, day) : [punchOn(world, day)];
  }).flat();
  const rows = punches
    .filter(({ at }) => at < end)
    .map(({ code, type, at }) => {
      const employee = sql`(select id from employees where company_id = ${company.id} and employee_id = ${code})`;
      const eventId = chance.percent(10) ? `${chance.next()}` : null;
      return sql`(${company.id}, ${employee}, ${code}, ${controller}, ${eventId}, ${type}, ${at}, ${at})`;
    });
  if (rows.length === 0) return;
  await db.run(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_id,
      event_type, occurred_at, created_at) values ${join(rows, ', ')} on conflict do nothing`,
  );
}

function punchOn({ chance, people }: World, day: string): Punch {
  const time = `${String(chance.whole(0, 23)).padStart(2, '0')}:${chance.pick(['00', '10', '40'])}`;
  const code = chance.percent(95) ? chance.pick(people).number : '999';
  return { code, type: chance.pick(['check-in', 'check-out']), at: instantAt(berlin, day, time) };
}

/** A shift that ends with up to three check-outs, or with none. */
function shiftOn(world: World, day: string): Punch[] {
  const { chance } = world;
  const start: Punch = { ...punchOn(world, day), type: 'check-in' };
  const minutes = [...Array.from({ length: chance.whole(0, 3) }, () => 10 * chance.whole(1, 70))].sort((a, b) => a - b);
  const outs = minutes.map((each) => instantOf(plusMinutes(dateOf(start.at), each)));
  return [start, ...outs.map((at) => ({ ...start, type: 'check-out' as const, at }))];
}

/** Sometimes sets a record aside, whether or not it was sent. */
export async function correct({ db, chance, company, time, isSteady }: World): Promise<void> {
  if (isSteady || chance.percent(85)) return;
  const records = await db.all<{ id: number }>(
    sql`select id from attendance where company_id = ${company.id} and set_aside_by is null and employee_id is not null
      order by id`,
  );
  const record = records[chance.whole(0, records.length - 1)];
  if (record === undefined) return;
  const { id } = record;
  const now = instantOf(time.now());
  await db.tx(async (queries) => {
    await queries.run(
      sql`insert into corrections (company_id, employee_id, employee_code, day, kind, event_type, occurred_at,
          attendance_id, reason, state, author, created_at)
        select company_id, employee_id, employee_code, '2019-01-01', 'set_aside', event_type, occurred_at, id,
          'The door was open', 'applied', 'Anna', ${now} from attendance where id = ${id}`,
    );
    await queries.run(
      sql`update attendance set set_aside_by = (select max(id) from corrections where attendance_id = ${id})
        where id = ${id}`,
    );
    await withdrawUnsent(queries, [id]);
  });
}

/** Lets people leave and return, closes and reopens periods, and renews expired credentials. */
export function changeHrSystem({ chance, fake, people, days }: World): void {
  for (const person of people) {
    if (chance.percent(4)) fake.people.delete(person.id);
    if (chance.percent(4)) fake.people.set(person.id, { ...person, is_active: false });
    if (chance.percent(20)) fake.people.set(person.id, person);
  }
  if (chance.percent(8)) fake.closeUntil?.(chance.pick(days));
  if (chance.percent(30)) fake.closeUntil?.('');
  if (chance.percent(40)) fake.renewKey();
}

/** Usually moves to some time of the day, sometimes to a different day; or lets only a little time pass. */
export async function moveClock({ chance, time }: World, day: string): Promise<void> {
  if (chance.percent(20)) return time.pass(chance.whole(0, 60));
  if (chance.percent(10)) return time.pass(chance.whole(60, 600));
  const usual = plusMinutes(dateOf(berlin.startOf(day)), chance.whole(0, 24 * 60 - 1));
  await time.moveTo(chance.percent(80) ? usual : plusMinutes(time.now(), chance.whole(-300, 300)));
}

// The processes: each runs the real sync or schedule, and may die at any statement.

export const cause = { caller: null, requestId: 'simulation' };

/** Runs one or two processes at once, sometimes after a click on Retry. */
export async function runProcesses(world: World, day: string): Promise<void> {
  const { db, chance, company, time, days } = world;
  if (chance.percent(15)) await db.tx((queries) => requeueFailed(queries, company.id, undefined, time.now()));
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
  const ofRecords = result.errors.filter((error) => !error.includes('could not be told up to when'));
  if (failed > 0) expect(ofRecords).not.toEqual([]);
  // If people could never be read, no record was tried, and the only error says why.
  else expect(ofRecords.length).toBeLessThanOrEqual(success === 0 ? 1 : 0);
}

/** Allows a process to die, or to find that another one is syncing the company. */
async function orConflict(run: Promise<void>): Promise<void> {
  try {
    await run;
  } catch (error) {
    if (!(error instanceof Crashed || (error instanceof DomainError && error.reason === 'conflict'))) throw error;
  }
}

/** A process that may die early, late, or usually not at all; clocks of processes differ by some minutes. */
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
