// Stores who employees are in the HR system, as somebody chose. An empty person takes a choice back.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { Queries } from '../../../platform/db/db.ts';
import { type FieldMessages, invalid } from '../../../platform/records/domainErrors.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { connectorOf } from '../connectors/connectors.ts';
import { addMatches, employeesToMatch, findMatches, findPeople, removeMatches } from './peopleQueries.ts';
import { rematch } from './rematch.ts';
import { requeueUnmatched } from './requeueUnmatched.ts';

export type Choice = Body<'PUT /companies/{id}/hr-matches'>['matches'][number];

/** In a transaction that has locked the company. Throws what is wrong with which row. */
export async function chooseMatches(
  queries: Queries,
  companyId: number,
  choices: readonly Choice[],
  now: Date,
): Promise<void> {
  const complaints = await complaintsAbout(queries, companyId, choices);
  if (Object.keys(complaints).length > 0) throw invalid(complaints);
  const chosen = choices.filter(({ person_id }) => person_id !== '');
  const wanted = new Set(chosen.map(({ person_id }) => person_id));
  const replaced = (await findMatches(queries, companyId)).filter(({ person_id }) => wanted.has(person_id));
  await removeMatches(
    queries,
    [...choices, ...replaced].map(({ employee_id }) => employee_id),
  );
  await addMatches(
    queries,
    companyId,
    new Map(chosen.map(({ employee_id, person_id }) => [employee_id, { personId: person_id, matchedBy: 'chosen' }])),
  );
  await requeueUnmatched(
    queries,
    companyId,
    chosen.map(({ employee_id }) => employee_id),
    now,
  );
  await rematch(queries, companyId, now);
}

async function complaintsAbout(
  queries: Queries,
  companyId: number,
  choices: readonly Choice[],
): Promise<FieldMessages> {
  const { name } = connectorOf((await findConnection(queries, companyId)).connector);
  const employees = new Map((await employeesToMatch(queries, companyId)).map((employee) => [employee.id, employee]));
  const people = new Set((await findPeople(queries, companyId)).map(({ id }) => id));
  const named = new Set(choices.map(({ employee_id }) => employee_id));
  const owners = new Map(
    (await findMatches(queries, companyId))
      .filter(({ employee_id, matched_by, is_past }) => matched_by === 'chosen' && !is_past && !named.has(employee_id))
      .map(({ employee_id, person_id }) => [person_id, employees.get(employee_id)?.name ?? '']),
  );
  const seen = new Set<number>();
  return Object.fromEntries(
    choices.flatMap(({ employee_id, person_id }, index) => {
      const wrong = (field: keyof Choice, message: string) => [[`matches.${index}.${field}`, message] as const];
      const employee = employees.get(employee_id);
      if (!employee) return wrong('employee_id', 'This company has no such employee');
      if (seen.has(employee_id)) return wrong('employee_id', `${employee.name} is named twice`);
      seen.add(employee_id);
      if (person_id === '') return [];
      if (!people.has(person_id)) return wrong('person_id', `${name} has nobody with the id ${person_id}: read again`);
      const owner = owners.get(person_id);
      if (owner !== undefined) return wrong('person_id', `This person was already chosen for ${owner}`);
      owners.set(person_id, employee.name);
      return [];
    }),
  );
}
