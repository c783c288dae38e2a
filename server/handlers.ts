// Every handler, by its key in the contract. A missing key does not compile.

import type { Handlers, Services } from './records/endpoint.ts';
import { AttendancePages } from './attendance/pages.ts';
import { createAttendanceHandlers } from './attendance/attendanceHandlers.ts';
import { apiTokenHandlers } from './apiTokens/apiTokenHandlers.ts';
import { attentionHandlers } from './attendance/attentionHandlers.ts';
import { createClosedMonthHandlers } from './corrections/closedMonthHandlers.ts';
import { createCorrectionHandlers } from './corrections/correctionHandlers.ts';
import { auditReadingHandlers } from './auditReading/auditReadingHandlers.ts';
import { companyHandlers } from './companies/companyHandlers.ts';
import { controllerHandlers } from './controllers/controllerHandlers.ts';
import { createCodeHandlers } from './devices/codes/codeHandlers.ts';
import { linkRecords, linkRecordsOfMonth } from './devices/codes/recordsOfCode.ts';
import { commandHandlers } from './devices/commands/commandHandlers.ts';
import { createEventHandlers } from './devices/intake/eventHandlers.ts';
import { reconcileHandlers } from './devices/reconcile/reconcileHandlers.ts';
import { setupHandlers } from './devices/setup/setupHandlers.ts';
import { tryHandlers } from './devices/setup/tryHandlers.ts';
import { trustHandlers } from './devices/trust/trustHandlers.ts';
import { createEmployeeHandlers } from './employees/employeeHandlers.ts';
import { whyDaysStay } from './day/closedMonths.ts';
import { exceptionHandlers } from './day/exceptionHandlers.ts';
import { exportHandlers } from './exports/exportHandlers.ts';
import { findHrDifferences } from './hr/hrDifferences.ts';
import { connectionHandlers } from './hr/connection/connectionHandlers.ts';
import { peopleHandlers } from './hr/people/peopleHandlers.ts';
import { hrConfigHandlers } from './hr/configHandlers.ts';
import { scheduleHandlers } from './hr/schedule/scheduleHandlers.ts';
import { hrSyncHandlers } from './hr/syncHandlers.ts';
import { permissionHandlers } from './people/permissionHandlers.ts';
import { presenceHandlers } from './presence/presenceHandlers.ts';
import { rollCallHandlers } from './presence/rollCallHandlers.ts';
import { reportHandlers } from './privacy/report/reportHandlers.ts';
import { createErasureHandlers } from './privacy/erasureHandlers.ts';
import { privacyHandlers } from './privacy/privacyHandlers.ts';
import { roleHandlers } from './people/roleHandlers.ts';
import { createSettingHandlers } from './settings/settingHandlers.ts';
import { acceptHandlers } from './signIn/invitations/acceptHandlers.ts';
import { invitationHandlers } from './signIn/invitations/invitationHandlers.ts';
import { passwordHandlers } from './signIn/passwordHandlers.ts';
import { authenticatorHandlers } from './signIn/secondFactor/authenticatorHandlers.ts';
import { confirmHandlers } from './signIn/secondFactor/confirmHandlers.ts';
import { othersFactorHandlers } from './signIn/secondFactor/othersFactorHandlers.ts';
import { passkeyHandlers } from './signIn/secondFactor/passkeys/passkeyHandlers.ts';
import { passkeySignInHandlers } from './signIn/secondFactor/passkeys/passkeySignInHandlers.ts';
import { secondFactorHandlers } from './signIn/secondFactor/secondFactorHandlers.ts';
import { singleSignOnHandlers } from './signIn/singleSignOn/singleSignOnHandlers.ts';
import { sessionHandlers } from './signIn/sessions/sessionHandlers.ts';
import { stateHandlers } from './signIn/secondFactor/stateHandlers.ts';
import { signInHandlers } from './signIn/signInHandlers.ts';
import { urlHandlers } from './companies/urlHandlers.ts';
import { dayRuleHandlers } from './day/dayRuleHandlers.ts';
import { createTimesheetHandlers } from './day/timesheetHandlers.ts';
import { viewHandlers } from './people/viewHandlers.ts';
import { userHandlers } from './people/userHandlers.ts';

export const createHandlers = ({ db }: Pick<Services, 'db'>): Handlers => {
  const pages = new AttendancePages(db);
  return {
    ...createAttendanceHandlers(pages),
    ...acceptHandlers,
    ...apiTokenHandlers,
    ...attentionHandlers,
    ...auditReadingHandlers,
    ...authenticatorHandlers,
    ...createClosedMonthHandlers({ nameEvents: linkRecordsOfMonth, changed: () => pages.forgetTotals() }),
    ...createCodeHandlers(() => pages.forgetTotals()),
    ...commandHandlers,
    ...confirmHandlers,
    ...companyHandlers,
    ...createCorrectionHandlers(() => pages.forgetTotals()),
    ...controllerHandlers,
    ...dayRuleHandlers,
    ...createEmployeeHandlers(linkRecords),
    ...createErasureHandlers(() => pages.forgetTotals()),
    ...createEventHandlers(() => pages.forgetTotals()),
    ...exceptionHandlers,
    ...exportHandlers,
    ...connectionHandlers,
    ...hrConfigHandlers,
    ...hrSyncHandlers,
    ...invitationHandlers,
    ...othersFactorHandlers,
    ...passkeyHandlers,
    ...passkeySignInHandlers,
    ...passwordHandlers,
    ...peopleHandlers,
    ...permissionHandlers,
    ...presenceHandlers,
    ...privacyHandlers,
    ...reconcileHandlers,
    ...reportHandlers,
    ...roleHandlers,
    ...rollCallHandlers,
    ...scheduleHandlers,
    ...secondFactorHandlers,
    ...sessionHandlers,
    ...createSettingHandlers((queries) => whyDaysStay(queries)),
    ...setupHandlers,
    ...signInHandlers,
    ...singleSignOnHandlers,
    ...stateHandlers,
    ...createTimesheetHandlers(findHrDifferences),
    ...trustHandlers,
    ...tryHandlers,
    ...urlHandlers,
    ...userHandlers,
    ...viewHandlers,
  };
};
