// Which calls of the contract were made, and why the others were not.

import { endpoints, type EndpointKey } from '../../src/contract/endpoints.ts';
import type { Kit } from './kit.ts';

/** Calls that the kit never makes: it has no record of its own to make them with. */
export const neverMade: Partial<Record<EndpointKey, string>> = {
  'POST /hr-sync/all': 'It would send the records of every company to HR systems',
  'POST /hr-sync/companies/{id}': 'It would send records to an HR system',
  'POST /hr-sync/companies/{id}/retry': 'It would send records to an HR system',
  'PUT /hr-sync/schedule/{slot}': 'Slots are shared by all companies',
  'PUT /hr-sync/schedule/{slot}/toggle': 'Slots are shared by all companies',
  'POST /auth/forgot-password': 'It would send a mail',
  'POST /auth/reset-password': 'It takes a link out of a mail',
};

const isEndpointKey = (key: string): key is EndpointKey => key in endpoints;

export function sayCoverage({ findings, asked, options }: Kit): void {
  const group = findings.group('Not tried');
  for (const key of Object.keys(endpoints).filter(isEndpointKey)) {
    if (asked.has(key)) continue;
    const isHeldBack = !key.startsWith('GET ') && !options.write;
    const why = neverMade[key] ?? (isHeldBack ? 'It writes; --write tries it' : 'An earlier check stood in the way');
    group.skip(key, 'The call is made', why);
  }
}
