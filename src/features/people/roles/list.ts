import { firstQueries } from '../../../shared/contract/queries/first.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';
import { inView, rememberedView } from '../../../platform/lists/listView.ts';
import { listing } from '../../../platform/lists/listing.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const rolesList = listCall(
  'GET /roles',
  () => ({ ...listing, view: rememberedView('roles') }),
  ({ page, ...params }) => ({
    query: readQuery(firstQueries['GET /roles'], { ...inView(params), page: page > 1 ? page : '' }),
  }),
);
