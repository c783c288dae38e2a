// The companies as their own screen lists them.

import { firstQueries } from '../../contract/queries/first.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { inView, rememberedView } from '../../crud/listView.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const companyRecordsList = listCall(
  'GET /companies',
  () => ({ ...listing, url_health: '', view: rememberedView('companies') }),
  (params) => ({ query: readQuery(firstQueries['GET /companies'], inView(params)) }),
);
