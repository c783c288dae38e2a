// October 2026 with Frappe HR, which makes attendance every hour and never changes it: two of four doors are silent for
// three days, two have readers without direction, people forget to punch, the key expires on a Friday evening, and the
// company was connected seven working days late. In the end, days are present and absent exactly as the punches say.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createChance } from '../../../../server/app/sample/random.ts';
import { findShownWaits } from '../../../../server/features/hr/attendanceWaits.ts';
import { countDeliveryProblems } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { type SyncTools, syncCompany } from '../../../../server/features/hr/syncCompany.ts';
import { serverCaller } from '../../../../server/platform/access/caller.ts';
import { type Db, one, rowsOf, sql } from '../../../../server/platform/db/db.ts';
import { clockIn, clocksIn, daysAfter, instantAt, plusMinutes } from '../../../../server/platform/time/clock.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import { createFrappeFake, type FrappeFake } from '../../../support/hr/frappeFake.ts';
import { addConnection } from '../../../support/hr/hrCompany.ts';
import { databases } from '../../../support/server/databases.ts';
import { testVault } from '../../../support/server/server.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';
import { createCompany, type Door, fact } from '../devices/intake/company.ts';

const berlin = clockIn('Europe/Berlin');
const at = (day: string, clock: string) => instantAt(berlin, day, clock);
const days = Array.from({ length: 31 }, (_, index) => daysAfter('2026-10-01', index));
type DoorName = 'Front door' | 'Back door' | 'Side door' | 'Gate';

/** Doors; one whose reader gives no direction has a rule that guesses it. */
const doors: readonly { readonly name: DoorName; readonly guess?: GuessRule; readonly isSilent: boolean }[] = [
  { name: 'Front door', isSilent: false },
  { name: 'Back door', isSilent: true },
  { name: 'Side door', guess: 'first_last', isSilent: true },
  { name: 'Gate', guess: 'alternating', isSilent: false },
];
const peoplePerDoor = 5;
const people = doors.flatMap((door, place) =>
  Array.from({ length: peoplePerDoor }, (_, index) => ({ number: `${place}0${index}`, door })),
);
const isWeekend = (day: string) => [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay());
const workingDays = days.filter((day) => !isWeekend(day));
const personOf = (number: string) => `HR-EMP-${number}`;

interface Punch {
  readonly number: string;
  readonly door: DoorName;
  /** Undefined if the reader gives no direction. */
  readonly type: 'check-in' | 'check-out' | undefined;
  readonly at: string;
  /** When it reaches Rollcall. */
  readonly arrives: string;
}

/** The time in which doors have no network. */
const silence = { from: at('2026-10-21', '06:00'), until: at('2026-10-23', '17:30') };
const connectedAt = at('2026-10-12', '09:00');

/**
 * Random working days, with lunch breaks and one day off in ten. People forget to check out, or any passage at a reader
 * without direction. Some who use such a reader leave for lunch by the front door.
 */
function punchesOfOctober(): Punch[] {
  const chance = createChance(26);
  const dayOf = (day: string, { number, door }: (typeof people)[number]): Punch[] => {
    if (chance.percent(10)) return [];
    const passage = (way: 'check-in' | 'check-out', hour: number, latest: number, { name, guess, isSilent } = door) => {
      const clock = `${String(hour).padStart(2, '0')}:${String(chance.whole(0, latest)).padStart(2, '0')}`;
      const instant = at(day, clock);
      const isLate = isSilent && instant >= silence.from && instant < silence.until;
      const isForgotten = guess ? chance.percent(25) : way === 'check-out' && chance.percent(10);
      const type = guess ? undefined : way;
      return { number, door: name, type, at: instant, arrives: isLate ? silence.until : instant, isForgotten };
    };
    const lunchDoor = chance.percent(30) ? doors[0] : door;
    const [out, back] = [passage('check-out', 12, 10, lunchDoor), passage('check-in', 12, 10, lunchDoor)];
    const lunch = chance.percent(50) && out.at < back.at ? [out, back] : [];
    const passages = [passage('check-in', 7, 50), ...lunch, passage('check-out', 16, 59)];
    return passages.filter(({ isForgotten }) => !isForgotten);
  };
  return workingDays.flatMap((day) => people.flatMap((person) => dayOf(day, person)));
}

/** Whether a punch alone makes its day present: HR is never sent a check-out without a check-in before it. */
const makesPresent = ({ type }: Punch) => type !== 'check-out';

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let fake: FrappeFake;
  let attendance: AutoAttendance;
  let company: { id: number; name: string; unique_identifier: string; crm_company_id: string };
  let now: Date;
  /** Devices of the doors without direction. */
  let readers: Map<DoorName, Door>;
  let hear: Awaited<ReturnType<typeof createCompany>>['hear'];

  beforeEach(async () => {
    now = new Date('2026-10-01T00:00:00Z');
    db = await openFresh(create);
    fake = createFrappeFake({
      people: people.map(({ number }) => ({
        id: personOf(number),
        number,
        name: number,
        email: '',
        is_active: true,
      })),
      timeZone: berlin.zone,
      clock: () => now,
    });
    fake.shiftTypes.set('Day Shift', {
      enable_auto_attendance: 1,
      process_attendance_after: '2026-10-01',
      last_sync_of_checkin: null,
    });
    attendance = createAutoAttendance(fake);
    await db.run(
      sql`insert into settings (setting_key, setting_value, type) values ('business_timezone', ${berlin.zone}, 'string')`,
    );
    const created = await createCompany(db, 'Acme');
    hear = created.hear;
    company = await one(
      db,
      sql`select id, name, unique_identifier, crm_company_id from companies where id = ${created.companyId}`,
    );
    for (const { number } of people) await created.employ(number);
    readers = new Map();
    for (const { name, guess } of doors) {
      const door = guess && (await created.addDoor({ direction: guess }));
      if (door) readers.set(name, door);
      await db.run(
        door
          ? sql`update access_controllers set name = ${name} where id = ${door.controllerId}`
          : sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
              values (${company.id}, ${name}, ${name}, '2026-01-01 00:00:00')`,
      );
    }
  });
  afterEach(() => db.close());

  const tools = (): SyncTools => ({
    db,
    clock: () => now,
    chance: () => 0.5,
    safeRequest: fake.request,
    wait: async () => {},
    vault: testVault,
    log: { debug() {}, info() {}, warn() {}, error() {} },
  });
  const connect = async () => {
    await db.run(
      sql`insert into company_urls (company_id, url_type, url, created_at)
        values (${company.id}, 'hr_system', ${fake.url}, '2026-01-01 00:00:00')`,
    );
    await addConnection(db, company.id, 'frappe', fake);
  };
  const receive = async (punches: readonly Punch[], instant: string) => {
    const said = punches.flatMap(({ type, arrives: _, ...punch }) => (type ? [{ ...punch, type }] : []));
    await db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select ${company.id}, employees.id, number, access_controllers.id, type, at, at
        from ${rowsOf({ number: 'text', door: 'text', type: 'text', at: 'timestamp(0)' }, said)}
          join employees on employees.employee_id = number join access_controllers on access_controllers.name = door`,
    );
    for (const [name, reader] of readers) {
      const facts = punches
        .filter(({ door, type }) => door === name && !type)
        .map(({ number, at: passedAt }) => fact(`${number} none ${passedAt}`));
      const isCut = name === 'Side door' && instant >= silence.from && instant < silence.until;
      if (isCut) continue;
      if (facts.length > 0) await hear(reader, facts, instant);
      await db.run(sql`update devices set last_heard_at = ${instant} where id = ${reader.deviceId}`);
    }
  };

  test('the same days are present and absent as the punches say', { timeout: 600_000 }, async () => {
    const punches = punchesOfOctober().sort((one, other) => (one.arrives < other.arrives ? -1 : 1));
    const user = { id: 1, email: 'ada@rollcall.example', address: '' };
    const happenings: readonly (readonly [string, () => Promise<unknown> | void])[] = [
      [connectedAt, connect],
      // Somebody reads that older days should be sent first, and sends them one after another.
      ...['2026-10-01', '2026-10-02', '2026-10-05', '2026-10-06', '2026-10-07', '2026-10-08', '2026-10-09'].map(
        (day) =>
          [
            at('2026-10-14', '11:00'),
            () => syncCompany(tools(), company, { days: [day], cause: { caller: user, requestId: 'test' } }),
          ] as const,
      ),
      [at('2026-10-16', '19:00'), () => fake.expireKey()],
      [at('2026-10-19', '08:00'), () => fake.renewKey()],
    ];
    const waits: string[] = [];
    const end = at('2026-11-02', '22:00');
    for (let received = 0, done = 0; now < new Date(`${end.replace(' ', 'T')}Z`); ) {
      now = plusMinutes(now, 30);
      const instant = now.toISOString().slice(0, 19).replace('T', ' ');
      const arrived = punches.slice(received).filter(({ arrives }) => arrives <= instant);
      await receive(arrived, instant);
      received += arrived.length;
      for (; (happenings[done]?.[0] ?? 'never') <= instant; done++) await happenings[done]?.[1]();
      await tick(tools(), 'worker');
      if (instant.endsWith(':00:00')) attendance.process();
      if (instant === at('2026-10-19', '07:30')) {
        expect(await countDeliveryProblems(db, serverCaller)).toMatchObject({ failed: 0, waiting: expect.any(Number) });
      }
      const clocks = clocksIn(berlin.zone);
      const shown = (await findShownWaits(db, sql`company_id = ${company.id}`, { clocks, now })).get(company.id) ?? [];
      waits.push(...shown.map(({ sentence }) => sentence));
    }

    const came = new Set(
      punches.filter(makesPresent).map((punch) => `${personOf(punch.number)} ${berlin.dayOf(punch.at)}`),
    );
    const expected = workingDays.flatMap((day) =>
      people.map(({ number }) => {
        const key = `${personOf(number)} ${day}`;
        return `${key} ${came.has(key) ? 'Present' : 'Absent'}`;
      }),
    );
    const made = [...attendance.made].flatMap(([key, state]) =>
      key.slice(-10) < '2026-11-01' ? [`${key} ${state}`] : [],
    );
    expect(made.sort()).toEqual(expected.sort());
    expect(attendance.skipped.size).toBe(0);
    const { guessed } = await one<{ guessed: number }>(
      db,
      sql`select count(*) as guessed from attendance where guessed_by <> ''`,
    );
    expect(guessed).toBe(punches.filter(({ type }) => !type).length);
    expect(await countDeliveryProblems(db, serverCaller)).toEqual({ waiting: 0, failed: 0 });
    expect(waits).toContainEqual(expect.stringMatching(/^Back door silent since (20 Oct )?16:/));
    expect(waits).toContainEqual(expect.stringMatching(/^Side door silent since (21 Oct )?0/));
    expect(waits).toContainEqual(expect.stringMatching(/^Records from 1 Oct 2026 on were never sent/));
  });
});

// Frappe HR's hourly automatic attendance according to the sources of version 15, for everybody's default shift:
// weekdays from 08:00 to 17:00, with check-ins from an hour before to an hour after.
interface AutoAttendance {
  /** Attendance by 'person date'; it never changes once made. */
  readonly made: ReadonlyMap<string, 'Present' | 'Absent'>;
  /** The names of check-ins that came too late to count. */
  readonly skipped: ReadonlySet<string>;
  /** Runs the hourly job. */
  process(): void;
}

const [actualStart, actualEnd] = ['07:00:00', '18:00:00'];

function createAutoAttendance({ logs, people, shiftTypes }: FrappeFake): AutoAttendance {
  const made = new Map<string, 'Present' | 'Absent'>();
  const skipped = new Set<string>();
  const linked = new Set<string>();

  /**
   * Makes attendance for shifts that ended before the last sync. A log is done once it is used or skipped as too late.
   */
  function makeOfLogs(first: string, last: string): void {
    const open = logs.filter(({ name, time }) => {
      const [date = '', clock = ''] = time.split(' ');
      const isOfShift = clock >= actualStart && clock <= actualEnd && !isWeekend(date);
      return isOfShift && !linked.has(name) && !skipped.has(name) && time >= first && `${date} ${actualEnd}` < last;
    });
    for (const [key, ofShift] of Map.groupBy(open, ({ employee, time }) => `${employee} ${time.slice(0, 10)}`)) {
      const isTooLate = made.has(key);
      for (const { name } of ofShift) (isTooLate ? skipped : linked).add(name);
      if (!isTooLate) made.set(key, 'Present');
    }
  }

  /** Marks everybody without attendance as absent, up to the day before the last sync. */
  function markAbsent(first: string, last: string): void {
    for (let date = first; date <= daysAfter(last.slice(0, 10), -1); date = daysAfter(date, 1)) {
      if (isWeekend(date)) continue;
      for (const { id, is_active } of people.values()) {
        const key = `${id} ${date}`;
        if (is_active && !made.has(key)) made.set(key, 'Absent');
      }
    }
  }

  return {
    made,
    skipped,
    process() {
      for (const shift of shiftTypes.values()) {
        const { enable_auto_attendance, process_attendance_after: first, last_sync_of_checkin: last } = shift;
        if (!enable_auto_attendance || !first || !last) continue;
        makeOfLogs(first, last);
        markAbsent(first, last);
      }
    },
  };
}
