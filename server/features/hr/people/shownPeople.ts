// The employees of a company beside the people of its HR system, as the next sync matches them.

import type { HrPeople } from '../../../../src/shared/contract/hrConnections.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { asUtc } from '../../../platform/time/instants.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { findReadings } from './peopleQueries.ts';
import { proposeMatches } from './proposeMatches.ts';
import { currentMatching } from './rematch.ts';

export async function shownPeople(
  queries: Queries,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<HrPeople> {
  const connector = connectorOf((await findConnection(queries, id)).connector);
  const known = { company_name: name, connector_name: connector.name, has_people: connector.people !== undefined };
  if (!known.has_people) return { ...known, read_at: '', employees: [], people: [] };

  const { employees, people, matches, notes } = await currentMatching(queries, id);
  const matched = new Set([...matches.values()].map(({ personId }) => personId));
  const proposals = proposeMatches(
    employees.filter((employee) => !matches.has(employee.id)),
    people.filter((person) => person.is_active && !matched.has(person.id)),
  );
  return {
    ...known,
    read_at: asUtc((await findReadings(queries, id)).people_read_at),
    employees: employees.map((employee) => {
      const match = matches.get(employee.id);
      return {
        ...employee,
        person_id: match?.personId ?? '',
        matched_by: match?.matchedBy ?? 'nothing',
        proposed_id: proposals.get(employee.id) ?? '',
        note: notes.get(employee.id) ?? '',
      };
    }),
    people,
  };
}
