// What the address of Who Is In holds, and what it asks the server for.

import { calls as presenceCalls } from '../../shared/contract/presence.ts';
import { readQuery } from '../../shared/contract/queries.ts';

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
  query: readQuery(presenceCalls['GET /presence'].query, { ...params, per_page: perPage }),
});

/** The counts are of all states. */
export const summaryArgs = ({ company_id, site, department, q }: PresenceParams) => ({
  query: readQuery(presenceCalls['GET /presence/summary'].query, { company_id, site, department, q }),
});
