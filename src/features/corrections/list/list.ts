// The list of corrections as its screen requests it.

import { laterQueries } from '../../../shared/contract/queries/later.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** '' means any. */
export const correctionsList = listCall(
  'GET /corrections',
  { company_id: '', state: '', start_date: '', end_date: '', page: 1 },
  (params) => ({ query: readQuery(laterQueries['GET /corrections'], { ...params }) }),
);
