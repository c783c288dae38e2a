// The companies as their own screen lists them.

import { companiesList } from '../../crud/companiesList.ts';
import { pageSizeOf, rememberedView } from '../../crud/listView.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const companyRecordsList = listCall(
  companiesList.key,
  () => ({ page: 1, q: '', view: rememberedView('companies') }),
  ({ page, view }) => ({ query: { page, ...pageSizeOf(view) } }),
);
