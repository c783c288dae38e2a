// How many people are in the building through the day, from the pairs of their events, beside what is usual: the mean of
// the same weekday in the four weeks before.

import type { PresenceCurve } from '../../../src/shared/contract/presence.ts';
import { isOpen, pairEvents } from '../../../src/shared/day/pairEvents.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import type { Queries } from '../../platform/db/db.ts';
import { type Clock, type Clocks, daysAfter } from '../../platform/time/clock.ts';
import { clockFor } from '../settings/clocks.ts';
import { dateOf, instantOf } from '../../platform/time/instants.ts';
import { loadHistories, peopleAtOnce } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { findPeople } from './loadPresence.ts';

const stepMs = 30 * 60_000;
const steps = 48;
const weeks = [-7, -14, -21, -28];

export async function loadCurve(queries: Queries, caller: Caller, clocks: Clocks, now: Date): Promise<PresenceCurve> {
  const people = await findPeople(queries, caller, undefined);
  const clock = await clockFor(queries, { caller, clocks });
  const day = clock.dayOf(instantOf(now));
  const countsOn = (date: string) => countThrough(queries, people, { date, clock }, clocks, now);
  const today = await countsOn(day);
  const before: number[][] = [];
  for (const days of weeks) before.push(await countsOn(daysAfter(day, days)));
  // A holiday says nothing of what is usual.
  const usual = before.filter((counts) => counts.some((count) => count > 0));
  const begin = dateOf(clock.startOf(day)).getTime();
  return {
    day,
    usual_days: usual.length,
    points: today.map((count, step) => ({
      time: timeOf(step),
      in: begin + step * stepMs > now.getTime() ? null : count,
      usual:
        usual.length === 0 ? 0 : Math.round(usual.reduce((sum, each) => sum + (each[step] ?? 0), 0) / usual.length),
    })),
  };
}

const timeOf = (step: number) => `${String(Math.floor(step / 2)).padStart(2, '0')}:${step % 2 === 0 ? '00' : '30'}`;

/** Counts who is in at each step of a day. Whoever never left is only known to be in today. */
async function countThrough(
  queries: Queries,
  people: readonly NamedPerson[],
  { date, clock }: { readonly date: string; readonly clock: Clock },
  clocks: Clocks,
  now: Date,
): Promise<number[]> {
  const begin = dateOf(clock.startOf(date)).getTime();
  const stepAt = (instant: number) => Math.ceil((instant - begin) / stepMs);
  const isToday = now.getTime() < dateOf(clock.endOf(date)).getTime();
  // In other time zones, parts of other days are at the same time.
  const daysOf = ({ companyId }: NamedPerson) =>
    clocks.of(companyId).zone === clock.zone
      ? { from: date, until: date }
      : { from: daysAfter(date, -1), until: daysAfter(date, 1) };
  const times = await inBatches(people, peopleAtOnce, async (some) => {
    const histories = await loadHistories(queries, some, daysOf, clocks, now);
    return [...histories.values()].flatMap(({ events, rules }) =>
      pairEvents(events, rules).stretches.flatMap((stretch) => {
        if (isToday && isOpen(stretch)) return [[stretch.in.at, now.getTime()]];
        return stretch.in && stretch.out ? [[stretch.in.at, stretch.out.at]] : [];
      }),
    );
  });
  const counts = Array.from({ length: steps }, () => 0);
  for (const [from = 0, until = 0] of times) {
    const first = Math.max(0, stepAt(from));
    const end = Math.min(steps, isToday && until === now.getTime() ? stepAt(until + 1) : stepAt(until));
    for (let step = first; step < end; step++) counts[step] = (counts[step] ?? 0) + 1;
  }
  return counts;
}
