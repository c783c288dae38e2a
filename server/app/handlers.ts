// Every handler, by its key in the contract. A missing key does not compile.

import { createAttendanceHandlers } from '../features/attendance/attendanceHandlers.ts';
import { createAttentionHandlers } from '../features/attendance/attentionHandlers.ts';
import { changesHandlers } from '../features/attendance/changes.ts';
import { exportHandlers } from '../features/attendance/export/exportHandlers.ts';
import type { AttendancePages } from '../features/attendance/pages.ts';
import { auditHandlers } from '../features/audit/auditHandlers.ts';
import { companyHandlers, urlHandlers } from '../features/companies/companyHandlers.ts';
import { controllerHandlers, createControllerListHandlers } from '../features/controllers/controllerHandlers.ts';
import { createClosedMonthHandlers } from '../features/corrections/closedMonthHandlers.ts';
import { correctionHandlers } from '../features/corrections/correctionHandlers.ts';
import { countWaiting, exceptionHandlers } from '../features/corrections/exceptions/exceptionHandlers.ts';
import { findClaimed, trustHandlers } from '../features/devices/claims/claimHandlers.ts';
import { codeHandlers } from '../features/devices/codes/codeHandlers.ts';
import { linkRecords, linkRecordsOfMonth } from '../features/devices/codes/recordsOfCode.ts';
import { commandHandlers } from '../features/devices/commands/commandHandlers.ts';
import { fileHandlers } from '../features/devices/file/fileHandlers.ts';
import { eventHandlers } from '../features/devices/intake/eventHandlers.ts';
import { reconcileHandlers } from '../features/devices/reconcile/reconcileDay.ts';
import { setupHandlers } from '../features/devices/setup/setupHandlers.ts';
import { digestHandlers } from '../features/digest/digestHandlers.ts';
import { createEmployeeHandlers } from '../features/employees/employeeHandlers.ts';
import { expectedHandlers } from '../features/expected/expectedHandlers.ts';
import { findHrDifferences } from '../features/hr/hrDifferences.ts';
import { peopleHandlers } from '../features/hr/people/peopleHandlers.ts';
import { scheduleHandlers } from '../features/hr/schedule/scheduleHandlers.ts';
import { hrConfigHandlers } from '../features/hr/setUp/configHandlers.ts';
import { connectionHandlers } from '../features/hr/setUp/connectionHandlers.ts';
import { hrSyncHandlers } from '../features/hr/syncHandlers.ts';
import { payrollHandlers } from '../features/payroll/payrollHandlers.ts';
import { roleHandlers } from '../features/people/roleHandlers.ts';
import { userHandlers } from '../features/people/userHandlers.ts';
import { viewHandlers } from '../features/people/viewHandlers.ts';
import { presenceHandlers } from '../features/presence/presenceHandlers.ts';
import { rollCallHandlers } from '../features/presence/rollCallHandlers.ts';
import { erasureHandlers } from '../features/privacy/erasureHandlers.ts';
import { privacyHandlers } from '../features/privacy/privacyHandlers.ts';
import { reportHandlers } from '../features/privacy/report/reportHandlers.ts';
import { createSettingHandlers } from '../features/settings/settingHandlers.ts';
import { apiTokenHandlers } from '../features/signIn/apiTokens/apiTokenHandlers.ts';
import { factorHandlers, secondFactorHandlers } from '../features/signIn/factorHandlers.ts';
import { invitationHandlers } from '../features/signIn/invitationHandlers.ts';
import { passkeyHandlers, passkeySignInHandlers } from '../features/signIn/passkeyHandlers.ts';
import { passwordHandlers } from '../features/signIn/passwordHandlers.ts';
import { sessionHandlers } from '../features/signIn/sessionHandlers.ts';
import { singleSignOnHandlers } from '../features/signIn/singleSignOn/singleSignOnHandlers.ts';
import { createTimesheetHandlers } from '../features/timesheets/timesheetHandlers.ts';
import { zoneBlocker } from '../features/workday/closedMonths.ts';
import { dayRuleHandlers } from '../features/workday/dayRuleHandlers.ts';
import type { Handlers } from '../platform/records/endpoint.ts';

export const createHandlers = (pages: AttendancePages): Handlers => ({
  ...createAttendanceHandlers(pages),
  ...apiTokenHandlers,
  ...createAttentionHandlers({ countExceptions: countWaiting, findClaimed }),
  ...auditHandlers,
  ...changesHandlers,
  ...createClosedMonthHandlers(linkRecordsOfMonth),
  ...codeHandlers,
  ...commandHandlers,
  ...companyHandlers,
  ...correctionHandlers,
  ...controllerHandlers,
  ...createControllerListHandlers(findClaimed),
  ...dayRuleHandlers,
  ...digestHandlers,
  ...createEmployeeHandlers(linkRecords),
  ...erasureHandlers,
  ...eventHandlers,
  ...fileHandlers,
  ...exceptionHandlers,
  ...expectedHandlers,
  ...exportHandlers,
  ...connectionHandlers,
  ...hrConfigHandlers,
  ...hrSyncHandlers,
  ...invitationHandlers,
  ...payrollHandlers,
  ...passkeyHandlers,
  ...passkeySignInHandlers,
  ...passwordHandlers,
  ...peopleHandlers,
  ...presenceHandlers,
  ...privacyHandlers,
  ...reconcileHandlers,
  ...reportHandlers,
  ...roleHandlers,
  ...rollCallHandlers,
  ...scheduleHandlers,
  ...secondFactorHandlers,
  ...sessionHandlers,
  ...createSettingHandlers(zoneBlocker),
  ...setupHandlers,
  ...singleSignOnHandlers,
  ...factorHandlers,
  ...createTimesheetHandlers(findHrDifferences),
  ...trustHandlers,
  ...urlHandlers,
  ...userHandlers,
  ...viewHandlers,
});
