// How all other answers are read.

import { bareOrUnder, integer, list, nonEmptyText, nothing, object, page, text } from '../decode.ts';
import { ifUnderstood, mapOf } from '../laterDecoders.ts';
import * as tokens from '../entities/apiTokens.ts';
import * as attendance from '../entities/attendance.ts';
import * as audit from '../entities/audit.ts';
import { attention } from '../entities/attention.ts';
import * as entity from '../entities/companies.ts';
import * as corrections from '../entities/corrections.ts';
import * as day from '../entities/day.ts';
import * as devices from '../entities/devices.ts';
import { healthStatistics } from '../entities/health.ts';
import * as hr from '../entities/hr.ts';
import * as connections from '../entities/hrConnections.ts';
import * as invitations from '../entities/invitations.ts';
import * as people from '../entities/people.ts';
import { personalData, reportRows } from '../entities/personalData.ts';
import * as presence from '../entities/presence.ts';
import * as secondFactor from '../entities/secondFactor.ts';
import * as singleSignOn from '../entities/singleSignOn.ts';
import * as sessions from '../entities/sessions.ts';
import * as privacy from '../entities/privacy.ts';
import * as settings from '../entities/settings.ts';
import * as views from '../entities/views.ts';
import { wholeRecord } from '../entities/wholeRecord.ts';

const configAnswer = (value: unknown) => ({
  hr_sync_config: bareOrUnder('hr_sync_config', hr.storedHrSyncConfig)(value),
});
const userAnswer = bareOrUnder('user', invitations.listedUser);
const endedSessions = object({ ended: integer });

export const laterAnswers = {
  'POST /auth/login': secondFactor.signedInOrDemand,
  'POST /auth/change-password': nothing,
  'POST /auth/forgot-password': nothing,
  'POST /auth/reset-password': nothing,
  'POST /auth/second-factor': secondFactor.signedIn,
  'POST /auth/passkey/begin': secondFactor.passkeyBeginning,
  'POST /auth/passkey': secondFactor.signedInOrDemand,
  'GET /auth/second-factors': secondFactor.secondFactors,
  'POST /auth/confirm': secondFactor.confirmedOrDemand,
  'POST /auth/confirm/second-factor': secondFactor.confirmed,
  'POST /auth/authenticator-app/begin': secondFactor.newAuthenticator,
  'POST /auth/authenticator-app': secondFactor.recoveryCodes,
  'POST /auth/authenticator-app/remove': nothing,
  'POST /auth/passkeys/begin': secondFactor.newPasskeyRequest,
  'POST /auth/passkeys': secondFactor.recoveryCodes,
  'PUT /auth/passkeys/{id}': nothing,
  'POST /auth/passkeys/{id}/remove': nothing,
  'POST /auth/recovery-codes': secondFactor.recoveryCodes,

  'GET /companies': page(entity.company),
  'GET /companies/all': list(entity.company),
  'GET /companies/{id}': bareOrUnder('company', entity.company),
  'POST /companies': ifUnderstood(bareOrUnder('company', entity.company)),
  'PUT /companies/{id}': ifUnderstood(bareOrUnder('company', entity.company)),
  'DELETE /companies/{id}': nothing,
  'GET /companies/{id}/access-controllers': list(entity.accessController),
  'GET /companies/{id}/employees': list(entity.employee),
  'GET /companies/{id}/urls': list(entity.companyUrl),
  'POST /companies/{id}/urls': ifUnderstood(entity.companyUrl),

  'PUT /company-urls/{id}': ifUnderstood(entity.companyUrl),
  'DELETE /company-urls/{id}': nothing,
  'POST /company-urls/{id}/check-health': ifUnderstood(entity.companyUrl),
  'GET /company-urls/health-statistics': healthStatistics,

  'GET /access-controllers': page(entity.accessController),
  'GET /access-controllers/{id}': bareOrUnder('access_controller', entity.accessController),
  'POST /access-controllers': ifUnderstood(entity.accessController),
  'PUT /access-controllers/{id}': ifUnderstood(entity.accessController),
  'DELETE /access-controllers/{id}': nothing,

  'GET /attendance/{id}': bareOrUnder('record', wholeRecord),
  'POST /attendance/mark-processed': ifUnderstood(object({ updated: integer })),
  'GET /attendance/statistics': attendance.attendanceStatistics,

  'GET /employees': page(entity.employee),
  'GET /employees/{id}': bareOrUnder('employee', entity.employee),
  'POST /employees': ifUnderstood(entity.savedEmployee),
  'PUT /employees/{id}': ifUnderstood(entity.savedEmployee),
  'DELETE /employees/{id}': nothing,

  'GET /settings': list(settings.setting),
  'GET /settings/public': list(settings.setting),
  'GET /settings/url-types': list(text),
  'GET /settings/{keyOrId}': settings.setting,
  'POST /settings': ifUnderstood(settings.setting),
  'PUT /settings/{keyOrId}': ifUnderstood(settings.setting),
  'DELETE /settings/{keyOrId}': nothing,

  'GET /roles': page(people.role),
  'GET /roles/{id}': bareOrUnder('role', people.role),
  'POST /roles': ifUnderstood(people.role),
  'PUT /roles/{id}': ifUnderstood(people.role),
  'DELETE /roles/{id}': nothing,

  'GET /permissions': list(people.permission),
  'GET /permissions/by-module': mapOf(list(people.permission)),

  'GET /users': page(invitations.listedUser),
  'GET /users/{id}': userAnswer,
  'POST /users': ifUnderstood(userAnswer),
  'PUT /users/{id}': ifUnderstood(userAnswer),
  'DELETE /users/{id}': nothing,
  'GET /users/permissions': list(text),
  'POST /users/{id}/assign-companies': nothing,
  'GET /users/{id}/companies': people.assignedCompanies,
  'GET /users/{id}/second-factors': secondFactor.secondFactors,
  'POST /users/{id}/second-factors/reset': nothing,
  'PUT /roles/{id}/second-factor': ifUnderstood(people.role),

  'POST /hr-sync/companies/{id}': hr.syncResult,
  'POST /hr-sync/all': hr.syncResult,
  'GET /hr-sync/companies/{id}/status': hr.hrSyncCompanyStatus,
  'GET /hr-sync/schedule/status': hr.scheduleStatus,
  'PUT /hr-sync/schedule/{slot}': nothing,
  'PUT /hr-sync/schedule/{slot}/toggle': nothing,

  'GET /companies/{id}/hr-sync/config': configAnswer,
  'PUT /companies/{id}/hr-sync/config': ifUnderstood(configAnswer),
  'POST /companies/{id}/hr-sync/config/reset': ifUnderstood(configAnswer),
  'GET /companies/{id}/hr-sync/status': hr.hrSyncDayStatus,
  'POST /companies/{id}/hr-sync/test': hr.hrSyncTest,

  'POST /hr-sync/companies/{id}/retry': hr.syncResult,

  'GET /attention': attention,

  'GET /hr-sync/companies': list(hr.hrSyncedCompany),

  'POST /attendance/retry-hr': hr.syncResult,
  /** Another one whenever a record changes that the list could show, or what it shows beside them. */
  'GET /attendance/revision': object({ revision: nonEmptyText }),
  'GET /attendance/count': object({ total: integer }),
  'GET /attendance/signing-key': object({ public_key: nonEmptyText, fingerprint: nonEmptyText }),
  'POST /attendance/sign-export': object({ statement: nonEmptyText, signature: nonEmptyText }),

  'GET /timesheets': day.timesheetPage,
  'GET /timesheets/{id}': day.personSheet,
  'GET /companies/{id}/day-rules': day.storedDayRules,
  'PUT /companies/{id}/day-rules': ifUnderstood(day.storedDayRules),
  'GET /exceptions': page(day.listedException),
  'GET /exceptions/counts': day.exceptionCounts,
  'GET /corrections': page(corrections.correction),
  'POST /corrections': corrections.correctionsAnswer,
  'POST /corrections/preview': corrections.correctionsPreview,
  'POST /corrections/{id}/decide': ifUnderstood(corrections.correction),
  'GET /closed-months': list(corrections.closedMonth),
  'POST /closed-months': ifUnderstood(corrections.closedMonth),
  'POST /closed-months/{id}/reopen': ifUnderstood(corrections.closedMonth),
  'GET /presence': page(presence.presentPerson),
  'GET /presence/summary': presence.presenceSummary,
  'GET /roll-calls': page(presence.rollCall),
  'GET /roll-calls/{id}': presence.rollCallProtocol,
  'POST /roll-calls': presence.rollCallProtocol,
  'POST /roll-calls/{id}/ticks': ifUnderstood(presence.rollCall),
  'POST /roll-calls/{id}/end': ifUnderstood(presence.rollCallProtocol),

  'GET /devices': page(devices.connectedDevice),
  'GET /devices/counts': devices.deviceCounts,
  'GET /devices/waiting': list(devices.device),
  'DELETE /devices/{id}': nothing,
  'GET /access-controllers/{id}/device': devices.deviceSetup,
  'PUT /access-controllers/{id}/device': ifUnderstood(devices.deviceSetup),
  'POST /access-controllers/{id}/device/pairing': devices.devicePairing,
  'POST /access-controllers/{id}/device/approve': ifUnderstood(devices.deviceSetup),
  'POST /access-controllers/{id}/device/disconnect': ifUnderstood(devices.deviceSetup),
  'POST /access-controllers/{id}/device/try': devices.triedMapping,
  'GET /access-controllers/{id}/device/events': page(devices.deviceEvent),
  'GET /access-controllers/{id}/device/notes': page(devices.deviceNote),
  'GET /access-controllers/{id}/device/commands': list(devices.deviceCommand),
  'POST /access-controllers/{id}/device/commands': ifUnderstood(devices.deviceCommand),
  'POST /access-controllers/{id}/device/reinterpret': devices.reinterpretation,
  'POST /access-controllers/{id}/device/file': devices.readLines,
  'GET /access-controllers/{id}/device/reconciliation': devices.reconciliation,
  'GET /unknown-codes': page(devices.unknownCode),
  'GET /employee-codes': page(devices.employeeCode),
  'POST /employee-codes': ifUnderstood(devices.assignedCode),
  'DELETE /employee-codes/{id}': ifUnderstood(devices.removedCode),

  'GET /hr-connectors': list(connections.hrConnector),
  'GET /companies/{id}/hr-connection': connections.hrConnection,
  'PUT /companies/{id}/hr-connection': ifUnderstood(connections.hrConnection),
  'POST /companies/{id}/hr-connection/test': connections.connectionTest,
  'GET /companies/{id}/hr-people': connections.hrPeople,
  'POST /companies/{id}/hr-people/read': connections.hrPeople,
  'PUT /companies/{id}/hr-matches': ifUnderstood(connections.hrPeople),
  'POST /hr-sync/companies/{id}/cancel': nothing,
  'PUT /hr-sync/companies/{id}/attendance-waits': nothing,

  'GET /invitations': invitations.invitationOverview,
  'POST /users/{id}/invitation': ifUnderstood(userAnswer),
  'DELETE /users/{id}/invitation': ifUnderstood(userAnswer),
  'POST /auth/invitation': invitations.openedInvitation,
  'POST /auth/invitation/accept': secondFactor.signedInOrDemand,
  'POST /auth/single-sign-on': secondFactor.signedInOrDemand,
  'GET /single-sign-on': singleSignOn.singleSignOn,
  'PUT /single-sign-on': ifUnderstood(singleSignOn.singleSignOn),
  'POST /single-sign-on/test': singleSignOn.providerTest,
  'GET /employees/{id}/personal-data': personalData,
  'GET /employees/{id}/personal-data/{section}': reportRows,
  'GET /users/{id}/personal-data': personalData,
  'GET /users/{id}/personal-data/{section}': reportRows,
  'GET /audit': audit.auditPage,
  'GET /audit/{id}': audit.auditEntry,
  'GET /audit/head': audit.auditHead,
  'GET /audit/chain': audit.auditChain,
  'GET /privacy/rules': privacy.retentionRules,
  'PUT /privacy/rules': ifUnderstood(privacy.retentionRules),
  'POST /privacy/rules/preview': privacy.retentionPreview,
  'GET /legal-holds': list(privacy.legalHold),
  'POST /legal-holds': ifUnderstood(privacy.legalHold),
  'DELETE /legal-holds/{id}': nothing,
  'GET /privacy/people': page(privacy.privatePerson),
  'POST /privacy/erasures/preview': privacy.erasurePlan,
  'POST /privacy/erasures': privacy.erasurePlan,

  'GET /sessions': list(sessions.session),
  'DELETE /sessions/{id}': nothing,
  'POST /sessions/end-others': ifUnderstood(endedSessions),
  'GET /users/{id}/sessions': list(sessions.session),
  'DELETE /users/{id}/sessions': ifUnderstood(endedSessions),
  'DELETE /user-sessions/{id}': nothing,

  'GET /api-tokens': list(tokens.apiToken),
  'GET /api-tokens/choices': tokens.apiTokenChoices,
  'POST /api-tokens': tokens.createdApiToken,
  'DELETE /api-tokens/{id}': nothing,
  'GET /user-api-tokens': page(tokens.apiToken),
  'DELETE /user-api-tokens/{id}': nothing,

  'GET /views': list(views.savedView),
  'POST /views': ifUnderstood(views.savedView),
  'PUT /views/{id}': ifUnderstood(views.savedView),
  'DELETE /views/{id}': nothing,
  'PUT /views/order': ifUnderstood(list(views.savedView)),
};
