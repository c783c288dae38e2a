import { rolesQuery } from '../../../shared/contract/people.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { inView, rememberedView } from '../../../platform/lists/listView.ts';
import { listing } from '../../../platform/lists/listing.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const rolesList = listCall(
  'GET /roles',
  () => ({ ...listing, view: rememberedView('roles') }),
  ({ page, ...params }) => ({
    query: readQuery(rolesQuery, { ...inView(params), page: page > 1 ? page : '' }),
  }),
);
