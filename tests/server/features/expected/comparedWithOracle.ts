// Compares timesheets of people with random patterns, free days, leave and shifts with what an oracle counts minute by
// minute; it shares nothing with the server but the time zone.

import { expect } from 'vitest';
import { createChance } from '../../../../server/app/sample/random.ts';
import { join, one, type Sql, sql } from '../../../../server/platform/db/db.ts';
import { dateOf, daysAfter, instantAt, timeIn } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { daysIn } from '../../../../src/shared/words/periods.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import type { CreateDatabase } from '../../../support/server/testDatabase.ts';

interface Trial {
  readonly seed: number;
  readonly people: number;
  readonly months: readonly (readonly [string, string])[];
}

/** Compares timesheets, and returns the number of days compared. */
export async function compareWithOracle(createDatabase: CreateDatabase, { seed, people, months }: Trial) {
  const server = await startServer({
    createDatabase,
    sample: { employeesPerCompany: 1, days: 0 },
    clock: () => new Date('2027-06-01T12:00:00Z'),
  });
  try {
    await server.db.run(sql`update settings set setting_value = ${zone} where setting_key = 'business_timezone'`);
    await server.db.run(sql`update employees set is_active = false`);
    const days = [months[0]?.[0] ?? '', months.at(-1)?.[1] ?? ''] as const;
    const world = await storeExpectedWorld(server, { seed, people, days });
    const token = await server.signIn(server.users.administrator);
    const answers: unknown[] = [];
    for (const [start_date, end_date] of months) {
      const path = `/timesheets?start_date=${start_date}&end_date=${end_date}&per_page=500`;
      answers.push((await server.ask(`GET ${path}`, { token })).json.data);
    }
    // Counts only after all requests, since counting takes longer than a connection stays open.
    let compared = 0;
    for (const [index, [start_date, end_date]] of months.entries()) {
      const { data } = answerDecoder('GET /timesheets')(answers[index]);
      const rows = new Map(data.map((row) => [row.employee.id, row]));
      for (const worker of world.workers) {
        const row = rows.get(worker.id);
        const expected = daysIn({ start_date, end_date }).flatMap((day) => oracleDay(world, worker, day) ?? []);
        if (!row) {
          // Timesheets leave out people with neither employment nor events in the period.
          expect(expected.every(({ difference }) => difference === 0)).toBe(true);
          continue;
        }
        compared += expected.length;
        const { expected_time: time } = row;
        const says = expected.filter((each) => each.expected > 0 || each.difference !== 0);
        expect(
          time?.days
            .filter((each) => each.expected_minutes > 0 || each.difference_minutes !== 0)
            .map((each) => ({
              day: each.day,
              expected: each.expected_minutes,
              difference: each.difference_minutes,
              marks: each.marks,
            })) ?? [],
          `${row.employee.name} in ${start_date}, seed ${seed}`,
        ).toEqual(says);
        if (!time) continue;
        const sum = (count: (day: (typeof expected)[number]) => number) =>
          expected.reduce((total, day) => total + count(day), 0);
        expect([time.expected_minutes, time.difference_minutes, time.balance_minutes]).toEqual([
          sum((day) => day.expected),
          sum((day) => day.difference),
          oracleBalance(world, worker, end_date),
        ]);
      }
    }
    return compared;
  } finally {
    await server.stop();
  }
}

// The people as stored and as the oracle knows them.

interface Pattern {
  readonly owner: string;
  readonly from: string;
  readonly minutes: readonly number[];
  readonly start: string;
  readonly end: string;
}

interface Shift {
  /** The working day. */
  readonly day: string;
  /** Minutes after its midnight on the wall clock: in, out, in, out. */
  readonly punches: readonly number[];
}

interface Worker {
  readonly id: number;
  readonly company: number;
  readonly zone: string;
  /** Departments, each valid until the day before `leftOn`. */
  readonly departments: readonly { readonly name: string; readonly leftOn: string }[];
  readonly from: string;
  readonly until: string;
  readonly leaves: readonly { readonly first: string; readonly last: string; readonly isHalf: boolean }[];
  readonly shifts: readonly Shift[];
  readonly balance: { readonly day: string; readonly minutes: number } | undefined;
  /** The counted days. */
  readonly counted: Map<string, OracleDay | undefined>;
}

interface ExpectedWorld {
  readonly workers: readonly Worker[];
  readonly patterns: ReadonlyMap<number, readonly Pattern[]>;
  readonly freeDays: ReadonlyMap<number, ReadonlyMap<string, boolean>>;
  readonly leaveKnownFrom: string;
}

const zone = 'Europe/Berlin';
/** The zone of the company with night shifts, where clocks change on other days. */
const otherZone = 'America/New_York';

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60) % 24).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const instantOf = (zoneName: string, day: string, minutes: number, seconds: number): string => {
  const date = daysAfter(day, Math.floor(minutes / 1440));
  return instantAt(timeIn(zoneName), date, clock(minutes)).replace(/\d\d$/, String(seconds).padStart(2, '0'));
};

/** Stores two companies: one with days from midnight, and one with nights in another zone, whose days begin at 04:00. */
async function storeExpectedWorld(
  { db }: TestServer,
  { seed, people, days: [first, last] }: { seed: number; people: number; days: readonly [string, string] },
): Promise<ExpectedWorld> {
  const chance = createChance(seed);
  const days: string[] = [];
  for (let day = first; day <= last; day = daysAfter(day, 1)) days.push(day);
  const anyDay = () => days[chance.whole(0, days.length - 1)] ?? first;
  const doors = await db.all<{ id: number; company_id: number }>(
    sql`select min(id) as id, company_id from access_controllers group by company_id order by company_id limit 2`,
  );
  const patterns = new Map<number, Pattern[]>();
  const freeDays = new Map<number, Map<string, boolean>>();
  const workers: Worker[] = [];
  const leaveKnownFrom = days[Math.floor(days.length / 2)] ?? first;

  for (const [index, { id: door, company_id: company }] of doors.entries()) {
    const hasNights = index === 1;
    const itsZone = hasNights ? otherZone : zone;
    await db.run(
      sql`insert into day_rules (company_id, starts_at, leave_known_from, timezone)
        values (${company}, ${hasNights ? '04:00' : '00:00'}, ${leaveKnownFrom}, ${hasNights ? otherZone : ''})`,
    );
    const free = new Map(days.filter(() => chance.percent(4)).map((day) => [day, chance.percent(40)] as const));
    freeDays.set(company, free);
    for (const [day, isHalf] of free)
      await db.run(
        sql`insert into free_days (company_id, day, name, is_half) values (${company}, ${day}, '', ${isHalf})`,
      );
    const own: Pattern[] = [];
    patterns.set(company, own);
    const addPattern = async (owner: string, from: string) => {
      if (own.some((other) => other.owner === owner && other.from === from)) return;
      const minutes = Array.from({ length: 7 }, () => (chance.percent(25) ? 0 : chance.whole(180, 600)));
      const start = chance.percent(70) ? clock(hasNights ? 22 * 60 + 5 : chance.whole(475, 490)) : '';
      const end = chance.percent(70) ? clock(hasNights ? 5 * 60 + 30 : chance.whole(960, 1020)) : '';
      own.push({ owner, from, minutes, start, end });
      const [employee, department] = /^\d+$/.test(owner) ? [Number(owner), ''] : [null, owner];
      await db.run(
        sql`insert into week_patterns (company_id, employee_id, department, valid_from, monday, tuesday, wednesday,
            thursday, friday, saturday, sunday, latest_start, earliest_end)
          values (${company}, ${employee}, ${department}, ${from}, ${join(
            minutes.map((each) => sql`${each}`),
            ', ',
          )}, ${start}, ${end})`,
      );
    };
    // One company has no pattern at first.
    await addPattern('', hasNights ? daysAfter(first, 5) : daysAfter(first, -40));
    await addPattern('', anyDay());
    await addPattern('Kitchen', anyDay());
    await addPattern('Bar', daysAfter(first, -3));

    for (let number = 0; number < people / 2; number++) {
      const [from, until] = [chance.percent(20) ? anyDay() : '', chance.percent(15) ? anyDay() : ''];
      const moved = chance.percent(30) ? anyDay() : undefined;
      const names = [chance.pick(['', 'Kitchen', 'Bar']), chance.pick(['Kitchen', 'Cellar'])];
      const { id } = await one<{ id: number }>(
        db,
        sql`insert into employees (company_id, employee_id, name, department, employed_from, employed_until, created_at)
          values (${company}, ${`W-${number}`}, ${`Worker ${number}`}, ${names[moved ? 1 : 0] ?? ''}, ${from || null},
            ${until || null}, '2025-01-01 00:00:00') returning id`,
      );
      if (moved)
        await db.run(sql`insert into former_departments (employee_id, department, left_on)
          values (${id}, ${names[0] ?? ''}, ${moved})`);
      if (chance.percent(20)) await addPattern(String(id), anyDay());
      const leaves: { first: string; last: string; isHalf: boolean }[] = [];
      for (let month = 0; month < days.length / 30; month++) {
        const start = anyDay();
        const leave = { first: start, last: daysAfter(start, chance.whole(0, 6)), isHalf: chance.percent(30) };
        if (leaves.some((other) => other.first <= leave.last && other.last >= leave.first)) continue;
        leaves.push(leave);
        await db.run(
          sql`insert into leaves (company_id, employee_id, first_day, last_day, is_half)
            values (${company}, ${id}, ${leave.first}, ${leave.last}, ${leave.isHalf})`,
        );
      }
      const balance = chance.percent(50) ? { day: anyDay(), minutes: chance.whole(-900, 900) } : undefined;
      if (balance)
        await db.run(
          sql`insert into balances (company_id, employee_id, day, minutes, reason)
            values (${company}, ${id}, ${balance.day}, ${balance.minutes}, 'Agreed')`,
        );
      const shifts = days.flatMap((day): Shift[] => {
        if (!chance.percent(72)) return [];
        const begin = (hasNights ? 22 * 60 : 8 * 60) + chance.whole(-20, 20);
        const pause = begin + chance.whole(150, 200);
        const end = begin + chance.whole(380, 560);
        const withBreak = chance.percent(60) ? [pause, pause + chance.whole(15, 50)] : [];
        return [{ day, punches: [begin, ...withBreak, end] }];
      });
      const events = shifts.flatMap(({ day, punches }) =>
        punches.map((minute, punch): Sql => {
          const at = instantOf(itsZone, day, minute, chance.whole(0, 59));
          return sql`(${company}, ${id}, ${`W-${number}`}, ${door}, ${punch % 2 === 0 ? 'check-in' : 'check-out'}, ${at}, ${at})`;
        }),
      );
      if (events.length > 0)
        await db.run(
          sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type,
              occurred_at, created_at)
            values ${join(events, ', ')}`,
        );
      workers.push({
        id,
        company,
        zone: itsZone,
        departments: moved
          ? [
              { name: names[0] ?? '', leftOn: moved },
              { name: names[1] ?? '', leftOn: '9999' },
            ]
          : [{ name: names[0] ?? '', leftOn: '9999' }],
        ...{ from, until, leaves, shifts, balance },
        counted: new Map(),
      });
    }
  }
  return { workers, patterns, freeDays, leaveKnownFrom };
}

// The oracle.

interface OracleDay {
  readonly day: string;
  readonly expected: number;
  readonly difference: number;
  readonly marks: readonly string[];
}

/** The oracle's day; undefined while no pattern is valid. All days are over. */
function oracleDay(world: ExpectedWorld, worker: Worker, day: string): OracleDay | undefined {
  if (!worker.counted.has(day)) worker.counted.set(day, countDay(world, worker, day));
  return worker.counted.get(day);
}

function countDay(world: ExpectedWorld, worker: Worker, day: string): OracleDay | undefined {
  const valid = (owner: string) =>
    (world.patterns.get(worker.company) ?? [])
      .filter((pattern) => pattern.owner === owner && pattern.from <= day)
      .reduce<Pattern | undefined>((best, each) => (best && best.from > each.from ? best : each), undefined);
  const department = worker.departments.find(({ leftOn }) => day < leftOn)?.name ?? '';
  const pattern = valid(String(worker.id)) ?? (department ? valid(department) : undefined) ?? valid('');
  if (!pattern) return undefined;

  // Each half day off removes every second minute of the pattern.
  const weekday = (new Date(`${day}T12:00:00Z`).getUTCDay() + 6) % 7;
  const minutes = Array.from({ length: pattern.minutes[weekday] ?? 0 }, (_, minute) => minute % 2);
  const free = world.freeDays.get(worker.company)?.get(day);
  const leave = worker.leaves.find(({ first, last }) => first <= day && day <= last);
  const isAway = (worker.from && day < worker.from) || (worker.until && day > worker.until);
  const halves = (free === undefined ? 0 : free ? 1 : 2) + (leave ? (leave.isHalf ? 1 : 2) : 0);
  const left = isAway || halves >= 2 ? [] : halves === 1 ? minutes.filter((minute) => minute === 1) : minutes;

  const shift = worker.shifts.find((each) => each.day === day);
  let worked = 0;
  const punches = shift?.punches ?? [];
  for (let index = 0; index + 1 < punches.length; index += 2) {
    const [from, until] = [punches[index] ?? 0, punches[index + 1] ?? 0];
    const at = (minute: number) => dateOf(instantOf(worker.zone, day, minute, 0)).getTime();
    const end = at(until);
    for (let time = at(from); time < end; time += 60_000) worked += 1;
  }
  const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));
  const marks: string[] = [];
  if (left.length > 0 && !shift) marks.push(day >= world.leaveKnownFrom ? 'absent' : 'not_seen');
  if (left.length > 0 && shift && halves === 0) {
    if (pattern.start && (punches[0] ?? 0) > toMinutes(pattern.start)) marks.push('late');
    // With a start in the evening, an end in the early morning is on the next day.
    const end = pattern.end && toMinutes(pattern.end) + (pattern.start && pattern.end < '12:00' ? 1440 : 0);
    if (end && (punches.at(-1) ?? 0) < end) marks.push('left_early');
  }
  return { day, expected: left.length, difference: worked - left.length, marks };
}

/** The balance at the end of a day. */
function oracleBalance(world: ExpectedWorld, worker: Worker, until: string): number | null {
  const { balance } = worker;
  if (!balance || balance.day > until) return null;
  let sum = balance.minutes;
  for (let day = balance.day; day <= until; day = daysAfter(day, 1))
    sum += oracleDay(world, worker, day)?.difference ?? 0;
  return sum;
}
