// The companies page by page, as three screens show them.

import { firstQueries } from '../../shared/contract/queries/first.ts';
import { readQuery } from '../../shared/contract/readQuery.ts';
import { listCall } from '../hooks/searchParams.ts';
import { listing } from './listing.ts';

export const companiesList = listCall('GET /companies', listing, (params) => ({
  query: readQuery(firstQueries['GET /companies'], params),
}));
