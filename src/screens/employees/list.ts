import { readQuery } from '../../contract/readQuery.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const employeesList = listCall('GET /employees', { page: 1, company_id: '', q: '' }, (params) => ({
  query: readQuery('GET /employees', params),
}));
