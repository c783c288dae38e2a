import { firstQueries } from '../../contract/queries/first.ts';
import { readQuery } from '../../contract/readQuery.ts';
import { inView, rememberedView } from '../../crud/listView.ts';
import { listing } from '../../crud/listing.ts';
import { listCall } from '../../hooks/searchParams.ts';

export const inAddress = () => ({ ...listing, view: rememberedView('access controllers'), company_id: '' });

export type ControllersAddress = ReturnType<typeof inAddress>;

export const controllersList = listCall('GET /access-controllers', inAddress, (params) => ({
  query: readQuery(firstQueries['GET /access-controllers'], inView(params)),
}));
