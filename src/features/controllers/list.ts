import { listCall } from '../../platform/hooks/searchParams.ts';
import { listing, rememberedView, withViewPageSize } from '../../platform/lists/listView.ts';
import { controllersQuery, readQuery } from '../../shared/contract/queries.ts';

export const inAddress = () => ({ ...listing, view: rememberedView('access controllers'), company_id: '', claim: '' });

export type ControllersAddress = ReturnType<typeof inAddress>;

export const controllersList = listCall('GET /access-controllers', inAddress, (params) => ({
  query: readQuery(controllersQuery, withViewPageSize(params)),
}));
