// A year of 300 people with realistic faults, computed by the server and by the oracle: in three zones, and with each
// company in a different zone.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { currentClocks } from '../../../../server/features/settings/clocks.ts';
import { loadDays, type StoredEvent } from '../../../../server/features/workday/loadDays.ts';
import { type Db, sql } from '../../../../server/platform/db/db.ts';
import { type Clocks, clockIn, clocksIn } from '../../../../server/platform/time/clock.ts';
import type { WorkedDay } from '../../../../src/shared/day/types.ts';
import { databases } from '../../../support/server/databases.ts';
import { openFresh } from '../../../support/server/testDatabase.ts';
import { daysOf, digestOf, firstMinute, minutesInAll, type OracleRules, walkMinutes } from './oracle.ts';
import { randomPeople, type StoredPerson, storePeople } from './storedPeople.ts';

const now = new Date('2026-12-10T13:00:00Z');
const year = { from: '2025-12-30', until: '2027-01-02' };
const people = randomPeople(300, '2026-01-01', 365);

const rulesOf = ({ companyId, employedUntil }: StoredPerson, zone: string): OracleRules => ({
  zone,
  startsAt: companyId % 2 === 1 ? '00:00' : '04:00',
  repeatSeconds: companyId % 2 === 1 ? 60 : 120,
  now: now.getTime(),
  employedUntil,
});

const zones = ['Europe/Lisbon', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland', 'America/Los_Angeles'];

const clocksOf = (zone: string) => clocksIn(zone, new Map([2, 4].map((id) => [id, clockIn(zone, '04:00')])));

/** Walked once for all zones: minutes belong to the same check-in in each, and only their day differs. */
const walks = people.map((person) => ({ person, walked: walkMinutes(person.events, rulesOf(person, 'UTC')) }));

const summaryOf = ({ day, firstIn, lastOut, open, ...rest }: WorkedDay) => ({
  day,
  worked: rest.workedMinutes,
  break: rest.breakMinutes,
  firstIn: firstIn?.id,
  lastOut: lastOut?.id,
  isOpen: open !== undefined,
  exceptions: rest.exceptions.map(({ kind, event }) => `${kind} ${event.id}`).sort(),
});

/** The minutes in the oracle's form: each minute of a pair belongs to its check-in. */
function minutesOf(days: readonly WorkedDay[], { events }: StoredPerson): Int16Array {
  const places = new Map(events.map(({ id }, index) => [id, index + 1]));
  const minutes = new Int16Array(minutesInAll);
  const minuteOf = (at: number) => Math.floor(at / 60_000) - firstMinute;
  for (const pair of days.flatMap(({ pairs }) => pairs)) {
    minutes.fill(places.get(pair.in.id) ?? 0, minuteOf(pair.in.at), minuteOf(pair.out.at));
  }
  return minutes;
}

test('has every kind of exception that a person can have, many times', () => {
  const kinds = walks.flatMap(({ person, walked }) =>
    [...daysOf(person.events, walked, rulesOf(person, 'UTC')).values()].flatMap(({ exceptions }) =>
      exceptions.map((exception) => exception.split(' ')[0]),
    ),
  );
  const counts = [...Map.groupBy(kinds, (kind) => kind).values()].map((all) => all.length);
  expect(counts).toHaveLength(8);
  expect(Math.min(...counts)).toBeGreaterThan(100);
});

describe.each(databases)('on $name', ({ create }) => {
  let db: Db;

  beforeAll(async () => {
    db = await openFresh(create);
    await storePeople(db, people);
  }, 300_000);

  afterAll(() => db.close());

  async function expectSame(clocks: Clocks, zoneOf: (companyId: number) => string) {
    const loaded = await loadDays(db, people, year, { clocks, now });
    for (const { person, walked } of walks) {
      const days = loaded.get(person.id) ?? [];
      const expected = daysOf(person.events, walked, rulesOf(person, zoneOf(person.companyId)));
      expect(days.map(summaryOf)).toEqual(
        [...expected].sort(([one], [other]) => (one < other ? -1 : 1)).map(([day, facts]) => ({ day, ...facts })),
      );
      expect(digestOf(minutesOf(days, person))).toBe(walked.digest);
    }
  }

  test.each(['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'the server and the oracle agree about every minute in %s',
    (zone) => expectSame(clocksOf(zone), () => zone),
  );

  test('the server and the oracle agree about every minute with each company in another time zone', async () => {
    for (const [index, zone] of zones.entries())
      await db.run(
        sql`insert into day_rules (company_id, starts_at, repeat_seconds, timezone) values (${index + 1}, '00:00', 60, ${zone})
          on conflict (company_id) do update set timezone = excluded.timezone`,
      );
    await expectSame(await currentClocks(db), (companyId) => zones[companyId - 1] ?? '');
  });

  test('a month by itself has the same days as the year', async () => {
    const clocks = clocksOf('Europe/Berlin');
    const some = people.slice(0, 40);
    const whole = await loadDays(db, some, year, { clocks, now });
    for (const [from, until] of [
      ['2026-03-01', '2026-03-31'],
      ['2026-10-25', '2026-10-25'],
      ['2026-12-01', '2026-12-31'],
    ] as const) {
      const isWithin = ({ day }: WorkedDay<StoredEvent>) => day >= from && day <= until;
      const month = await loadDays(db, some, { from, until }, { clocks, now });
      for (const { id } of some) expect(month.get(id)).toEqual(whole.get(id)?.filter(isWithin));
    }
  });
});
