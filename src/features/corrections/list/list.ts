// The list of corrections as its screen requests it.

import { calls as correctionsCalls } from '../../../shared/contract/corrections.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** '' means any. */
export const correctionsList = listCall(
  'GET /corrections',
  { company_id: '', state: '', start_date: '', end_date: '', page: 1 },
  (params) => ({ query: readQuery(correctionsCalls['GET /corrections'].query, { ...params }) }),
);
