import { usersQuery } from '../../../shared/contract/people.ts';
import { readQuery } from '../../../shared/contract/queries.ts';
import { inView, rememberedView } from '../../../platform/lists/listView.ts';
import { listing } from '../../../platform/lists/listing.ts';
import { listCall } from '../../../platform/hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const usersList = listCall(
  'GET /users',
  () => ({ ...listing, invited: '', view: rememberedView('users') }),
  ({ page, ...params }) => ({
    query: readQuery(usersQuery, { ...inView(params), page: page > 1 ? page : '' }),
  }),
);
