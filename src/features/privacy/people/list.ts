// What the address of the list of people holds, and what it asks the server for.

import { laterQueries } from '../../../shared/contract/queries/later.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';

export const peopleParams = { part: '', page: 1, kind: 'employees', state: '', q: '' };
export type PeopleParams = Record<Exclude<keyof typeof peopleParams, 'page'>, string> & { page: number };

const perPage = 50;

export const peopleArgs = ({ part: _, ...params }: PeopleParams) => ({
  query: readQuery(laterQueries['GET /privacy/people'], { ...params, per_page: perPage }),
});
