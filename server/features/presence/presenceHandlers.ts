// The calls of presence: who is in, as a list and as counts.
import { missing, type PresenceState } from '../../../src/shared/contract/presence.ts';
import type { Handlers } from '../../platform/records/endpoint.ts';
import { pageOf, pageRequestOf } from '../../platform/records/parameters.ts';
import { instantOf } from '../../platform/time/clock.ts';
import { clockFor } from '../settings/clocks.ts';
import { loadCurve } from './curve.ts';
import { findControllers, isOfFilters, loadPresence, type Presence } from './loadPresence.ts';

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
