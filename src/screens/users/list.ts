import { readQuery } from '../../contract/readQuery.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const usersList = listCall('GET /users', listing, ({ page, ...params }) => ({
  query: readQuery('GET /users', { ...params, page: page > 1 ? page : '' }),
}));
