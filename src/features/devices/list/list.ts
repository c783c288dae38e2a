// What the address of the list holds, and what it asks the server for.

import { calls as devicesCalls } from '../../../shared/contract/devices.ts';
import { readQuery } from '../../../shared/contract/queries.ts';

export const devicesParams = { page: 1, company_id: '', claim: '', q: '' };
export type DevicesParams = Record<Exclude<keyof typeof devicesParams, 'page'>, string> & { page: number };

const perPage = 50;

export const devicesArgs = (params: DevicesParams) => ({
  query: readQuery(devicesCalls['GET /devices'].query, { ...params, per_page: perPage }),
});
