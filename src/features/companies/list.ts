// The list of the companies screen.

import { listCall } from '../../platform/hooks/searchParams.ts';
import { listing, rememberedView, withViewPageSize } from '../../platform/lists/listView.ts';
import { companiesQuery, readQuery } from '../../shared/contract/queries.ts';

export const companyRecordsList = listCall(
  'GET /companies',
  () => ({ ...listing, url_health: '', view: rememberedView('companies') }),
  (params) => ({ query: readQuery(companiesQuery, withViewPageSize(params)) }),
);
