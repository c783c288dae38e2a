// The list of corrections as its screen requests it.

import { laterQueries } from '../../contract/queries/later.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { listCall } from '../../hooks/searchParams.ts';

/** '' means any. */
export const correctionsList = listCall(
  'GET /corrections',
  { company_id: '', state: '', start_date: '', end_date: '', page: 1 },
  (params) => ({ query: readQuery(laterQueries['GET /corrections'], { ...params }) }),
);
