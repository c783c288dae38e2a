import { listCall } from '../../platform/hooks/searchParams.ts';
import { inView, listing, rememberedView } from '../../platform/lists/listView.ts';
import { employeesQuery, readQuery } from '../../shared/contract/queries.ts';

export const employeesList = listCall(
  'GET /employees',
  () => ({ ...listing, view: rememberedView('employees'), company_id: '' }),
  (params) => ({ query: readQuery(employeesQuery, inView(params)) }),
);
