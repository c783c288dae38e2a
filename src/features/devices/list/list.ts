// What the address of the list holds, and what it asks the server for.

import { laterQueries } from '../../../shared/contract/queries/later.ts';
import { readQuery } from '../../../shared/contract/readQuery.ts';

export const devicesParams = { page: 1, company_id: '', claim: '', q: '' };
export type DevicesParams = Record<Exclude<keyof typeof devicesParams, 'page'>, string> & { page: number };

const perPage = 50;

export const devicesArgs = (params: DevicesParams) => ({
  query: readQuery(laterQueries['GET /devices'], { ...params, per_page: perPage }),
});
