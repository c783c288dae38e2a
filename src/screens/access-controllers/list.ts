import { readQuery } from '../../contract/readQuery.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const controllersList = listCall('GET /access-controllers', listing, (params) => ({
  query: readQuery('GET /access-controllers', params),
}));
