// What the address of the list of people holds, and what it asks the server for.

import { calls as privacyCalls } from '../../../shared/contract/privacy.ts';
import { readQuery } from '../../../shared/contract/queries.ts';

export const peopleParams = { part: '', page: 1, kind: 'employees', state: '', q: '' };
export type PeopleParams = Record<Exclude<keyof typeof peopleParams, 'page'>, string> & { page: number };

const perPage = 50;

export const peopleArgs = ({ part: _, ...params }: PeopleParams) => ({
  query: readQuery(privacyCalls['GET /privacy/people'].query, { ...params, per_page: perPage }),
});
