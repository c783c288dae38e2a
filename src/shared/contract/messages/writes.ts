// The messages of every write, and the reads that it makes stale, for the console, the server and the conformance
// kit (specification, point 8).

import type { ReadKey, WriteKey } from '../endpoints.ts';
import { invitationMessages } from './invitation.ts';
import { filled, type WriteMessages } from './message.ts';
import { signInMessages } from './signIn.ts';

type Noun = 'Company' | 'Access Controller' | 'Employee' | 'Setting' | 'Role' | 'User' | 'URL';

const inSentence = (noun: Noun) => (noun === 'URL' ? noun : noun.toLowerCase());

function write(verb: 'created' | 'updated' | 'deleted') {
  return (noun: Noun, touches: readonly ReadKey[], failed?: string): WriteMessages => ({
    done: `${noun} ${verb} successfully`,
    failed: failed ?? `Failed to ${verb === 'deleted' ? 'delete' : 'save'} ${inSentence(noun)}`,
    touches,
  });
}

const created = write('created');
const updated = write('updated');
const deleted = write('deleted');

const companyLists = ['GET /companies', 'GET /companies/all'] as const;
/** A company's card shows its URLs too. */
const urlLists = ['GET /companies/{id}/urls', 'GET /companies'] as const;
const controllerLists = ['GET /access-controllers'] as const;
const employeeLists = ['GET /employees'] as const;
const settingLists = ['GET /settings', 'GET /settings/url-types'] as const;
const roleLists = ['GET /roles'] as const;
const userLists = ['GET /users', 'GET /invitations'] as const;
const apiTokens = ['GET /api-tokens', 'GET /user-api-tokens'] as const;
const ownFactors = ['GET /auth/second-factors'] as const;
const passkeyFailed = 'Failed to ask for a passkey';
const confirmFailed = 'Failed to confirm that it is you';
const viewLists = ['GET /views'] as const;
const hrDayStatus = ['GET /companies/{id}/hr-sync/status'] as const;
/** What a sync may change. */
const delivered = [
  'GET /attendance',
  'GET /attendance/{id}',
  'GET /hr-sync/companies',
  'GET /timesheets/{id}',
  ...hrDayStatus,
] as const;
const connection = ['GET /companies/{id}/hr-connection', 'GET /hr-sync/companies'] as const;
const hrPeople = ['GET /companies/{id}/hr-people'] as const;
const schedule = ['GET /hr-sync/schedule/status'] as const;

const computedFromEvents = [
  'GET /timesheets',
  'GET /timesheets/{id}',
  'GET /exceptions',
  'GET /exceptions/counts',
  'GET /presence',
  'GET /presence/summary',
  'GET /attention',
] as const;
const corrected = [
  'GET /corrections',
  'GET /attendance',
  'GET /attendance/{id}',
  ...hrDayStatus,
  ...computedFromEvents,
] as const;
const deviceStates = [
  'GET /devices',
  'GET /devices/counts',
  'GET /devices/waiting',
  'GET /access-controllers/{id}/device',
  'GET /access-controllers/{id}/device/notes',
] as const;
/** What another reading of a device's events may change. */
const readFromDevices = [
  'GET /access-controllers/{id}/device/events',
  'GET /access-controllers/{id}/device/reconciliation',
  'GET /unknown-codes',
  'GET /attendance',
  'GET /attendance/{id}',
  ...hrDayStatus,
  ...computedFromEvents,
] as const;
const privacyRules = ['GET /privacy/rules'] as const;
const holds = ['GET /legal-holds', 'GET /privacy/people'] as const;
const rollCalls = ['GET /roll-calls', 'GET /roll-calls/{id}'] as const;

const syncedCompany = {
  done: 'Sync completed for company. Success: {success}, Failed: {failed}',
  failed: 'Failed to sync company',
  touches: delivered,
};

export const messages: { readonly [K in WriteKey]: WriteMessages } = {
  ...signInMessages,
  ...invitationMessages,
  'POST /auth/change-password': {
    done: 'Password changed successfully',
    failed: 'Failed to change password',
    touches: [],
  },

  'POST /auth/passkey/begin': { done: 'Ready for the passkey', failed: passkeyFailed, touches: [] },
  'POST /auth/passkey': { done: 'Signed in', failed: 'An error occurred during login', touches: [] },
  'POST /auth/confirm': { done: 'Confirmed', failed: confirmFailed, touches: [] },
  'POST /auth/confirm/second-factor': { done: 'Confirmed', failed: confirmFailed, touches: [] },
  'POST /auth/authenticator-app/begin': {
    done: 'Ready for the authenticator app',
    failed: 'Failed to set up the authenticator app',
    touches: [],
  },
  'POST /auth/authenticator-app': {
    done: 'Authenticator app set up',
    failed: 'Failed to set up the authenticator app',
    touches: ownFactors,
  },
  'POST /auth/authenticator-app/remove': {
    done: 'Authenticator app removed',
    failed: 'Failed to remove the authenticator app',
    touches: ownFactors,
  },
  'POST /auth/passkeys/begin': { done: 'Ready for the passkey', failed: passkeyFailed, touches: [] },
  'POST /auth/passkeys': { done: 'Passkey added', failed: 'Failed to add the passkey', touches: ownFactors },
  'PUT /auth/passkeys/{id}': { done: 'Passkey renamed', failed: 'Failed to rename the passkey', touches: ownFactors },
  'POST /auth/passkeys/{id}/remove': {
    done: 'Passkey removed',
    failed: 'Failed to remove the passkey',
    touches: ownFactors,
  },
  'POST /auth/recovery-codes': {
    done: 'New recovery codes made',
    failed: 'Failed to make new recovery codes',
    touches: ownFactors,
  },
  'POST /users/{id}/second-factors/reset': {
    done: 'Second factor reset',
    failed: 'Failed to reset the second factor',
    touches: ['GET /users/{id}/second-factors'],
  },
  'PUT /roles/{id}/second-factor': {
    done: 'Role updated successfully',
    failed: 'Failed to save role',
    touches: roleLists,
  },

  'POST /companies': created('Company', companyLists, 'An error occurred'),
  'PUT /companies/{id}': updated('Company', companyLists, 'An error occurred'),
  'DELETE /companies/{id}': deleted('Company', companyLists),

  'POST /companies/{id}/urls': created('URL', urlLists),
  'PUT /company-urls/{id}': updated('URL', urlLists),
  'DELETE /company-urls/{id}': deleted('URL', urlLists),
  'POST /company-urls/{id}/check-health': {
    done: 'Health check completed',
    failed: 'Failed to check health',
    touches: urlLists,
  },

  'POST /access-controllers': created('Access Controller', controllerLists),
  'PUT /access-controllers/{id}': updated('Access Controller', controllerLists),
  'DELETE /access-controllers/{id}': deleted('Access Controller', controllerLists),

  'POST /attendance/mark-processed': {
    done: 'Records marked as processed successfully',
    failed: 'Failed to mark records as processed',
    touches: ['GET /attendance', 'GET /attendance/{id}'],
  },

  'POST /employees': created('Employee', employeeLists),
  'PUT /employees/{id}': updated('Employee', employeeLists),
  'DELETE /employees/{id}': deleted('Employee', employeeLists),

  'POST /settings': created('Setting', settingLists),
  'PUT /settings/{keyOrId}': updated('Setting', settingLists),
  'DELETE /settings/{keyOrId}': deleted('Setting', settingLists),

  'POST /roles': created('Role', roleLists),
  'PUT /roles/{id}': updated('Role', roleLists),
  'DELETE /roles/{id}': deleted('Role', roleLists),

  'POST /users': created('User', userLists),
  'PUT /users/{id}': updated('User', userLists),
  'DELETE /users/{id}': deleted('User', userLists),
  'POST /users/{id}/assign-companies': {
    done: 'Companies assigned successfully',
    failed: 'Failed to save user',
    touches: userLists,
  },

  'POST /users/{id}/invitation': {
    done: 'Invitation sent',
    failed: 'Failed to send the invitation',
    touches: userLists,
  },
  'DELETE /users/{id}/invitation': {
    done: 'Invitation taken back',
    failed: 'Failed to take back the invitation',
    touches: userLists,
  },

  'POST /hr-sync/companies/{id}': syncedCompany,
  'POST /hr-sync/companies/{id}/retry': syncedCompany,
  'POST /hr-sync/all': {
    done: 'Sync completed for all companies. Success: {success}, Failed: {failed}',
    failed: 'Failed to sync all companies',
    touches: delivered,
  },
  'PUT /hr-sync/schedule/{slot}': {
    done: 'Schedule updated successfully',
    failed: 'Failed to change the slot',
    touches: schedule,
  },
  'PUT /hr-sync/schedule/{slot}/toggle': {
    done: 'Schedule updated successfully',
    failed: 'Failed to change the slot',
    touches: schedule,
  },
  'PUT /companies/{id}/hr-sync/config': {
    done: 'HR sync configuration saved successfully',
    failed: 'Failed to save configuration',
    touches: hrDayStatus,
  },
  'POST /companies/{id}/hr-sync/config/reset': {
    done: 'Configuration reset to defaults',
    failed: 'Failed to reset configuration',
    touches: hrDayStatus,
  },
  'POST /companies/{id}/hr-sync/test': {
    done: 'Test sync completed successfully',
    failed: 'Test sync failed',
    touches: delivered,
  },
  'PUT /single-sign-on': {
    done: 'Single sign-on saved successfully',
    failed: 'Failed to save single sign-on',
    touches: ['GET /single-sign-on'],
  },
  'POST /single-sign-on/test': {
    done: 'Provider tested',
    failed: 'Failed to test the provider',
    touches: [],
  },
  'PUT /companies/{id}/hr-connection': {
    done: 'Connection saved successfully',
    failed: 'Failed to save the connection',
    touches: [...connection, ...delivered],
  },
  'POST /companies/{id}/hr-connection/test': {
    done: 'Connection tested',
    failed: 'Failed to test the connection',
    touches: connection,
  },
  'POST /companies/{id}/hr-people/read': {
    done: 'People read from the HR system',
    failed: 'Failed to read the people of the HR system',
    touches: hrPeople,
  },
  'PUT /companies/{id}/hr-matches': {
    done: 'Matches saved successfully',
    failed: 'Failed to save the matches',
    touches: [...hrPeople, ...delivered],
  },
  'POST /hr-sync/companies/{id}/cancel': {
    done: 'Sync cancelled',
    failed: 'Failed to cancel the sync',
    touches: ['GET /hr-sync/companies'],
  },
  'PUT /hr-sync/companies/{id}/attendance-waits': {
    done: 'Saved. The next sync tells the HR system',
    failed: 'Failed to change what automatic attendance waits for',
    touches: ['GET /hr-sync/companies'],
  },
  'POST /attendance/retry-hr': {
    done: 'Retry completed. Success: {success}, Failed: {failed}',
    failed: 'Failed to retry records',
    touches: delivered,
  },
  'POST /attendance/sign-export': { done: 'Export signed', failed: 'Failed to sign the export', touches: [] },

  'PUT /companies/{id}/day-rules': {
    done: 'Day rules saved successfully',
    failed: 'Failed to save day rules',
    touches: ['GET /companies/{id}/day-rules', ...computedFromEvents],
  },
  'POST /corrections': {
    done: 'Correction saved successfully',
    failed: 'Failed to save correction',
    touches: corrected,
  },
  'POST /corrections/preview': { done: 'Preview ready', failed: 'Failed to preview the correction', touches: [] },
  'POST /corrections/{id}/decide': {
    done: 'Decision saved successfully',
    failed: 'Failed to save decision',
    touches: corrected,
  },
  'POST /closed-months': {
    done: 'Month closed successfully',
    failed: 'Failed to close the month',
    touches: ['GET /closed-months', 'GET /timesheets', 'GET /timesheets/{id}'],
  },
  'POST /closed-months/{id}/reopen': {
    done: 'Month reopened successfully',
    failed: 'Failed to reopen the month',
    touches: ['GET /closed-months', ...readFromDevices],
  },
  'POST /roll-calls': { done: 'Roll call started', failed: 'Failed to start the roll call', touches: rollCalls },
  'POST /roll-calls/{id}/ticks': { done: 'Ticks saved', failed: 'Failed to save ticks', touches: rollCalls },
  'POST /roll-calls/{id}/end': { done: 'Roll call ended', failed: 'Failed to end the roll call', touches: rollCalls },

  'DELETE /devices/{id}': { done: 'Device forgotten', failed: 'Failed to forget the device', touches: deviceStates },
  'PUT /access-controllers/{id}/device': {
    done: 'Device rules saved successfully',
    failed: 'Failed to save device rules',
    touches: deviceStates,
  },
  'POST /access-controllers/{id}/device/pairing': {
    done: 'Ready for the device',
    failed: 'Failed to prepare for the device',
    touches: deviceStates,
  },
  'POST /access-controllers/{id}/device/approve': {
    done: 'Device approved',
    failed: 'Failed to approve the device',
    touches: [...deviceStates, ...readFromDevices],
  },
  'POST /access-controllers/{id}/device/disconnect': {
    done: 'Device disconnected',
    failed: 'Failed to disconnect the device',
    touches: deviceStates,
  },
  'POST /access-controllers/{id}/device/try': {
    done: 'Message read',
    failed: 'Failed to read the message',
    touches: [],
  },
  'POST /access-controllers/{id}/device/commands': {
    done: 'The device will be asked',
    failed: 'Failed to ask the device',
    touches: ['GET /access-controllers/{id}/device/commands', 'GET /access-controllers/{id}/device/reconciliation'],
  },
  'POST /access-controllers/{id}/device/reinterpret': {
    done: 'Events read again',
    failed: 'Failed to read the events again',
    touches: readFromDevices,
  },
  'POST /access-controllers/{id}/device/file': {
    done: 'Lines of the file stored',
    failed: 'Failed to read the file',
    touches: readFromDevices,
  },
  'POST /employee-codes': {
    done: 'Code assigned',
    failed: 'Failed to assign the code',
    touches: ['GET /employee-codes', ...readFromDevices],
  },
  'DELETE /employee-codes/{id}': {
    done: 'Code removed',
    failed: 'Failed to remove the code',
    touches: ['GET /employee-codes', ...readFromDevices],
  },

  'DELETE /sessions/{id}': {
    done: 'Session ended',
    failed: 'Failed to end the session',
    touches: ['GET /sessions'],
  },
  'POST /sessions/end-others': {
    done: 'All other sessions ended',
    failed: 'Failed to end the sessions',
    touches: ['GET /sessions'],
  },
  'DELETE /users/{id}/sessions': {
    done: 'All sessions of the user ended',
    failed: 'Failed to end the sessions',
    touches: ['GET /users/{id}/sessions'],
  },
  'DELETE /user-sessions/{id}': {
    done: 'Session ended',
    failed: 'Failed to end the session',
    touches: ['GET /users/{id}/sessions'],
  },

  'POST /api-tokens': {
    done: 'API token created',
    failed: 'Failed to create the API token',
    touches: apiTokens,
  },
  'DELETE /api-tokens/{id}': {
    done: 'API token revoked',
    failed: 'Failed to revoke the API token',
    touches: apiTokens,
  },
  'DELETE /user-api-tokens/{id}': {
    done: 'API token revoked',
    failed: 'Failed to revoke the API token',
    touches: apiTokens,
  },

  'PUT /privacy/rules': {
    done: 'Retention rules saved',
    failed: 'Failed to save the retention rules',
    touches: privacyRules,
  },
  'POST /privacy/rules/preview': { done: 'Counted', failed: 'Failed to count what would go', touches: [] },
  'POST /legal-holds': { done: 'Legal hold placed', failed: 'Failed to place the legal hold', touches: holds },
  'DELETE /legal-holds/{id}': {
    done: 'Legal hold lifted',
    failed: 'Failed to lift the legal hold',
    touches: holds,
  },
  'POST /privacy/erasures/preview': { done: 'Counted', failed: 'Failed to count what would go', touches: [] },
  'POST /privacy/erasures': {
    done: 'Erased',
    failed: 'Failed to erase',
    touches: ['GET /privacy/people', ...employeeLists, ...userLists, ...corrected],
  },

  'POST /views': { done: 'View saved', failed: 'Failed to save view', touches: viewLists },
  'PUT /views/{id}': { done: 'View saved', failed: 'Failed to save view', touches: viewLists },
  'DELETE /views/{id}': { done: 'View deleted', failed: 'Failed to delete view', touches: viewLists },
  'PUT /views/order': { done: 'Order of views saved', failed: 'Failed to save the order of views', touches: viewLists },
};

/** The test that sends nothing is the same call. */
export const dryRunDone = 'Dry run completed successfully';

/** The success message of a write. */
export const doneMessage = (key: WriteKey, answer: unknown): string => filled(messages[key].done, answer);
