// What the address of Who Is In holds, and what it asks the server for.

import { laterQueries } from '../../shared/contract/queries/later.ts';
import { readQuery } from '../../shared/contract/readQuery.ts';

/** `roll_call` is the id of the one that is shown instead of the list. */
export const presenceParams = {
  page: 1,
  state: '',
  company_id: '',
  site: '',
  department: '',
  q: '',
  roll_call: '',
};
export type PresenceParams = Record<Exclude<keyof typeof presenceParams, 'page'>, string> & { page: number };

const perPage = 200;

export const peopleArgs = (params: PresenceParams) => ({
  query: readQuery(laterQueries['GET /presence'], { ...params, per_page: perPage }),
});

/** The counts are of all states. */
export const summaryArgs = ({ company_id, site, department, q }: PresenceParams) => ({
  query: readQuery(laterQueries['GET /presence/summary'], { company_id, site, department, q }),
});
