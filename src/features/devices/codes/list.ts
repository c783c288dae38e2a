// What the address of the unknown codes holds, and what it asks the server for.

import { calls as codesCalls } from '../../../shared/contract/codes.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

export const codesList = listCall(
  'GET /unknown-codes',
  { page: 1, company_id: '', access_controller_id: '' },
  (params) => ({ query: readQuery(codesCalls['GET /unknown-codes'].query, params) }),
);
