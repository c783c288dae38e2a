// Every handler, by its key in the contract. A key that is not here does not compile.

import type { Handlers } from '../endpoint.ts';
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

export const handlers: Handlers = {
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
};
