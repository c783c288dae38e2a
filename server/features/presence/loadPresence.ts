// Who is in, who has left today, and who has not been seen: from the last event of each person that counts.

import type { Query } from '../../../src/shared/contract/calls.ts';
import { type PresenceState, presenceStates } from '../../../src/shared/contract/presence.ts';
import { textMatcher } from '../../../src/shared/contract/searchText.ts';
import { pairEvents } from '../../../src/shared/day/pairEvents.ts';
import { isOpen } from '../../../src/shared/day/stretches.ts';
import type { Caller } from '../../platform/access/caller.ts';
import { companyScope } from '../../platform/access/companyScope.ts';
import { type History, loadHistories, type Person } from '../workday/loadDays.ts';
import type { StoredEvent } from '../workday/storedEvents.ts';
import { peopleWhere, type NamedPerson } from '../workday/people.ts';
import type { Queries } from '../../platform/db/db.ts';
import { sql } from '../../platform/db/sql.ts';
import { byName, searchedKinds } from '../../platform/records/search/searchedKinds.ts';
import type { BusinessTime } from '../../platform/time/businessTime.ts';
import { instantOf } from '../../platform/time/instants.ts';
import { findPlaces, type Place } from './places.ts';

export type PresenceFilters = Pick<Query<'GET /presence'>, 'company_id' | 'department' | 'q' | 'site'>;

export interface Presence extends Pick<NamedPerson, 'employee' | 'company'> {
  readonly state: PresenceState;
  /** The instant when the person came or left; undefined if not seen today. */
  readonly since: string | undefined;
  readonly place: Place;
}

/** Of active employees, by state and name. The filters for site and department are left to the caller. */
export async function loadPresence(
  queries: Queries,
  caller: Caller,
  { company_id, q = '' }: PresenceFilters,
  businessTime: BusinessTime,
  now: Date,
): Promise<Presence[]> {
  const matches = textMatcher(q);
  const people = (await findPeople(queries, caller, company_id)).filter(({ employee }) =>
    matches([employee.name, employee.employee_id]),
  );
  const today = businessTime.dayOf(instantOf(now));
  const histories = await loadHistories(queries, people, () => ({ from: today, until: today }), businessTime, now);
  const seen = people.flatMap((person) => {
    const history = histories.get(person.id);
    const sight = history && lastSeen(history, now);
    return sight || isEmployed(person, today) ? [{ person, sight }] : [];
  });
  const places = await findPlaces(queries, [...new Set(seen.flatMap(({ sight }) => sight?.event.controllerId ?? []))]);
  return seen
    .map(
      ({ person: { employee, company }, sight }): Presence => ({
        employee,
        company,
        state: sight?.state ?? 'not_seen',
        since: sight?.event.occurredAt,
        place: (sight && places.get(sight.event.controllerId)) ?? nowhere,
      }),
    )
    .sort((one, other) => presenceStates.indexOf(one.state) - presenceStates.indexOf(other.state));
}

export const isOfFilters =
  ({ site, department }: PresenceFilters) =>
  ({ place, employee }: Presence): boolean =>
    (site === undefined || place.site === site) && (department === undefined || employee.department === department);

const nowhere: Place = { controller: '', site: '' };

interface Sight {
  readonly state: 'in' | 'out';
  readonly event: StoredEvent;
}

/** Undefined if the person has neither left today nor come within the longest shift. */
function lastSeen({ events, rules, calendar }: History, now: Date): Sight | undefined {
  const last = pairEvents(events, rules).stretches.at(-1);
  if (last && isOpen(last)) return { state: 'in', event: last.in };
  if (!last?.out) return undefined;
  return last.out.day === calendar.dayOf(instantOf(now)) ? { state: 'out', event: last.out } : undefined;
}

const isEmployed = ({ employedFrom, employedUntil }: Person, day: string) =>
  day >= (employedFrom ?? day) && day <= (employedUntil ?? day);

const findPeople = (queries: Queries, caller: Caller, companyId: number | undefined): Promise<NamedPerson[]> =>
  peopleWhere(
    queries,
    sql`employees.deleted_at is null and employees.is_active = true
      and ${companyScope(caller, sql`employees.company_id`)}
      and ${companyId === undefined ? sql`true` : sql`employees.company_id = ${companyId}`}`,
    byName(searchedKinds.employees),
  );
