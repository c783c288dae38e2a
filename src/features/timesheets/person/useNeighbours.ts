// The people before and after a person, by name: of the same company, and of those whom the address searches for.

import { textMatcher } from '../../../shared/contract/searchText.ts';
import { textsOfEmployee } from '../../../shared/contract/searchedTexts.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { useCanCall } from '../../../platform/session/permissions.ts';

interface Person {
  id: number;
  name: string;
}

interface Neighbours {
  previous: Person | undefined;
  next: Person | undefined;
}

/** Undefined while they are not known. */
export function useNeighbours(
  id: number,
  companyId: number,
  { department, q }: { department: string; q: string },
): Neighbours | undefined {
  const mayAsk = useCanCall()('GET /companies/{id}/employees');
  const { data } = useResource('GET /companies/{id}/employees', companyId && mayAsk ? { id: companyId } : null);
  if (!data) return undefined;
  const matches = textMatcher(q);
  const people = data
    .filter((person) => (!department || person.department === department) && (!q || matches(textsOfEmployee(person))))
    .sort((one, other) => one.name.localeCompare(other.name) || one.id - other.id);
  const place = people.findIndex((person) => person.id === id);
  return place < 0 ? undefined : { previous: people[place - 1], next: people[place + 1] };
}
