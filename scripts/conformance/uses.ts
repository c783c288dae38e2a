// Where the console makes each call, and what it shows when the call fails or does not exist.

import { describeFailure } from '../../src/platform/api/errors.ts';
import { type CallKey, calls } from '../../src/shared/contract/calls.ts';
import { type Call, failedMessageOf } from '../../src/shared/contract/call.ts';
import { unreadNote } from '../../src/shared/words/unreadNote.ts';
import type { Fault } from './findings.ts';
import type { Result } from './client.ts';

interface Use {
  where: string;
  /** Set if the console works without the call: what its users see then. */
  without?: string;
}

const unused: Use = { where: 'Nowhere yet', without: 'nothing: the console does not make this call' };

export const uses: { readonly [K in CallKey]: Use } = {
  'POST /auth/login': { where: 'Login' },
  'POST /auth/logout': { where: 'Sidebar' },
  'GET /auth/user': { where: 'Start' },
  'POST /auth/change-password': { where: 'Profile', without: 'that passwords cannot be changed on Profile' },
  'POST /auth/second-factor': { where: 'Login' },
  'POST /auth/single-sign-on': { where: 'Login' },
  'POST /auth/passkey/begin': { where: 'Login' },
  'POST /auth/passkey': { where: 'Login' },
  'GET /auth/second-factors': { where: 'Profile' },
  'POST /auth/confirm': { where: 'Profile' },
  'POST /auth/confirm/second-factor': { where: 'Profile' },
  'POST /auth/authenticator-app/begin': { where: 'Profile' },
  'POST /auth/authenticator-app': { where: 'Profile' },
  'POST /auth/authenticator-app/remove': { where: 'Profile' },
  'POST /auth/passkeys/begin': { where: 'Profile' },
  'POST /auth/passkeys': { where: 'Profile' },
  'PUT /auth/passkeys/{id}': { where: 'Profile' },
  'POST /auth/passkeys/{id}/remove': { where: 'Profile' },
  'POST /auth/recovery-codes': { where: 'Profile' },
  'POST /auth/forgot-password': { where: 'Forgot password' },
  'POST /auth/reset-password': { where: 'Forgot password', without: 'that e-mailed links cannot be used' },

  'GET /companies': { where: 'Companies' },
  'GET /companies/all': { where: 'Company selects', without: 'the companies of page 1 only, in selects' },
  'GET /companies/{id}': unused,
  'POST /companies': { where: 'Add New Company' },
  'PUT /companies/{id}': { where: 'Edit Company' },
  'DELETE /companies/{id}': { where: 'Companies' },
  'GET /companies/{id}/access-controllers': { where: 'Attendance filters' },
  'GET /companies/{id}/employees': { where: 'Attendance filters' },

  'GET /companies/{id}/urls': { where: 'Manage URLs' },
  'POST /companies/{id}/urls': { where: 'Manage URLs' },
  'PUT /company-urls/{id}': { where: 'Manage URLs' },
  'DELETE /company-urls/{id}': { where: 'Manage URLs' },
  'POST /company-urls/{id}/check-health': { where: 'Manage URLs' },
  'GET /company-urls/health-statistics': { where: 'Dashboard', without: 'a dashboard without the health of URLs' },

  'GET /access-controllers': { where: 'Access Controllers' },
  'GET /access-controllers/{id}': unused,
  'POST /access-controllers': { where: 'Add Access Controller' },
  'PUT /access-controllers/{id}': { where: 'Edit Access Controller' },
  'DELETE /access-controllers/{id}': { where: 'Access Controllers' },

  'GET /attendance': { where: 'Attendance Management' },
  'GET /attendance/{id}': { where: 'View', without: 'what the list knows of the record' },
  'POST /attendance/mark-processed': { where: 'Mark as Processed' },
  'GET /attendance/statistics': { where: 'Dashboard', without: 'a sample figure for Recent Activity, marked as one' },

  'GET /employees': { where: 'Employees' },
  'GET /employees/{id}': unused,
  'POST /employees': { where: 'Add Employee' },
  'PUT /employees/{id}': { where: 'Edit Employee' },
  'DELETE /employees/{id}': { where: 'Employees' },

  'GET /settings': { where: 'Settings' },
  'GET /settings/public': unused,
  'GET /settings/url-types': { where: 'Manage URLs' },
  'GET /settings/{keyOrId}': unused,
  'POST /settings': { where: 'Add Setting' },
  'PUT /settings/{keyOrId}': { where: 'Edit Setting' },
  'DELETE /settings/{keyOrId}': { where: 'Settings' },

  'GET /roles': { where: 'Roles' },
  'GET /roles/{id}': unused,
  'POST /roles': { where: 'Add Role' },
  'PUT /roles/{id}': { where: 'Edit Role' },
  'DELETE /roles/{id}': { where: 'Roles' },
  'GET /permissions': unused,
  'GET /permissions/by-module': { where: 'Add Role' },

  'GET /users': { where: 'Users' },
  'GET /users/{id}': unused,
  'POST /users': { where: 'Add User' },
  'PUT /users/{id}': { where: 'Edit User' },
  'DELETE /users/{id}': { where: 'Users' },
  'GET /users/permissions': unused,
  'POST /users/{id}/assign-companies': unused,
  'GET /users/{id}/companies': unused,
  'GET /users/{id}/second-factors': { where: 'Second Factor' },
  'POST /users/{id}/second-factors/reset': { where: 'Second Factor' },
  'PUT /roles/{id}/second-factor': { where: 'Roles' },

  'POST /hr-sync/companies/{id}': { where: 'HR System Sync' },
  'POST /hr-sync/all': { where: 'HR System Sync' },
  'GET /hr-sync/companies/{id}/status': { where: 'HR System Sync', without: "'Status unavailable' at the company" },
  'GET /hr-sync/schedule/status': { where: 'HR System Sync' },
  'PUT /hr-sync/schedule/{slot}': unused,
  'PUT /hr-sync/schedule/{slot}/toggle': { where: 'HR System Sync' },
  'GET /single-sign-on': { where: 'Settings' },
  'PUT /single-sign-on': { where: 'Settings' },
  'POST /single-sign-on/test': { where: 'Settings' },

  'GET /hr-connectors': { where: 'HR Connection' },
  'GET /companies/{id}/hr-connection': { where: 'HR Connection' },
  'PUT /companies/{id}/hr-connection': { where: 'HR Connection' },
  'POST /companies/{id}/hr-connection/test': { where: 'HR Connection' },
  'GET /companies/{id}/hr-people': { where: 'Match Employees' },
  'POST /companies/{id}/hr-people/read': { where: 'Match Employees' },
  'PUT /companies/{id}/hr-matches': { where: 'Match Employees' },
  'POST /hr-sync/companies/{id}/cancel': { where: 'HR System Sync' },
  'PUT /hr-sync/companies/{id}/attendance-waits': { where: 'HR System Sync' },
  'GET /companies/{id}/hr-sync/config': { where: 'HR Sync Configuration' },
  'PUT /companies/{id}/hr-sync/config': { where: 'HR Sync Configuration' },
  'POST /companies/{id}/hr-sync/config/reset': { where: 'HR Sync Configuration' },
  'GET /companies/{id}/hr-sync/status': { where: 'HR Sync Configuration' },
  'POST /companies/{id}/hr-sync/test': { where: 'HR Sync Configuration' },

  'GET /attention': { where: 'Dashboard', without: 'a dashboard without what needs attention' },
  'GET /hr-sync/companies': {
    where: 'HR System Sync',
    without: 'the companies page by page, each with a call of its own',
  },
  'POST /attendance/retry-hr': { where: 'View', without: 'that records cannot be retried one by one' },

  'GET /attendance/count': { where: 'Employees', without: 'a call for each of the employees that are to be deleted' },
  'GET /attendance/revision': { where: 'Exports', without: 'exports that read each list twice' },
  'GET /attendance/signing-key': { where: 'Verify File', without: 'that no signature can be checked' },
  'POST /attendance/sign-export': { where: 'Exports', without: 'exports without a signature' },

  'GET /timesheets': { where: 'Timesheets' },
  'GET /timesheets/{id}': { where: 'Timesheets' },
  'GET /companies/{id}/day-rules': { where: 'Timesheets' },
  'PUT /companies/{id}/day-rules': { where: 'Timesheets' },
  'GET /exceptions': { where: 'Exceptions' },
  'GET /exceptions/counts': { where: 'Exceptions' },
  'GET /corrections': { where: 'Exceptions' },
  'POST /corrections': { where: 'Exceptions' },
  'POST /corrections/preview': { where: 'Exceptions' },
  'POST /corrections/{id}/decide': { where: 'Exceptions' },
  'GET /closed-months': { where: 'Timesheets' },
  'POST /closed-months': { where: 'Timesheets' },
  'POST /closed-months/{id}/reopen': { where: 'Timesheets' },
  'GET /presence': { where: 'Who Is In' },
  'GET /presence/summary': { where: 'Who Is In' },
  'GET /roll-calls': { where: 'Who Is In' },
  'GET /roll-calls/{id}': { where: 'Who Is In' },
  'POST /roll-calls': { where: 'Who Is In' },
  'POST /roll-calls/{id}/ticks': { where: 'Who Is In' },
  'POST /roll-calls/{id}/end': { where: 'Who Is In' },

  'GET /devices': { where: 'Devices' },
  'GET /devices/counts': { where: 'Dashboard', without: 'a dashboard without silent devices' },
  'GET /devices/waiting': { where: 'Devices' },
  'DELETE /devices/{id}': { where: 'Devices' },
  'GET /access-controllers/{id}/device': { where: 'Devices' },
  'PUT /access-controllers/{id}/device': { where: 'Devices' },
  'POST /access-controllers/{id}/device/pairing': { where: 'Devices' },
  'POST /access-controllers/{id}/device/approve': { where: 'Devices' },
  'POST /access-controllers/{id}/device/disconnect': { where: 'Devices' },
  'POST /access-controllers/{id}/device/try': { where: 'Devices' },
  'GET /access-controllers/{id}/device/events': { where: 'Devices' },
  'GET /access-controllers/{id}/device/notes': { where: 'Devices' },
  'GET /access-controllers/{id}/device/commands': { where: 'Devices' },
  'POST /access-controllers/{id}/device/commands': { where: 'Devices' },
  'POST /access-controllers/{id}/device/reinterpret': { where: 'Devices' },
  'POST /access-controllers/{id}/device/file': { where: 'Devices' },
  'GET /access-controllers/{id}/device/reconciliation': { where: 'Devices' },
  'GET /unknown-codes': { where: 'Devices' },
  'GET /employee-codes': { where: 'Devices' },
  'POST /employee-codes': { where: 'Devices' },
  'DELETE /employee-codes/{id}': { where: 'Devices' },

  'GET /invitations': { where: 'Add User' },
  'POST /users/{id}/invitation': { where: 'Users' },
  'DELETE /users/{id}/invitation': { where: 'Users' },
  'POST /auth/invitation': { where: 'Invitation' },
  'POST /auth/invitation/accept': { where: 'Invitation' },
  'GET /employees/{id}/personal-data': { where: 'Personal Data' },
  'GET /employees/{id}/personal-data/{section}': { where: 'Personal Data' },
  'GET /users/{id}/personal-data': { where: 'Personal Data' },
  'GET /users/{id}/personal-data/{section}': { where: 'Personal Data' },
  'GET /audit': { where: 'Audit' },
  'GET /audit/{id}': { where: 'Audit' },
  'GET /audit/head': { where: 'Audit' },
  'GET /audit/chain': { where: 'Verify the Audit' },
  'GET /privacy/rules': { where: 'Privacy' },
  'PUT /privacy/rules': { where: 'Privacy' },
  'POST /privacy/rules/preview': { where: 'Privacy' },
  'GET /legal-holds': { where: 'Privacy' },
  'POST /legal-holds': { where: 'Privacy' },
  'DELETE /legal-holds/{id}': { where: 'Privacy' },
  'GET /privacy/people': { where: 'Privacy' },
  'POST /privacy/erasures/preview': { where: 'Privacy' },
  'POST /privacy/erasures': { where: 'Privacy' },

  'GET /sessions': { where: 'Your Sessions' },
  'DELETE /sessions/{id}': { where: 'Your Sessions' },
  'POST /sessions/end-others': { where: 'Your Sessions' },
  'GET /users/{id}/sessions': { where: 'Sessions' },
  'DELETE /users/{id}/sessions': { where: 'Sessions' },
  'DELETE /user-sessions/{id}': { where: 'Sessions' },

  'GET /api-tokens': { where: 'API Tokens' },
  'GET /api-tokens/choices': { where: 'API Tokens' },
  'POST /api-tokens': { where: 'API Tokens' },
  'DELETE /api-tokens/{id}': { where: 'API Tokens' },
  'GET /user-api-tokens': { where: 'Users' },
  'DELETE /user-api-tokens/{id}': { where: 'Users' },

  'GET /views': { where: 'Saved Views', without: 'the views that this browser keeps' },
  'POST /views': { where: 'Saved Views' },
  'PUT /views/{id}': { where: 'Saved Views' },
  'DELETE /views/{id}': { where: 'Saved Views' },
  'PUT /views/order': { where: 'Saved Views' },

  'POST /hr-sync/companies/{id}/retry': {
    where: 'HR System Sync',
    without: 'that failed records cannot be tried again',
  },
};

export const isUnused = (key: CallKey) => uses[key] === unused;

/** What is wrong with an answer that should have been one, and what the console would show for it. */
export function faultOf(key: CallKey, { error, mismatch }: Extract<Result<unknown>, { ok: false }>): Fault {
  const { where, without } = uses[key];
  const entry: Call = calls[key];
  const note = mismatch && unreadNote(mismatch.unread);
  const words = `${where}: "${note ?? describeFailure(error, failedMessageOf(entry))}"${note ? ' beside the others' : ''}`;
  return {
    ...(mismatch && { field: mismatch.field }),
    detail: mismatch
      ? `${mismatch.field} is ${JSON.stringify(mismatch.found) ?? 'missing'}, which is not ${mismatch.expected}`
      : `${error.status ? `${error.status}: ` : ''}${error.message}`,
    shown: without ? `The console would show ${without}` : words,
  };
}
