import { firstQueries } from '../../contract/queries/first.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { inView, rememberedView } from '../../crud/listView.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const employeesList = listCall(
  'GET /employees',
  () => ({ ...listing, view: rememberedView('employees'), company_id: '' }),
  (params) => ({ query: readQuery(firstQueries['GET /employees'], inView(params)) }),
);
