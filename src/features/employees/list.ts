import { listCall } from '../../platform/hooks/searchParams.ts';
import { listing, rememberedView, withViewPageSize } from '../../platform/lists/listView.ts';
import { employeesQuery, readQuery } from '../../shared/contract/queries.ts';

export const employeesList = listCall(
  'GET /employees',
  () => ({ ...listing, view: rememberedView('employees'), company_id: '' }),
  (params) => ({ query: readQuery(employeesQuery, withViewPageSize(params)) }),
);
