// The calls of presence: who is in, as a list and as counts.
import { missing, type PresenceCurve, type PresenceState } from '../../../src/shared/contract/presence.ts';
import { isOpen, pairEvents } from '../../../src/shared/day/pairEvents.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import type { Queries } from '../../platform/db/db.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/parameters.ts';
import { type Clock, daysAfter, instantAt, instantOf, timeOf } from '../../platform/time/clock.ts';
import { clockFor, type Moment } from '../settings/clocks.ts';
import { loadHistories, peopleAtOnce } from '../workday/loadDays.ts';
import type { NamedPerson } from '../workday/people.ts';
import { findControllers, findPeople, isOfFilters, loadPresence, type Presence } from './loadPresence.ts';

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

/** Counts who is in, by each name that anybody has. */
function inByName(people: readonly Presence[], nameOf: (person: Presence) => string) {
  const named = people.filter((person) => nameOf(person) !== '');
  return [...Map.groupBy(named, nameOf)]
    .map(([name, group]) => ({ name, in: group.filter(({ state }) => state === 'in').length }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** Every half hour of the wall clock. */
const times = Array.from({ length: 48 }, (_, step) => new Date(step * 30 * 60_000).toISOString().slice(11, 16));
const weeks = [-7, -14, -21, -28];

/**
 * Counts how many people are in the building through the day, from the pairs of their events, beside what is usual: the
 * mean of the same weekday in the four weeks before.
 */
async function loadCurve(queries: Queries, moment: Moment): Promise<PresenceCurve> {
  const { caller, now } = moment;
  const people = await findPeople(queries, caller, undefined);
  const clock = await clockFor(queries, moment);
  const day = clock.dayOf(instantOf(now));
  const countsOn = (date: string) => countThrough(queries, people, { date, clock }, moment);
  const today = await countsOn(day);
  const before: number[][] = [];
  for (const days of weeks) before.push(await countsOn(daysAfter(day, days)));
  // A holiday says nothing of what is usual.
  const usual = before.filter((counts) => counts.some((count) => count > 0));
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

/** Counts how many people are in at each time of a day. A check-in without a check-out counts only today. */
async function countThrough(
  queries: Queries,
  people: readonly NamedPerson[],
  { date, clock }: { readonly date: string; readonly clock: Clock },
  moment: Moment,
): Promise<number[]> {
  const { clocks, now } = moment;
  const isToday = instantOf(now) < clock.endOf(date);
  // In other time zones, parts of other days are at the same time.
  const daysOf = ({ companyId }: NamedPerson) =>
    clocks.of(companyId).zone === clock.zone
      ? { from: date, until: date }
      : { from: daysAfter(date, -1), until: daysAfter(date, 1) };
  const spans = await inBatches(people, peopleAtOnce, async (some) => {
    const histories = await loadHistories(queries, some, daysOf, moment);
    return [...histories.values()].flatMap(({ events, rules }) =>
      pairEvents(events, rules).stretches.flatMap((stretch) => {
        if (isToday && isOpen(stretch)) return { from: stretch.in.at, until: Number.POSITIVE_INFINITY };
        return stretch.in && stretch.out ? { from: stretch.in.at, until: stretch.out.at } : [];
      }),
    );
  });
  return times.map((time) => {
    const at = timeOf(instantAt(clock, date, time));
    return spans.filter(({ from, until }) => from <= at && at < until).length;
  });
}
