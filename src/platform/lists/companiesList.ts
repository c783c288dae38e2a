// Paged list of companies, as shown by three screens.

import { companiesQuery, readQuery } from '../../shared/contract/queries.ts';
import { listCall } from '../hooks/searchParams.ts';
import { listing } from './listView.ts';

export const companiesList = listCall('GET /companies', listing, (params) => ({
  query: readQuery(companiesQuery, params),
}));
