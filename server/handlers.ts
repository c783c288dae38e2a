// Every handler, by its key in the contract. A missing key does not compile.

import type { Handlers, Services } from './records/endpoint.ts';
import { AttendancePages } from './attendance/pages.ts';
import { createAttendanceHandlers } from './attendance/attendanceHandlers.ts';
import { attentionHandlers } from './attendance/attentionHandlers.ts';
import { authHandlers } from './people/authHandlers.ts';
import { closedMonthHandlers } from './corrections/closedMonthHandlers.ts';
import { createCorrectionHandlers } from './corrections/correctionHandlers.ts';
import { companyHandlers } from './companies/companyHandlers.ts';
import { controllerHandlers } from './controllers/controllerHandlers.ts';
import { employeeHandlers } from './employees/employeeHandlers.ts';
import { exceptionHandlers } from './day/exceptionHandlers.ts';
import { exportHandlers } from './exports/exportHandlers.ts';
import { findHrDifferences } from './hr/hrDifferences.ts';
import { hrConfigHandlers } from './hr/configHandlers.ts';
import { scheduleHandlers } from './hr/schedule/scheduleHandlers.ts';
import { hrSyncHandlers } from './hr/syncHandlers.ts';
import { permissionHandlers } from './people/permissionHandlers.ts';
import { presenceHandlers } from './presence/presenceHandlers.ts';
import { rollCallHandlers } from './presence/rollCallHandlers.ts';
import { roleHandlers } from './people/roleHandlers.ts';
import { settingHandlers } from './settings/settingHandlers.ts';
import { urlHandlers } from './companies/urlHandlers.ts';
import { dayRuleHandlers } from './day/dayRuleHandlers.ts';
import { createTimesheetHandlers } from './day/timesheetHandlers.ts';
import { viewHandlers } from './people/viewHandlers.ts';
import { userHandlers } from './people/userHandlers.ts';

export const createHandlers = ({ db }: Pick<Services, 'db'>): Handlers => {
  const pages = new AttendancePages(db);
  return {
    ...createAttendanceHandlers(pages),
    ...attentionHandlers,
    ...authHandlers,
    ...closedMonthHandlers,
    ...companyHandlers,
    ...createCorrectionHandlers(() => pages.forgetTotals()),
    ...controllerHandlers,
    ...dayRuleHandlers,
    ...employeeHandlers,
    ...exceptionHandlers,
    ...exportHandlers,
    ...hrConfigHandlers,
    ...hrSyncHandlers,
    ...permissionHandlers,
    ...presenceHandlers,
    ...roleHandlers,
    ...rollCallHandlers,
    ...scheduleHandlers,
    ...settingHandlers,
    ...createTimesheetHandlers(findHrDifferences),
    ...urlHandlers,
    ...userHandlers,
    ...viewHandlers,
  };
};
