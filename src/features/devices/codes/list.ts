// What the address of the unknown codes holds, and what it asks the server for.

import { laterQueries } from '../../../shared/contract/queries/later.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

export const codesList = listCall(
  'GET /unknown-codes',
  { page: 1, company_id: '', access_controller_id: '' },
  (params) => ({ query: readQuery(laterQueries['GET /unknown-codes'], params) }),
);
