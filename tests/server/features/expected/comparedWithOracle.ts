// Compares the timesheets of people drawn by chance with what an oracle counts.

import { expect } from 'vitest';
import { answerDecoder } from '../../../../src/shared/contract/calls.ts';
import { daysIn } from '../../../../src/shared/words/periodSteps.ts';
import { sql } from '../../../../server/platform/db/sql.ts';
import { oracleBalance, oracleDay, storeExpectedWorld, zone } from '../../../support/people/expectedOracle.ts';
import { startServer } from '../../../support/server/server.ts';
import type { CreateDatabase } from '../../../support/server/testDatabase.ts';

interface Trial {
  readonly seed: number;
  readonly people: number;
  readonly months: readonly (readonly [string, string])[];
}

/** Returns how many days were compared. */
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
    // Counted when all is asked: counting takes longer than a connection stays open.
    let compared = 0;
    for (const [index, [start_date, end_date]] of months.entries()) {
      const { data } = answerDecoder('GET /timesheets')(answers[index]);
      const rows = new Map(data.map((row) => [row.employee.id, row]));
      for (const worker of world.workers) {
        const row = rows.get(worker.id);
        const expected = daysIn({ start_date, end_date }).flatMap((day) => oracleDay(world, worker, day) ?? []);
        if (!row) {
          // Nobody lists people who are not employed on any of the days and have no events.
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
