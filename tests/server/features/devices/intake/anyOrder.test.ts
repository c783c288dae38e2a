// Facts make the same attendance in whatever order they come, together or one by one, once or repeatedly.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../../server/app/sample/random.ts';
import type { DeviceFact } from '../../../../../server/features/devices/drivers/driver.ts';
import type { Db } from '../../../../../server/platform/db/db.ts';
import { databases } from '../../../../support/server/databases.ts';
import { openFresh } from '../../../../support/server/testDatabase.ts';
import { createCompany, fact } from './company.ts';

type Door = 'alternating' | 'first_last' | 'key' | 'out';
interface Sent {
  readonly door: Door;
  readonly fact: DeviceFact;
}

/** Three days of four people at four doors, who often pass twice within a minute, sometimes around midnight. */
function somePunches(chance: Chance): Sent[] {
  const two = (value: number) => String(value).padStart(2, '0');
  return Array.from({ length: 120 }, (_, index) => {
    const hour = chance.percent(30) ? chance.pick([0, 23]) : chance.whole(0, 23);
    const minute = chance.percent(50) ? chance.pick([0, 59]) : chance.whole(0, 59);
    const time = `2026-11-${chance.whole(18, 20)} ${two(hour)}:${two(minute)}:${two(chance.whole(0, 59))}`;
    const said = fact(`${chance.whole(1, 4)} ${chance.pick(['in', 'out', 'none'])} ${time}`, { number: index });
    return { door: chance.pick(['alternating', 'first_last', 'key', 'out']), fact: said };
  });
}

const shuffled = <T>(items: readonly T[], chance: Chance): T[] =>
  items
    .map((item) => ({ item, place: chance.next() }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item);

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;
  beforeAll(async () => {
    db = await openFresh(create);
  });
  afterAll(() => db.close());

  test.each([1, 2, 3])('seed %i', async (seed) => {
    const chance = createChance(seed);
    const punches = somePunches(chance);
    const results: { attendance: string[]; outcomes: string[] }[] = [];
    for (const order of [0, 1, 2, 3]) {
      const company = await createCompany(db, `Seed ${seed}, order ${order}`);
      const doors = {
        alternating: await company.addDoor({ direction: 'alternating', repeatSeconds: 900 }),
        first_last: await company.addDoor({ direction: 'first_last', repeatSeconds: 900 }),
        key: await company.addDoor({ direction: 'key', repeatSeconds: 900 }),
        out: await company.addDoor({ direction: 'out' }),
      };
      const sent = order === 0 ? punches : [...shuffled(punches, chance), ...shuffled(punches, chance).slice(0, 30)];
      for (let start = 0; start < sent.length; ) {
        const batch = sent.slice(start, start + (order === 0 ? sent.length : chance.whole(1, 9)));
        start += batch.length;
        for (const name of ['out', 'alternating', 'first_last', 'key'] as const) {
          const facts = batch.filter(({ door }) => door === name).map((each) => each.fact);
          if (facts.length > 0) await company.hear(doors[name], facts, '2026-11-21 12:00:00');
        }
      }
      const outcomes = await Promise.all(Object.values(doors).map((door) => company.fates(door)));
      results.push({ attendance: await company.attendance(), outcomes: outcomes.flat() });
    }
    const [first, ...others] = results;
    expect(first?.attendance.length).toBeGreaterThan(50);
    expect(first?.outcomes.some((outcome) => outcome.startsWith('repeat'))).toBe(true);
    for (const other of others) expect(other).toEqual(first);
  });
});
