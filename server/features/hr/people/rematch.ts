// Keeps the stored matches of a company as its employees, the people of its HR system and the choices say. Records that
// were rejected only because nobody was matched wait again once somebody is.

import type { Queries } from '../../../platform/db/db.ts';
import { findConnection } from '../connection/connectionQueries.ts';
import { matchPeople, type Match } from './matchPeople.ts';
import {
  addMatches,
  employeesToMatch,
  findMatches,
  findPeople,
  removeMatches,
  type StoredMatch,
} from './peopleQueries.ts';
import { requeueUnmatched } from './requeueUnmatched.ts';

/** In a transaction that has locked the company. Until people were read, nothing changes. */
export async function rematch(queries: Queries, companyId: number, now: Date): Promise<void> {
  const { matches, stored, people: read } = await currentMatching(queries, companyId);
  if (read.length === 0) return;
  const isSame = ({ employee_id, person_id, matched_by }: StoredMatch) => {
    const match = matches.get(employee_id);
    return match !== undefined && match.personId === person_id && match.matchedBy === matched_by;
  };
  const people = new Set([...matches.values()].map(({ personId }) => personId));
  const outdated = stored.filter((match) => (match.is_past ? people.has(match.person_id) : !isSame(match)));
  const kept = new Set(stored.filter(isSame).map(({ employee_id }) => employee_id));
  const added = new Map<number, Match>([...matches].filter(([employee]) => !kept.has(employee)));
  if (outdated.length > 0) {
    await removeMatches(
      queries,
      outdated.map(({ employee_id }) => employee_id),
    );
  }
  if (added.size === 0) return;
  await addMatches(queries, companyId, added);
  await requeueUnmatched(queries, companyId, [...added.keys()], now);
}

export async function currentMatching(queries: Queries, companyId: number) {
  const { matchBy } = await findConnection(queries, companyId);
  const employees = await employeesToMatch(queries, companyId);
  const people = await findPeople(queries, companyId);
  const stored = await findMatches(queries, companyId);
  return { employees, people, stored, ...matchPeople(employees, people, matchBy, choicesIn(stored)) };
}

const choicesIn = (stored: readonly StoredMatch[]): Map<number, string> =>
  new Map(
    stored
      .filter(({ matched_by, is_past }) => matched_by === 'chosen' && !is_past)
      .map(({ employee_id, person_id }) => [employee_id, person_id]),
  );
