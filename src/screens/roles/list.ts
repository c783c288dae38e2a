import { readQuery } from '../../contract/readQuery.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const rolesList = listCall('GET /roles', listing, ({ page, ...params }) => ({
  query: readQuery('GET /roles', { ...params, page: page > 1 ? page : '' }),
}));
