// Every handler, by its key in the contract. A key that is neither here nor listed as missing does not
// compile, nor does one that is in both.

import type { EndpointKey } from '../../src/contract/endpoints.ts';
import type { Handler } from '../endpoint.ts';
import type { Missing } from '../missing.ts';
import { attendanceHandlers } from './attendance.ts';
import { authHandlers } from './auth.ts';
import { companyHandlers } from './companies.ts';
import { controllerHandlers } from './controllers.ts';
import { employeeHandlers } from './employees.ts';
import { hrConfigHandlers } from './hrConfig.ts';
import { hrSyncHandlers } from './hrSync.ts';
import { permissionHandlers } from './permissions.ts';
import { roleHandlers } from './roles.ts';
import { settingHandlers } from './settings.ts';
import { urlHandlers } from './urls.ts';
import { userHandlers } from './users.ts';

type Written = { readonly [K in Exclude<EndpointKey, Missing>]: Handler<K> };
type Unwritten = { readonly [K in Missing]?: never };

export const handlers: Written = {
  ...attendanceHandlers,
  ...authHandlers,
  ...companyHandlers,
  ...controllerHandlers,
  ...employeeHandlers,
  ...hrConfigHandlers,
  ...hrSyncHandlers,
  ...permissionHandlers,
  ...roleHandlers,
  ...settingHandlers,
  ...urlHandlers,
  ...userHandlers,
} satisfies Written & Unwritten;
