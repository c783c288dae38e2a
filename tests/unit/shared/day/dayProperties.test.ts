// Properties of every person's days, checked with random people that are the same in each run.

import { expect, test } from 'vitest';
import { type Chance, createChance } from '../../../../server/app/sample/random.ts';
import { clockIn, dateOf, daysAfter, instantOf } from '../../../../server/platform/time/clock.ts';
import { pairEvents } from '../../../../src/shared/day/pairEvents.ts';
import type { DayEvent, DayRules, WorkedDay } from '../../../../src/shared/day/types.ts';
import { marginHours, workedDays } from '../../../../src/shared/day/workedDays.ts';
import { randomPunches } from '../../../support/people/randomPunches.ts';

const people = 300;
const hour = 3_600_000;

/** Calendars of zones whose clocks change, in the north and the south, and UTC. */
const calendars = ['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'America/Santiago'].flatMap(
  (zone) => ['00:00', '04:00'].map((startsAt) => clockIn(zone, startsAt).workingDays),
);
const firstDays = ['2026-03-20', '2026-10-18', '2026-03-28', '2026-08-30'] as const;

type Calendar = (typeof calendars)[number];

interface Person {
  readonly events: readonly DayEvent[];
  readonly rules: DayRules;
  readonly calendar: Calendar;
  readonly firstDay: string;
}

function randomPerson(seed: number, chance: Chance): Person {
  const calendar = calendars[seed % calendars.length] ?? clockIn('UTC').workingDays;
  const firstDay = chance.pick(firstDays);
  const knowsDirections = chance.percent(70);
  const guesses = knowsDirections && chance.percent(50);
  const events = randomPunches(chance, firstDay, 20).map((punch, index) => ({
    ...punch,
    id: index + 1,
    day: calendar.dayOf(instantOf(new Date(punch.at))),
    direction: knowsDirections || chance.percent(40) ? punch.direction : ('unknown' as const),
    guessedBy: guesses && chance.percent(60) ? ('first_last' as const) : ('' as const),
  }));
  const now = Date.parse(firstDay) + chance.whole(5, 30) * 24 * hour;
  const employment = chance.percent(30) ? { employedFrom: daysAfter(firstDay, 3) } : {};
  const today = calendar.dayOf(instantOf(new Date(now)));
  const hours = chance.pick(['pairs', 'first_last'] as const);
  const rules = { repeatSeconds: chance.pick([0, 60, 60, 300]), hours, now, today, ...employment };
  return { events, calendar, firstDay, rules };
}

/** Checks each person. A failure names its seed, which reproduces the person. */
function forEachPerson(check: (person: Person, chance: Chance) => void): void {
  for (let seed = 1; seed <= people; seed++) {
    const chance = createChance(seed);
    try {
      check(randomPerson(seed, chance), chance);
    } catch (error) {
      throw new Error(`with seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
}

const minuteOf = ({ at }: DayEvent) => Math.floor(at / 60_000);

test('no minute is worked twice, or worked and a break', () => {
  forEachPerson(({ events, rules }) => {
    const spans = workedDays(events, rules)
      .flatMap(({ pairs, breaks }) => [
        ...pairs.map((pair) => [minuteOf(pair.in), minuteOf(pair.out)] as const),
        ...breaks.map((pause) => [minuteOf(pause.out), minuteOf(pause.in)] as const),
      ])
      .sort(([from, until], [otherFrom, otherUntil]) => from - otherFrom || until - otherUntil);
    for (const [index, [from, until]] of spans.entries()) {
      expect(until).toBeGreaterThanOrEqual(from);
      expect(from).toBeGreaterThanOrEqual(spans[index - 1]?.[1] ?? 0);
    }
  });
});

test('the totals of a day are those of its pairs and breaks', () => {
  forEachPerson(({ events, rules }) => {
    for (const { pairs, breaks, workedMinutes, breakMinutes } of workedDays(events, rules)) {
      expect(workedMinutes).toBe(pairs.reduce((sum, pair) => sum + minuteOf(pair.out) - minuteOf(pair.in), 0));
      expect(breakMinutes).toBe(breaks.reduce((sum, pause) => sum + minuteOf(pause.in) - minuteOf(pause.out), 0));
    }
  });
});

test('no event is lost: each is in one day, and counts, waits, has an exception or is between others', () => {
  forEachPerson(({ events, rules }) => {
    const days = workedDays(events, rules);
    expect(days.flatMap((day) => day.events.map(({ id }) => id)).sort((one, other) => one - other)).toEqual(
      events.map(({ id }) => id),
    );
    const explained = new Set(
      days.flatMap((day) => [
        ...day.pairs.flatMap((pair) => [pair.in, pair.out]),
        ...(day.open ? [day.open] : []),
        ...(rules.hours === 'first_last' && day.firstIn ? [day.firstIn] : []),
        ...day.exceptions.flatMap(({ event, kind, other }) =>
          kind === 'manual' ? [] : other && kind === 'open_too_long' ? [event, other] : [event],
        ),
      ]),
    );
    const { between } = pairEvents(events, rules);
    const unexplained = events.filter((event) => !explained.has(event) && event.at <= rules.now);
    expect(unexplained.filter((event) => !between.has(event))).toEqual([]);
    for (const event of between) {
      const firstIn = days.find(({ day }) => day === event.day)?.firstIn;
      expect(firstIn?.at).toBeLessThanOrEqual(event.at);
    }
  });
});

test('the order of arrival makes no difference', () => {
  forEachPerson(({ events, rules }, chance) => {
    const shuffled = events
      .map((event) => ({ event, rank: chance.next() }))
      .sort((one, other) => one.rank - other.rank)
      .map(({ event }) => event);
    expect(workedDays(shuffled, rules)).toEqual(workedDays(events, rules));
  });
});

test('a correction changes only its own day and its neighbours', () => {
  forEachPerson(({ events, rules, calendar, firstDay }, chance) => {
    const before = workedDays(events, rules);
    const at = Date.parse(firstDay) + chance.whole(0, 20 * 24 * 60) * 60_000;
    const day = calendar.dayOf(instantOf(new Date(at)));
    const added: DayEvent = { id: 0, at, day, direction: chance.pick(['in', 'out']), isManual: true };
    expectChangesOnly(before, workedDays([...events, added], rules), day);

    const [first, ...others] = events;
    if (!first) return;
    const wrong = chance.pick([first, ...others]);
    const without = events.map((event) => (event === wrong ? { ...event, isSetAside: true } : event));
    expectChangesOnly(before, workedDays(without, rules), wrong.day);
  });
});

function expectChangesOnly(before: readonly WorkedDay[], after: readonly WorkedDay[], day: string): void {
  const others = (days: readonly WorkedDay[]) =>
    days.filter((each) => each.day < daysAfter(day, -1) || each.day > daysAfter(day, 1));
  expect(others(after)).toEqual(others(before));
}

test('a day needs only the events around it', () => {
  forEachPerson(({ events, rules, calendar, firstDay }, chance) => {
    const wanted = daysAfter(firstDay, chance.whole(0, 20));
    const from = dateOf(calendar.startOf(wanted)).getTime() - marginHours * hour;
    const until = dateOf(calendar.endOf(wanted)).getTime() + marginHours * hour;
    const around = events.filter(({ at }) => at >= from && at < until);
    const dayIn = (days: readonly WorkedDay[]) => days.find(({ day }) => day === wanted);
    expect(dayIn(workedDays(around, rules))).toEqual(dayIn(workedDays(events, rules)));
  });
});
