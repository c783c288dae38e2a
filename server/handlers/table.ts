// Every handler, by its key in the contract. A key that is neither here nor listed as missing does not
// compile, nor does one that is in both.

import type { EndpointKey } from '../../src/contract/endpoints.ts';
import type { Handler } from '../endpoint.ts';
import type { Missing } from '../missing.ts';
import { authHandlers } from './auth.ts';
import { companyHandlers } from './companies.ts';

type Written = { readonly [K in Exclude<EndpointKey, Missing>]: Handler<K> };
type Unwritten = { readonly [K in Missing]?: never };

export const handlers: Written = {
  ...authHandlers,
  ...companyHandlers,
} satisfies Written & Unwritten;
