// The calls of presence: who is in, as a list, as counts, and as the curve of the day.

import { missing, type PresenceCurve, type PresenceState } from '../../../src/shared/contract/presence.ts';
import { isOpen, pairEvents } from '../../../src/shared/day/pairEvents.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Queries, scalars, sql } from '../../platform/db/db.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/parameters.ts';
import { type Clock, daysAfter, instantAt, instantOf, timeOf } from '../../platform/time/clock.ts';
import { PersonCache } from '../attendance/personCache.ts';
import { clockFor, type Moment } from '../settings/clocks.ts';
import { type History, loadHistories, peopleAtOnce } from '../workday/loadDays.ts';
import { type NamedPerson, peopleById } from '../workday/people.ts';
import { canBePresent, findControllers, isOfFilters, loadPresence, type Presence } from './loadPresence.ts';

const sizes = { usual: 200, most: 10_000 };

export const presenceHandlers = {
  async 'GET /presence'(request) {
    const { db, clocks, query } = request;
    const pageRequest = pageRequestOf(query, sizes);
    const { offset, size } = pageRequest;
    const people = (await loadPresence(db, request, query))
      .filter(isOfFilters(query))
      .filter(({ state, isMissing }) =>
        query.state === missing ? isMissing : query.state === undefined || state === query.state,
      );
    const page = people.slice(offset, offset + size).map(({ since, at, isMissing, ...person }) => ({
      ...person,
      ...at,
      ...(isMissing !== undefined && { is_missing: isMissing }),
      since: since === undefined ? '' : clocks.of(person.company.id).wallClock(since),
    }));
    return pageOf(page, people.length, pageRequest);
  },

  async 'GET /presence/summary'(request) {
    const { db, query, now } = request;
    const { site, department, ...others } = query;
    const clock = await clockFor(db, request, query.company_id);
    const people = await loadPresence(db, request, query);
    const chosen = people.filter(isOfFilters(query));
    const count = (counted: PresenceState) => chosen.filter(({ state }) => state === counted).length;
    return {
      as_of: clock.wallClock(instantOf(now)),
      counts: {
        in: count('in'),
        out: count('out'),
        not_seen: count('not_seen'),
        ...(people.some(({ isMissing }) => isMissing !== undefined) && {
          missing: chosen.filter(({ isMissing }) => isMissing).length,
        }),
      },
      sites: inByName(people.filter(isOfFilters({ ...others, department })), ({ at }) => at.site),
      departments: inByName(people.filter(isOfFilters({ ...others, site })), ({ employee }) => employee.department),
      controllers: await findControllers(db, request, query),
    };
  },

  'GET /presence/curve': (request) => loadCurve(request.db, request),
} satisfies Partial<Handlers>;

/** Counts who is in, by each name that occurs. */
function inByName(people: readonly Presence[], nameOf: (person: Presence) => string) {
  const named = people.filter((person) => nameOf(person) !== '');
  return [...Map.groupBy(named, nameOf)]
    .map(([name, group]) => ({ name, in: group.filter(({ state }) => state === 'in').length }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

// The number of people in the building over the day, from the pairs of their events, beside the usual one: the mean of
// the same weekday in the four weeks before.

/** Every half hour of the wall clock. */
const times = Array.from({ length: 48 }, (_, step) => new Date(step * 30 * 60_000).toISOString().slice(11, 16));
const weeks = [-7, -14, -21, -28];

/** When somebody was in, in steps of that day; `until` is excluded. */
interface Stay {
  readonly date: string;
  readonly from: number;
  readonly until: number;
}

const stayCache = new PersonCache<readonly Stay[]>();

async function loadCurve(queries: Queries, moment: Moment): Promise<PresenceCurve> {
  const { caller, now } = moment;
  const clock = await clockFor(queries, moment);
  const day = clock.dayOf(instantOf(now));
  const before = weeks.map((days) => daysAfter(day, days));
  const dates = [day, ...before].map((date) => dateOn(date, clock));
  const people = await scalars(queries, sql`select id from employees where ${canBePresent(caller)}`);
  const stays = await stayCache.getOrCompute(queries, { ...moment, key: clock.zone, lastDay: day, people }, (missing) =>
    staysOf(queries, missing, dates, moment),
  );
  const byDate = Map.groupBy([...stays.values()].flat(), ({ date }) => date);
  const countsOn = (date: string) => {
    const ofDate = byDate.get(date) ?? [];
    return times.map((_, step) => ofDate.filter(({ from, until }) => from <= step && step < until).length);
  };
  const today = countsOn(day);
  // A holiday says nothing about what is usual.
  const usual = before.map(countsOn).filter((counts) => counts.some((count) => count > 0));
  return {
    day,
    usual_days: usual.length,
    points: times.map((time, step) => ({
      time,
      in: instantAt(clock, day, time) > instantOf(now) ? null : (today[step] ?? 0),
      usual:
        usual.length === 0 ? 0 : Math.round(usual.reduce((sum, each) => sum + (each[step] ?? 0), 0) / usual.length),
    })),
  };
}

type DateOnClock = ReturnType<typeof dateOn>;

function dateOn(date: string, clock: Clock) {
  const at = times.map((time) => timeOf(instantAt(clock, date, time)));
  /** The first step at or after this time. */
  const stepAt = (time: number) => at.filter((step) => step < time).length;
  return { date, zone: clock.zone, end: clock.endOf(date), stepAt };
}

async function staysOf(queries: Queries, ids: readonly number[], dates: readonly DateOnClock[], moment: Moment) {
  const people = await peopleById(queries, moment.caller, ids);
  const stays = await inBatches(people, peopleAtOnce, async (some) => {
    const ofDates: [number, Stay][][] = [];
    for (const date of dates) ofDates.push(await staysOn(queries, some, date, moment));
    return ofDates.flat();
  });
  const byPerson = Map.groupBy(stays, ([person]) => person);
  return new Map([...byPerson].map(([person, theirs]) => [person, theirs.map(([, stay]) => stay)]));
}

async function staysOn(
  queries: Queries,
  people: readonly NamedPerson[],
  { date, zone, end, stepAt }: DateOnClock,
  moment: Moment,
): Promise<[number, Stay][]> {
  const { clocks, now } = moment;
  const isToday = instantOf(now) < end;
  // In other time zones, other days overlap with this one.
  const daysOf = ({ companyId }: NamedPerson) =>
    clocks.of(companyId).zone === zone
      ? { from: date, until: date }
      : { from: daysAfter(date, -1), until: daysAfter(date, 1) };
  /** A check-in without a check-out counts only today. */
  const stays = ({ events, rules }: History) =>
    pairEvents(events, rules).stretches.flatMap((stretch) => {
      const left = isToday && isOpen(stretch) ? Number.POSITIVE_INFINITY : stretch.out?.at;
      if (!stretch.in || left === undefined) return [];
      const [from, until] = [stepAt(stretch.in.at), stepAt(left)];
      return from < until ? { date, from, until } : [];
    });
  const histories = await loadHistories(queries, people, daysOf, moment);
  return [...histories].flatMap(([id, history]) => stays(history).map((stay): [number, Stay] => [id, stay]));
}
