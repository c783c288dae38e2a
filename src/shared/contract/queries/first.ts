// The queries of the lists that screens begin with. They load with the console's start.

import { flag, integer, object, optional } from '../decode.ts';
import * as attendance from '../entities/attendance.ts';
import { healthState } from '../entities/health.ts';
import { listing, paging } from './parts.ts';

export const firstQueries = {
  'GET /companies': object({ ...listing, url_health: optional(healthState) }),
  'GET /access-controllers': object({ ...listing, company_id: optional(integer) }),
  'GET /attendance': object({ ...attendance.filters, ...paging }),
  'GET /employees': object({ ...listing, company_id: optional(integer), is_active: optional(flag) }),
  'GET /roles': object(listing),
  'GET /users': object({ ...listing, invited: optional(flag) }),
};
