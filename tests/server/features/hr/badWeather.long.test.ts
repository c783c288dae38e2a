// October 2026 with Frappe HR, which makes attendance every hour and never changes it: two of three doors are silent for
// three days, the key expires on a Friday evening, and nine days had passed before the company was connected. In the end the
// same days are present and absent as the punches say.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Db, one } from '../../../../server/platform/db/db.ts';
import { rowsOf, sql } from '../../../../server/platform/db/sql.ts';
import { findShownWaits } from '../../../../server/features/hr/attendanceWaits/waitQueries.ts';
import { countDeliveries } from '../../../../server/features/hr/delivery/deliveryQueries.ts';
import { tick } from '../../../../server/features/hr/schedule/scheduler.ts';
import { syncCompany, type SyncTools } from '../../../../server/features/hr/syncCompany.ts';
import { createChance } from '../../../../server/app/sample/random.ts';
import { createBusinessTime, daysAfter } from '../../../../server/platform/time/businessTime.ts';
import { plusMinutes } from '../../../../server/platform/time/instants.ts';
import { instantAt } from '../../../../server/platform/time/localTime.ts';
import { addConnection } from '../../../support/hr/addConnection.ts';
import { type AutoAttendance, createAutoAttendance } from '../../../support/hr/autoAttendance.ts';
import { createFrappeFake, type FrappeFake } from '../../../support/hr/frappeFake.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/openFresh.ts';
import { testVault } from '../../../support/server/server.ts';

const berlin = createBusinessTime('Europe/Berlin');
const at = (day: string, clock: string) => instantAt(berlin, day, clock);
const days = Array.from({ length: 31 }, (_, index) => daysAfter('2026-10-01', index));
const doors = ['Front door', 'Back door', 'Side door'] as const;
const peoplePerDoor = 6;
const people = doors.flatMap((door, place) =>
  Array.from({ length: peoplePerDoor }, (_, index) => ({ number: `${place}0${index}`, door })),
);
const personOf = (number: string) => `HR-EMP-${number}`;

interface Punch {
  readonly number: string;
  readonly type: 'check-in' | 'check-out';
  readonly at: string;
  /** When it reaches Rollcall. */
  readonly arrives: string;
}

/** From when until when a door has no network. */
const silence = { from: at('2026-10-21', '06:00'), until: at('2026-10-23', '17:30') };
const connectedAt = at('2026-10-12', '09:00');

/** Who worked when, by chance: with lunch breaks, and one day off in ten. */
function punchesOfOctober(): Punch[] {
  const chance = createChance(26);
  return days.flatMap((day) =>
    [0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay())
      ? []
      : people.flatMap(({ number, door }) => {
          if (chance.percent(10)) return [];
          const punch = (type: Punch['type'], hour: number, latest: number): Punch => {
            const instant = at(
              day,
              `${String(hour).padStart(2, '0')}:${String(chance.whole(0, latest)).padStart(2, '0')}`,
            );
            const isLate = door !== 'Front door' && instant >= silence.from && instant < silence.until;
            return { number, type, at: instant, arrives: isLate ? silence.until : instant };
          };
          const lunch = chance.percent(50) ? [punch('check-out', 12, 10), punch('check-in', 12, 10)] : [];
          const [out, back] = lunch;
          const isBreak = out && back && out.at < back.at;
          return [punch('check-in', 7, 50), ...(isBreak ? lunch : []), punch('check-out', 16, 59)];
        }),
  );
}

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  let fake: FrappeFake;
  let attendance: AutoAttendance;
  let company: { id: number; name: string; unique_identifier: string; crm_company_id: string };
  let now: Date;

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
    company = await one(
      db,
      sql`insert into companies (name, unique_identifier, created_at) values ('Acme', 'CMP-1', '2026-01-01 00:00:00')
        returning id, name, unique_identifier, crm_company_id`,
    );
    const { id } = company;
    for (const door of doors) {
      await db.run(
        sql`insert into access_controllers (company_id, name, unique_identifier, created_at)
          values (${id}, ${door}, ${door}, '2026-01-01 00:00:00')`,
      );
    }
    await db.run(
      sql`insert into employees (company_id, employee_id, name, created_at)
        select ${id}, number, number, '2026-01-01 00:00:00'
        from ${rowsOf(
          { number: 'text' },
          people.map(({ number }) => ({ number })),
        )}`,
    );
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
  const receive = (punches: readonly Punch[]) =>
    db.run(
      sql`insert into attendance (company_id, employee_id, employee_code, access_controller_id, event_type, occurred_at,
          created_at)
        select ${company.id}, employees.id, number, access_controllers.id, type, at, at
        from ${rowsOf(
          { number: 'text', type: 'text', at: 'timestamp(0)', door: 'text' },
          punches.map(({ number, type, at: instant }) => ({
            number,
            type,
            at: instant,
            door: people.find((each) => each.number === number)?.door ?? '',
          })),
        )} join employees on employees.employee_id = number join access_controllers on access_controllers.name = door`,
    );

  test('the same days are present and absent as the punches say', { timeout: 600_000 }, async () => {
    const punches = punchesOfOctober().sort((one, other) => (one.arrives < other.arrives ? -1 : 1));
    const user = { id: 1, email: 'ada@rollcall.example', address: '' };
    const happenings: readonly (readonly [string, () => Promise<unknown> | void])[] = [
      [connectedAt, connect],
      // Somebody reads that older days should be sent first, and sends one after another.
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
      if (arrived.length > 0) await receive(arrived);
      received += arrived.length;
      for (; (happenings[done]?.[0] ?? 'never') <= instant; done++) await happenings[done]?.[1]();
      await tick(tools(), 'worker');
      if (instant.endsWith(':00:00')) attendance.process();
      if (instant === at('2026-10-19', '07:30')) {
        expect(await countDeliveries(db, company.id)).toMatchObject({ failed: 0, waiting: expect.any(Number) });
      }
      const shown = (await findShownWaits(db, sql`company_id = ${company.id}`, berlin)).get(company.id) ?? [];
      waits.push(...shown.map(({ sentence }) => sentence));
    }

    const worked = new Set(punches.map((punch) => `${personOf(punch.number)} ${berlin.dayOf(punch.at)}`));
    const expected = days
      .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()))
      .flatMap((day) =>
        people.map(({ number }) => {
          const key = `${personOf(number)} ${day}`;
          return `${key} ${worked.has(key) ? 'Present' : 'Absent'}`;
        }),
      );
    const made = [...attendance.made].flatMap(([key, state]) =>
      key.slice(-10) < '2026-11-01' ? [`${key} ${state}`] : [],
    );
    expect(made.sort()).toEqual(expected.sort());
    expect(attendance.skipped.size).toBe(0);
    expect(await countDeliveries(db, company.id)).toEqual({ waiting: 0, failed: 0 });
    expect(waits).toContainEqual(expect.stringMatching(/^Back door silent since 2026-10-20 16:/));
    expect(waits).toContainEqual(expect.stringMatching(/^Side door silent since 2026-10-20 16:/));
    expect(waits).toContainEqual(expect.stringMatching(/^Records from 2026-10-01 on were never sent/));
  });
});
