// Finds who is in, who has left today, and who has not been seen, from each person's last event that counts. Also finds
// silent controllers, because people who passed one of them may be wrong in every list.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { type PresenceState, type PresenceSummary, presenceStates } from '../../../src/shared/contract/presence.ts';
import { textMatcher } from '../../../src/shared/contract/searchText.ts';
import { expectedMinutes, limitsOf, minuteOf } from '../../../src/shared/day/expectedDay.ts';
import { isOpen, pairEvents } from '../../../src/shared/day/pairEvents.ts';
import { type Caller, companyScope } from '../../platform/access/caller.ts';
import { inBatches } from '../../platform/concurrency/limits.ts';
import { type Queries, type Sql, sql } from '../../platform/db/db.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchIndex.ts';
import { daysAfter, instantOf } from '../../platform/time/clock.ts';
import { PersonCache } from '../attendance/personCache.ts';
import { namedControllers } from '../controllers/controllerQueries.ts';
import { loadVitals, silenceOf, type Vitals } from '../controllers/device/vitals.ts';
import { loadExpectations } from '../expected/expectations.ts';
import type { Moment } from '../settings/clocks.ts';
import {
  type History,
  isEmployedOn,
  loadHistories,
  type Person,
  peopleAtOnce,
  type StoredEvent,
} from '../workday/loadDays.ts';
import { type NamedPerson, peopleWhere } from '../workday/people.ts';

type PresenceFilters = Omit<Query<'GET /presence'>, 'state' | 'page' | 'per_page'>;

export interface Presence extends Pick<NamedPerson, 'employee' | 'company'> {
  readonly state: PresenceState;
  /** The instant when the person came or left; undefined if not seen today. */
  readonly since: string | undefined;
  readonly at: EventSite;
  /** Expected by now and not seen; undefined where no pattern says who is expected. */
  readonly isMissing: boolean | undefined;
}

/** Lists active employees by state and name. Leaves the filters for site and department to the caller. */
export async function loadPresence(
  queries: Queries,
  moment: Moment,
  { company_id, employee_id, q = '' }: PresenceFilters,
): Promise<Presence[]> {
  const { caller, clocks, now } = moment;
  const matches = textMatcher(q);
  const everybody = await peopleWhere(queries, canBePresent(caller, company_id), byName(searchedKinds.employees));
  const people = everybody.filter(
    ({ id, employee }) =>
      (employee_id === undefined || id === employee_id) && matches([employee.name, employee.employee_id]),
  );
  const todayOf = ({ companyId }: Person) => clocks.of(companyId).workingDays.dayOf(instantOf(now));
  const sights = await findSights(queries, people, moment);
  const seen = people.flatMap((person) => {
    const sight = sights.get(person.id);
    return sight || isEmployedOn(person, todayOf(person)) ? [{ person, sight }] : [];
  });
  const sites = await findEventSites(queries, [
    ...new Set(seen.flatMap(({ sight }) => sight?.event.controllerId ?? [])),
  ]);
  // Working days that begin later, and those of companies elsewhere, are at most one day from the installation's.
  const today = clocks.ofInstallation.dayOf(instantOf(now));
  const around = { from: daysAfter(today, -2), until: daysAfter(today, 1) };
  const seenPeople = seen.map(({ person }) => person);
  const expectations = await loadExpectations(queries, seenPeople, around, clocks, false);
  function isMissing(person: NamedPerson, isSeen: boolean): boolean | undefined {
    const plan = expectations?.planOf(person, todayOf(person));
    const wallClock = clocks.of(person.companyId).wallClock(instantOf(now));
    return plan && !isSeen && expectedMinutes(plan) > 0 && minuteOf(plan, wallClock) > (limitsOf(plan).start ?? noon);
  }
  return seen
    .map(
      ({ person, sight }): Presence => ({
        employee: person.employee,
        company: person.company,
        isMissing: isMissing(person, sight !== undefined),
        state: sight?.state ?? 'not_seen',
        since: sight?.event.occurredAt,
        at: (sight && sites.get(sight.event.controllerId)) ?? nowhere,
      }),
    )
    .sort((one, other) => presenceStates.indexOf(one.state) - presenceStates.indexOf(other.state));
}

/** Minute of the day from which people without a latest start are missed. */
const noon = 12 * 60;

export const isOfFilters =
  ({ site, department }: PresenceFilters) =>
  ({ at, employee }: Presence): boolean =>
    (site === undefined || at.site === site) && (department === undefined || employee.department === department);

const nowhere: EventSite = { controller: '', site: '' };

interface Sight {
  readonly state: 'in' | 'out';
  readonly event: StoredEvent;
}

const sightCache = new PersonCache<Sight>();

/** Finds how each person was last seen today. */
function findSights(queries: Queries, people: readonly NamedPerson[], moment: Moment) {
  const { clocks, now } = moment;
  const byId = new Map(people.map((person) => [person.id, person]));
  const onlyToday = ({ companyId }: Person) => {
    const today = clocks.of(companyId).workingDays.dayOf(instantOf(now));
    return { from: today, until: today };
  };
  return sightCache.getOrCompute(queries, { ...moment, people: [...byId.keys()] }, async (ids) => {
    const missing = ids.flatMap((id) => byId.get(id) ?? []);
    const sights = await inBatches(missing, peopleAtOnce, async (some) => {
      const histories = await loadHistories(queries, some, onlyToday, moment);
      return [...histories].flatMap(([id, history]): [number, Sight][] => {
        const sight = lastSeen(history);
        return sight ? [[id, sight]] : [];
      });
    });
    return new Map(sights);
  });
}

/** Undefined if the person has neither left today nor come within the longest shift. */
function lastSeen({ events, rules }: History): Sight | undefined {
  const last = pairEvents(events, rules).stretches.at(-1);
  if (last && isOpen(last)) return { state: 'in', event: last.in };
  if (!last?.out) return undefined;
  return last.out.day === rules.today ? { state: 'out', event: last.out } : undefined;
}

/** Selects employees who can be present. */
export const canBePresent = (caller: Caller, companyId?: number): Sql =>
  sql`employees.deleted_at is null and employees.is_active = true
    and ${companyScope(caller, sql`employees.company_id`, companyId)}`;

interface EventSite {
  readonly controller: string;
  /** Empty for an event that a person added. */
  readonly site: string;
}

/** Also finds deleted controllers, because their events are still there. */
async function findEventSites(queries: Queries, ids: readonly number[]): Promise<ReadonlyMap<number, EventSite>> {
  const rows = await queries.all<{ id: number; name: string; location: string; is_for_corrections: boolean }>(
    sql`select id, name, location, is_for_corrections from access_controllers where id in (${ids})`,
    ['is_for_corrections'],
  );
  return new Map(
    rows.map(({ id, is_for_corrections, ...controller }) => [
      id,
      { controller: controller.name, site: is_for_corrections ? '' : siteOf(controller) },
    ]),
  );
}

/** Names the site of a controller: controllers at the same location share one. */
const siteOf = ({ name, location }: { name: string; location: string }): string => location.trim() || name;

type SeenController = PresenceSummary['controllers'][number];

/** Lists active controllers by name, and which of them are silent. */
export async function findControllers(
  queries: Queries,
  moment: Moment,
  { company_id, site }: PresenceFilters,
): Promise<SeenController[]> {
  const { caller, clocks, now } = moment;
  const isSeen = sql`access_controllers.is_active = true and ${companyScope(caller, sql`company_id`, company_id)}`;
  const controllers = (await namedControllers(queries, isSeen)).filter(
    ({ controller }) => site === undefined || siteOf(controller) === site,
  );
  const ids = controllers.map(({ controller }) => controller.id);
  const vitals = await loadVitals(queries, ids, moment);
  return controllers.map(({ controller: { id, name }, company }) => {
    const vital = vitals.get(id);
    const lastEventAt = vital?.lastEventAt ?? null;
    const sentence = (vital && unreliableReason(vital, now)) ?? '';
    return {
      id,
      name,
      company,
      last_event_at: lastEventAt === null ? '' : clocks.of(company.id).wallClock(lastEventAt),
      is_silent: sentence !== '',
      sentence,
    };
  });
}

/** Says why a controller cannot be relied on. A device that calls without sending events simply has none to send. */
function unreliableReason(vitals: Vitals, now: Date): string | undefined {
  if (!vitals.isActive) return undefined;
  if (vitals.lastEventAt === null && !vitals.calls) return 'It has never sent an event.';
  return silenceOf(vitals, now)?.sentence;
}
