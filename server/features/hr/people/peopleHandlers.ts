// People of an HR system and their matches with employees.

import type { Body } from '../../../../src/shared/contract/calls.ts';
import type { HrPeople } from '../../../../src/shared/contract/hrConnections.ts';
import { audit } from '../../../platform/audit/auditLog.ts';
import { type Queries, sql } from '../../../platform/db/db.ts';
import { conflict, invalid } from '../../../platform/domainErrors.ts';
import type { Handlers } from '../../../platform/records/endpoint.ts';
import { findOrThrow } from '../../../platform/records/recordActions.ts';
import { asUtc } from '../../../platform/time/clock.ts';
import { companyRecord, lockCompany } from '../../companies/companyQueries.ts';
import { findConnection, type HrCompany, urlOrThrow } from '../connection/connectionQueries.ts';
import { openConnection } from '../connection/openConnection.ts';
import { NotNow } from '../connectors/connector.ts';
import { connectorOf } from '../connectors/connectors.ts';
import {
  addMatches,
  choicesIn,
  employeesToMatch,
  findMatches,
  findPeople,
  findReadings,
  loadMatching,
  rematch,
  removeMatches,
  requeueUnmatched,
} from './matches.ts';
import { type Match, proposeMatches } from './matchPeople.ts';
import { readPeople } from './readPeople.ts';

export const peopleHandlers = {
  async 'GET /companies/{id}/hr-people'({ db, caller, params }) {
    return shownPeople(db, await findOrThrow(companyRecord, db, caller, params.id));
  },

  async 'POST /companies/{id}/hr-people/read'(request) {
    const { db, vault, caller, params, now } = request;
    const company = await findOrThrow(companyRecord, db, caller, params.id);
    const { url } = await urlOrThrow(db, company);
    const opened = await openConnection(db, vault, company, url, now);
    if (!opened.connector.people) throw conflict(`${opened.connector.name} knows employees by their IDs`);
    const details = { subjectId: company.id, after: { connector: opened.connector.name } };
    try {
      await readPeople(request, company.id, opened, (queries) =>
        audit(queries, request, 'hr_people.read', 'companies', details),
      );
    } catch (error) {
      throw error instanceof NotNow ? conflict(error.message) : error;
    }
    return shownPeople(db, company);
  },

  async 'PUT /companies/{id}/hr-matches'({ db, caller, params, body: { matches }, now, requestId }) {
    return db.tx(async (queries) => {
      await lockCompany(queries, params.id, 'change');
      const company = await findOrThrow(companyRecord, queries, caller, params.id);
      const complaints = await complaintsAbout(queries, company.id, matches);
      if (Object.keys(complaints).length > 0) throw invalid(complaints);
      const chosen = new Map<number, Match>(
        matches.flatMap(({ employee_id, person_id }) =>
          person_id === '' ? [] : [[employee_id, { person_id, matched_by: 'chosen' }]],
        ),
      );
      const personIds = new Set([...chosen.values()].map(({ person_id }) => person_id));
      const replaced = (await findMatches(queries, company.id)).filter(({ person_id }) => personIds.has(person_id));
      const changed = [...matches, ...replaced].map(({ employee_id }) => employee_id);
      await removeMatches(queries, changed);
      await addMatches(queries, company.id, chosen);
      await requeueUnmatched(queries, company.id, [...chosen.keys()], now);
      await rematch(queries, company.id, now);
      await queries.run(sql`update hr_connections set leave_tried_at = null where company_id = ${company.id}`);
      const shown = await shownPeople(queries, company);
      await audit(queries, { caller, requestId, now }, 'hr_matches.edit', 'companies', {
        subjectId: company.id,
        after: { matches },
      });
      return shown;
    });
  },
} satisfies Partial<Handlers>;

async function shownPeople(queries: Queries, { id, name }: Pick<HrCompany, 'id' | 'name'>): Promise<HrPeople> {
  const connector = connectorOf((await findConnection(queries, id)).connector);
  const summary = { company_name: name, connector_name: connector.name, has_people: connector.people !== undefined };
  if (!summary.has_people) return { ...summary, read_at: '', employees: [], people: [] };

  const { employees, people, matches, notes } = await loadMatching(queries, id);
  const matched = new Set([...matches.values()].map(({ person_id }) => person_id));
  const proposals = proposeMatches(
    employees.filter((employee) => !matches.has(employee.id)),
    people.filter((person) => person.is_active && !matched.has(person.id)),
  );
  return {
    ...summary,
    read_at: asUtc((await findReadings(queries, id)).people_read_at),
    employees: employees.map((employee) => ({
      ...employee,
      ...(matches.get(employee.id) ?? { person_id: '', matched_by: 'nothing' }),
      proposed_id: proposals.get(employee.id) ?? '',
      note: notes.get(employee.id) ?? '',
    })),
    people,
  };
}

type Choice = Body<'PUT /companies/{id}/hr-matches'>['matches'][number];

/** Errors by row. */
async function complaintsAbout(queries: Queries, companyId: number, choices: readonly Choice[]) {
  const { name } = connectorOf((await findConnection(queries, companyId)).connector);
  const employees = new Map((await employeesToMatch(queries, companyId)).map((employee) => [employee.id, employee]));
  const people = new Set((await findPeople(queries, companyId)).map(({ id }) => id));
  const kept = choicesIn(await findMatches(queries, companyId));
  for (const { employee_id } of choices) kept.delete(employee_id);
  const owners = new Map([...kept].map(([id, person]) => [person, employees.get(id)?.name ?? '']));
  const seen = new Set<number>();
  return Object.fromEntries(
    choices.flatMap(({ employee_id, person_id }, index) => {
      const wrong = (field: keyof Choice, message: string) => [[`matches.${index}.${field}`, message] as const];
      const employee = employees.get(employee_id);
      if (!employee) return wrong('employee_id', 'This company has no such employee');
      if (seen.has(employee_id)) return wrong('employee_id', `${employee.name} is named twice`);
      seen.add(employee_id);
      if (person_id === '') return [];
      if (!people.has(person_id)) return wrong('person_id', `${name} has no person with ID ${person_id}: read again`);
      const owner = owners.get(person_id);
      if (owner !== undefined) return wrong('person_id', `This person was already chosen for ${owner}`);
      owners.set(person_id, employee.name);
      return [];
    }),
  );
}
