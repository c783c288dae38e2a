import { readQuery } from '../../contract/readQuery.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const employeesList = listCall('GET /employees', { ...listing, company_id: '' }, (params) => ({
  query: readQuery('GET /employees', params),
}));
