import { employeesQuery, readQuery } from '../../shared/contract/queries.ts';
import { inView, rememberedView } from '../../platform/lists/listView.ts';
import { listing } from '../../platform/lists/listing.ts';
import { listCall } from '../../platform/hooks/searchParams.ts';

export const employeesList = listCall(
  'GET /employees',
  () => ({ ...listing, view: rememberedView('employees'), company_id: '' }),
  (params) => ({ query: readQuery(employeesQuery, inView(params)) }),
);
