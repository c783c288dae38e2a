import { firstQueries } from '../../contract/queries/first.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { inView, rememberedView } from '../../crud/listView.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

/** The specification's call has no page parameter, so the first page is requested without one. */
export const usersList = listCall(
  'GET /users',
  () => ({ ...listing, invited: '', view: rememberedView('users') }),
  ({ page, ...params }) => ({
    query: readQuery(firstQueries['GET /users'], { ...inView(params), page: page > 1 ? page : '' }),
  }),
);
