// A month of attendance goes to a real Tryton, which is killed before it can answer; so is our own process, at some
// statement. Read back through Tryton's own API, its lines are what the plan says: none is missing, none duplicated.

import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createChance } from '../../../../../server/app/sample/random.ts';
import {
  type HrCompany,
  hrRules,
  saveHrConfig,
} from '../../../../../server/features/hr/connection/connectionQueries.ts';
import { loadHrDay } from '../../../../../server/features/hr/plan/loadDay.ts';
import { planDay, plannedRecords } from '../../../../../server/features/hr/plan/planDay.ts';
import { type SyncTools, syncCompany } from '../../../../../server/features/hr/syncCompany.ts';
import { type Db, one, rowsOf, sql } from '../../../../../server/platform/db/db.ts';
import {
  createSafeRequest,
  OutboundError,
  parsePrivateHosts,
  type SafeRequest,
} from '../../../../../server/platform/http/outbound.ts';
import { clockIn, dateOf, daysAfter, instantOf, plusMinutes } from '../../../../../server/platform/time/clock.ts';
import { addConnection } from '../../../../support/hr/hrCompany.ts';
import { runTryton, type Tryton } from '../../../../support/hr/tryton/runTryton.ts';
import type { Line } from '../../../../support/hr/tryton/trytonClient.ts';
import { randomPunches } from '../../../../support/people/randomPunches.ts';
import { testVault } from '../../../../support/server/server.ts';
import { Crashed, crashable } from '../../../../support/server/statements.ts';
import { createSqlite, openFresh } from '../../../../support/server/testDatabase.ts';

const clock = clockIn('Europe/Berlin');
/** Clocks go back on the 25th. */
const days = Array.from({ length: 31 }, (_, index) => daysAfter('2026-10-01', index));
const people = Array.from({ length: 20 }, (_, index) => ({ code: String(101 + index), name: `Person ${101 + index}` }));
const since = '2026-01-01 00:00:00';

let db: Db;
let tryton: Tryton;
let company: HrCompany;
let now: Date;

beforeAll(async () => {
  [db, tryton] = await Promise.all([openFresh(createSqlite), runTryton(inject('trytonTemplate'))]);
  company = await addCompany(await tryton.addEmployees(people));
});
afterAll(async () => {
  await tryton.stop();
  await db.close();
});

test('after a month with lost answers and killed processes, Tryton has each record once', async () => {
  for (const [index, day] of days.entries()) {
    now = plusMinutes(dateOf(clock.endOf(day)), 60);
    if (index % 5 === 1) await syncWhileTrytonDies(day);
    if (index % 5 === 3) await syncAndDie(day, index);
    now = plusMinutes(now, 10);
    const { failed, errors } = await sync(day);
    expect([day, failed, errors]).toEqual([day, 0, []]);
  }
  expect(await arrived()).toEqual(await planned());
  const sheets = (await tryton.sheetSeconds()).filter(({ seconds }) => seconds !== null);
  const counted = sheets.map(({ date, employee, seconds }) => `${date} ${employee}: ${seconds} s`).sort();
  expect(counted).toEqual(hoursOf(await tryton.lines()));
  expect((await evidence()).found).toBeGreaterThan(0);
});

const toolsWith = (on: Db, safeRequest: SafeRequest): SyncTools => ({
  db: on,
  clock: () => now,
  safeRequest,
  vault: testVault,
  wait: async () => {},
  log: { debug() {}, info() {}, warn() {}, error() {} },
});
const real = createSafeRequest(parsePrivateHosts('127.0.0.1'));
const sync = (day: string, tools = toolsWith(db, real)) =>
  syncCompany(tools, company, { days: [day], cause: { caller: null, requestId: 'month' } });

const isCreation = (body = '') => body.includes('model.attendance.line.create');

/** Syncs with a Tryton that makes the lines and dies before it answers. */
async function syncWhileTrytonDies(day: string): Promise<void> {
  const lost: SafeRequest = async (url, options) => {
    const answer = await real(url, options);
    if (!isCreation(options?.body)) return answer;
    await tryton.kill();
    throw new OutboundError('The connection was closed');
  };
  const { success, errors } = await sync(day, toolsWith(db, lost));
  expect([success, errors.length > 0]).toEqual([0, true]);
  await tryton.restart();
}

/** Syncs with a process that dies at some statement after the lines were made. */
async function syncAndDie(day: string, seed: number): Promise<void> {
  let left = Infinity;
  const counted: SafeRequest = async (url, options) => {
    const answer = await real(url, options);
    if (isCreation(options?.body)) left = seed % 3;
    return answer;
  };
  await expect(
    sync(
      day,
      toolsWith(
        crashable(db, () => left-- <= 0),
        counted,
      ),
    ),
  ).rejects.toThrow(Crashed);
}

/** Tryton's lines as 'code direction instant', in order. */
async function arrived(): Promise<string[]> {
  const lines = await tryton.lines();
  return lines.map(({ employee, type, at }) => `${employee} ${type} ${instantOf(new Date(at))}`).sort();
}

async function planned(): Promise<string[]> {
  const plans = await Promise.all(
    days.map(async (day) => planDay(await loadHrDay(db, company.id, day, clock, now), rules)),
  );
  return plannedRecords(plans.flat())
    .filter(({ decision }) => decision.kind === 'sent')
    .map(({ record }) => `${record.employee_code} ${record.event_type.slice(6)} ${record.occurred_at}`)
    .sort();
}

/** Hours as Tryton counts them: from each check-in to whatever comes next, on the day of the check-in. */
function hoursOf(lines: readonly Line[]): string[] {
  const seconds = new Map<string, number>();
  for (const ofEmployee of Map.groupBy(lines, ({ employee }) => employee).values()) {
    for (const [index, { employee, date, at, type }] of ofEmployee.entries()) {
      const next = ofEmployee[index + 1];
      if (type !== 'in' || !next) continue;
      const key = `${date} ${employee}`;
      seconds.set(key, (seconds.get(key) ?? 0) + (Date.parse(next.at) - Date.parse(at)) / 1000);
    }
  }
  return [...seconds].map(([key, sum]) => `${key}: ${sum} s`).sort();
}

async function evidence(): Promise<Record<string, number>> {
  const rows = await db.all<{ evidence: string; total: number }>(
    sql`select evidence, count(*) as total from hr_deliveries group by evidence`,
  );
  return Object.fromEntries(rows.map((row) => [row.evidence, row.total]));
}

const rules = hrRules({ multiple_clock_out_mode: 'all_records' });

async function addCompany(persons: readonly number[]): Promise<HrCompany> {
  await db.run(
    sql`insert into settings (setting_key, setting_value, type) values ('business_timezone', ${clock.zone}, 'string')`,
  );
  const added = await one<HrCompany>(
    db,
    sql`insert into companies (name, unique_identifier, created_at) values ('Acme', 'CMP-1', ${since})
      returning id, name, unique_identifier, crm_company_id`,
  );
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${added.id}, 'hr_system', ${tryton.url}, ${since})`,
  );
  await saveHrConfig(db, added.id, { rules, signingSecret: '' });
  const { database, user, company: there } = tryton;
  const settings = { database, user: user.login, company: String(there.id), time_zone: '' };
  const { url } = tryton;
  await addConnection(db, added.id, 'tryton', { url, settings, secrets: { password: user.password } });
  const employees = rowsOf({ code: 'text', name: 'text' }, people);
  await db.run(
    sql`insert into employees (company_id, employee_id, name, created_at)
      select ${added.id}, code, name, ${since} from ${employees}`,
  );
  await db.run(
    sql`insert into hr_matches (employee_id, company_id, person_id, matched_by)
      select employees.id, ${added.id}, person, 'number'
      from ${rowsOf(
        { code: 'text', person: 'text' },
        people.map(({ code }, index) => ({ code, person: String(persons[index]) })),
      )}
        join employees on employees.employee_id = code`,
  );
  await addPunches(added.id);
  return added;
}

async function addPunches(companyId: number): Promise<void> {
  const door = await one<{ id: number }>(
    db,
    sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
      values (${companyId}, 'Door', 'ACU-1', ${since}) returning id`,
  );
  const rows = people.flatMap(({ code }) =>
    randomPunches(createChance(Number(code)), days[0] ?? '', days.length).map(({ at, direction }) => ({
      code,
      type: direction === 'out' ? 'check-out' : 'check-in',
      at: instantOf(new Date(at)),
    })),
  );
  // One record for each second: Tryton could order two lines of a second either way, which would change its hours.
  const bySecond = new Map(rows.map((row) => [`${row.code} ${row.at}`, row]));
  await db.run(
    sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
        occurred_at, created_at)
      select ${companyId}, employees.id, code, ${door.id}, rows.type, at, at
      from ${rowsOf({ code: 'text', type: 'text', at: 'timestamp(0)' }, [...bySecond.values()])}
        join employees on employees.employee_id = code where true`,
  );
}
