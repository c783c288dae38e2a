// The lists of Match Employees, made of one answer: whom nobody is matched with, everybody, and who is only in the HR
// system.

import type { HrPeople, HrPerson, MatchedEmployee } from '../../../shared/contract/hrConnections.ts';
import { paths } from '../../../platform/boot/paths.ts';
import { addressOf } from '../../../shared/words/address.ts';

/** `people` is the company whose people are shown. */
export const matchParams = { people: '', show: 'unmatched', q: '', page: 1 };

export const matchAddress = (companyId: number, show = matchParams.show) =>
  addressOf(paths.hrSync, { people: companyId, ...(show !== matchParams.show && { show }) });

export interface EmployeeRow extends MatchedEmployee {
  person: HrPerson | undefined;
  proposal: HrPerson | undefined;
}

export interface PersonRow extends HrPerson {
  /** For the table. */
  row: number;
}

export interface Lists {
  unmatched: readonly EmployeeRow[];
  all: readonly EmployeeRow[];
  there: readonly PersonRow[];
}

export function listsOf({ employees, people }: HrPeople): Lists {
  const byId = new Map(people.map((person) => [person.id, person]));
  const all = employees.map((employee) => ({
    ...employee,
    person: byId.get(employee.person_id),
    proposal: byId.get(employee.proposed_id),
  }));
  const matched = new Set(employees.map(({ person_id }) => person_id));
  return {
    all,
    unmatched: all.filter(({ person_id }) => person_id === ''),
    there: people.filter(({ id }) => !matched.has(id)).map((person, row) => ({ ...person, row })),
  };
}

/** What tells somebody from others of the same name. */
export const detailOf = ({ number, email }: Pick<HrPerson, 'number' | 'email'>): string =>
  [number, email].filter(Boolean).join(' · ');
