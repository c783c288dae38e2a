// Weeks of people at a reader that gives no direction and loses up to three of their passages a day: some arrive days
// later, some never. After each sync and each late passage, what HR was told is compared with what is known.

import { expect } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import type { HrRules } from '../../../../server/features/hr/connection/connectionQueries.ts';
import { sql } from '../../../../server/platform/db/db.ts';
import { daysAfter } from '../../../../server/platform/time/clock.ts';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import type { GuessRule } from '../../../../src/shared/contract/devices.ts';
import type { HoursRule } from '../../../../src/shared/contract/timesheets.ts';
import { type HrReceiver, startHrReceiver } from '../../../support/hr/rollcallFake.ts';
import { startServer, type TestServer } from '../../../support/server/server.ts';
import type { CreateDatabase } from '../../../support/server/testDatabase.ts';
import { createCompany, fact } from '../devices/intake/company.ts';

/** A server with an HR system and a clock that can be set. */
export interface Place {
  readonly server: TestServer;
  readonly receiver: HrReceiver;
  /** Sets the clock to a time in UTC, '2026-05-12 18:30'. */
  setClock(at: string): void;
  stop(): Promise<void>;
}

export async function startPlace(create: CreateDatabase): Promise<Place> {
  let now = new Date(`${firstDay}T00:00:00Z`);
  const receiver = await startHrReceiver();
  const server = await startServer({
    createDatabase: create,
    sample: { employeesPerCompany: 1, days: 0 },
    allowPrivateHosts: '127.0.0.1',
    clock: () => now,
  });
  return {
    server,
    receiver,
    setClock(at) {
      now = new Date(`${at.replace(' ', 'T')}:00Z`);
    },
    async stop() {
      await server.stop();
      await receiver.kill();
    },
  };
}

interface Passage {
  readonly person: string;
  readonly day: string;
  /** 'HH:MM' */
  readonly time: string;
  /** When the server learns of it, 'YYYY-MM-DD HH:MM'; '' for never. */
  readonly heard: string;
}

const people = ['101', '102', '103', '104'];
const firstDay = '2026-05-11';
const workingDays = 5;

const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

/** A day's two to six passages, up to three of which come late or never. */
function passagesOf(person: string, day: string, chance: Chance): Passage[] {
  const begin = chance.whole(6 * 60, 10 * 60);
  const times = Array.from({ length: chance.pick([2, 4, 4, 4, 5, 6]) }, () => begin + chance.whole(0, 20) * 30);
  // Counted from the end of the day, since the last passage matters most.
  const lost = new Set<number>(
    Array.from({ length: chance.whole(0, 3) }, () => chance.pick([0, 0, 1, 2, 3, 4] as const)),
  );
  return [...new Set(times)]
    .sort((one, other) => other - one)
    .map((minutes, index) => {
      const late = chance.percent(40) ? '' : `${daysAfter(day, chance.whole(1, 3))} ${chance.pick(['06:00', '12:00'])}`;
      return { person, day, time: clock(minutes), heard: lost.has(index) ? late : `${day} ${clock(minutes)}` };
    });
}

/** The company's rules, by seed. */
function rulesOf(seed: number): { guess: GuessRule; hours: HoursRule; mode: HrRules['multiple_clock_out_mode'] } {
  return {
    guess: seed % 2 === 0 ? 'first_last' : 'alternating',
    hours: seed % 4 < 2 ? 'pairs' : 'first_last',
    mode: seed % 8 < 4 ? 'first_last' : 'all_records',
  };
}

/** Plays a week, and returns how many ends HR was told and how many differences were found. */
export async function weekWithoutDirection({ server, receiver, setClock }: Place, seed: number) {
  const { db } = server;
  const chance = createChance(seed);
  const { guess, hours, mode } = rulesOf(seed);
  setClock(`${firstDay} 00:00`);
  const { companyId, addDoor, hear, employ } = await createCompany(db, `Week ${seed}`);
  const door = await addDoor({ direction: guess });
  const ids = new Map<string, number>();
  for (const person of people) ids.set(person, await employ(person));
  await db.run(
    sql`insert into company_urls (company_id, url_type, url, created_at)
      values (${companyId}, 'hr_system', ${receiver.url}, '2026-01-01 00:00:00')`,
  );
  await db.run(sql`insert into day_rules (company_id, hours) values (${companyId}, ${hours})`);
  let token = await server.signIn(server.users.administrator);
  const ask = async (key: string, body?: object) => {
    const { json } = await server.ask(key, { token, ...(body && { body }) });
    expect(json).toMatchObject({ success: true });
    return json.data;
  };
  await ask(`PUT /companies/${companyId}/hr-sync/config`, {
    multiple_clock_out_mode: mode,
    sync_time_threshold_hour: 18,
  });

  const days = Array.from({ length: workingDays }, (_, index) => daysAfter(firstDay, index));
  const passages = days.flatMap((day) => people.flatMap((person) => passagesOf(person, day, chance)));
  /** By person and day: the last known passage, and the end that HR was last told. */
  const known = new Map<string, string>();
  const told = new Map<string, string>();
  let [ends, differences] = [0, 0];

  async function arrive(at: string, until: string) {
    const arriving = passages.filter(({ heard }) => heard !== '' && heard >= at && heard < until);
    for (const { person, day, time, heard } of arriving.toSorted((one, other) => (one.heard < other.heard ? -1 : 1))) {
      await hear(door, [fact(`${person} none ${day} ${time}:00`)], `${heard}:10`);
      const key = `${person} ${day}`;
      if (time > (known.get(key) ?? '')) known.set(key, time);
    }
  }

  /** Expects that HR, for which a day ends at its last check-out, was not told too early an end. */
  async function expectNoEarlyEnd() {
    const newlyTold = new Set<string>();
    for (const { id, employee_id: person, timestamp } of (await receiver.records()).accepted) {
      const key = `${person} ${timestamp.slice(0, 10)}`;
      const time = timestamp.slice(11, 16);
      if (!id.startsWith(`Week ${seed}/`) || !id.endsWith('/check-out') || time <= (told.get(key) ?? '')) continue;
      told.set(key, time);
      newlyTold.add(key);
    }
    for (const key of newlyTold) expect(`${key} ${told.get(key)}`).toBe(`${key} ${known.get(key)}`);
    ends += newlyTold.size;
  }

  async function expectDifferences() {
    const period = `start_date=${firstDay}&end_date=${daysAfter(firstDay, workingDays - 1)}`;
    for (const [person, id] of ids) {
      const sheet = answerDecoder('GET /timesheets/{id}')(await ask(`GET /timesheets/${id}?${period}`));
      for (const { day, hr_difference: sentence } of sheet.days) {
        const end = told.get(`${person} ${day}`);
        const isOvertaken = end !== undefined && end < (known.get(`${person} ${day}`) ?? '');
        expect([person, day, sentence !== '']).toEqual([person, day, isOvertaken]);
        if (isOvertaken) expect(sentence).toContain(`has the check-out at ${end}`);
        if (isOvertaken) differences++;
      }
    }
  }

  let before = `${firstDay} 00:00`;
  for (let day = firstDay; day <= daysAfter(firstDay, workingDays + 2); day = daysAfter(day, 1)) {
    for (const time of ['07:00', '19:00']) {
      const at = `${day} ${time}`;
      setClock(at);
      await arrive(before, at);
      before = at;
      token = await server.signIn(server.users.administrator);
      await expectDifferences();
      for (let back = 3; back >= 0; back--)
        await ask(`POST /hr-sync/companies/${companyId}`, { date: daysAfter(day, -back) });
      await expectNoEarlyEnd();
    }
  }
  await expectDifferences();
  return { ends, differences };
}
