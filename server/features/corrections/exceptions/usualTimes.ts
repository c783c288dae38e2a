// Finds when a missing check-out or check-in usually is: the median of the person's other days, within the gap in which
// it must have been. Computed on the wall clock, in minutes since the midnight before the working day.

import type { WorkedDay } from '../../../../src/shared/day/types.ts';
import { longestShiftHours } from '../../../../src/shared/day/pairEvents.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { type Clock, type Clocks, daysAfter } from '../../../platform/time/clock.ts';
import { instantOf } from '../../../platform/time/instants.ts';
import type { FoundException } from './findExceptions.ts';
import { loadDays, type StoredEvent } from '../../workday/loadDays.ts';

const usualDays = 28;
const minutesOfDay = 24 * 60;

type Day = WorkedDay<StoredEvent>;

/** 'YYYY-MM-DDTHH:MM'; empty if nothing tells. */
type UsualTime = (exception: FoundException) => string;

export async function findUsualTimes(
  queries: Queries,
  found: readonly FoundException[],
  clocks: Clocks,
  now: Date,
): Promise<UsualTime> {
  const missing = found.filter(({ kind }) => kind === 'no_check_out' || kind === 'no_check_in');
  const people = new Map(missing.flatMap(({ person }) => (person ? [[person.id, person]] : [])));
  const todays = missing.map(({ company }) => clocks.of(company.id).dayOf(instantOf(now)));
  const today = todays.sort().at(-1) ?? '';
  if (today === '') return () => '';
  const firstDay = missing.reduce((first, { day }) => (day < first ? day : first), daysAfter(today, 1 - usualDays));
  // Begins a day earlier, since the last event of that day may begin a gap.
  const period = { from: daysAfter(firstDay, -1), until: today };
  const daysOf = await loadDays(queries, [...people.values()], period, clocks, now);

  return (exception) => {
    const days = exception.person && daysOf.get(exception.person.id);
    const minute = days && usualMinute(exception, days, clocks.of(exception.company.id));
    return minute === undefined ? '' : clockOn(exception.day, minute);
  };
}

interface At {
  readonly occurredAt: string;
}

function usualMinute({ kind, day, event }: FoundException, days: readonly Day[], clock: Clock) {
  const minuteOn = (of: string, { occurredAt }: At) => minutesSince(of, clock.wallClock(occurredAt));
  const isCheckOut = kind === 'no_check_out';
  const at = minuteOn(day, event);
  const others = days.flatMap(countedEvents).map((other) => minuteOn(day, other));
  const longest = longestShiftHours * 60;
  const gap = isCheckOut
    ? { after: at, before: Math.min(at + longest, ...others.filter((minute) => minute > at)) }
    : { after: Math.max(at - longest, ...others.filter((minute) => minute < at)), before: at };
  // The gap tells which check-out is missing: in the morning the one for lunch, in the evening the last one.
  return median(
    days.flatMap((each) => {
      const minutes = each.pairs
        .map((pair) => minuteOn(each.day, isCheckOut ? pair.out : pair.in))
        .filter((minute) => minute > gap.after && minute < gap.before);
      return minutes.at(isCheckOut ? -1 : 0) ?? [];
    }),
  );
}

function countedEvents({ events, exceptions }: Day): StoredEvent[] {
  const repeated = new Set(exceptions.flatMap(({ kind, event }) => (kind === 'repeated' ? [event] : [])));
  return events.filter((event) => !event.isSetAside && !repeated.has(event));
}

function minutesSince(day: string, clock: string): number {
  const days = (Date.parse(clock.slice(0, 10)) - Date.parse(day)) / (minutesOfDay * 60_000);
  return days * minutesOfDay + Number(clock.slice(11, 13)) * 60 + Number(clock.slice(14, 16));
}

function clockOn(day: string, minutes: number): string {
  const days = Math.floor(minutes / minutesOfDay);
  const two = (value: number) => String(value).padStart(2, '0');
  const minute = minutes - days * minutesOfDay;
  return `${daysAfter(day, days)}T${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const median = (values: readonly number[]): number | undefined =>
  values.toSorted((one, other) => one - other)[Math.floor((values.length - 1) / 2)];
