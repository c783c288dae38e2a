// Expectations of calls, and what users of the console see if one is not met.

import { failureMessages } from '../../src/platform/api/client.ts';
import { type ApiError, describeFailure } from '../../src/platform/api/errors.ts';
import { featureOf } from '../../src/shared/contract/access.ts';
import { type Call, failedMessageOf } from '../../src/shared/contract/call.ts';
import { type CallKey, calls } from '../../src/shared/contract/calls.ts';
import type { Page } from '../../src/shared/contract/decode.ts';
import { unreadNote } from '../../src/shared/words/plural.ts';
import type { Result } from './client.ts';
import type { Fault, Group } from './kit.ts';

interface Use {
  /** Screen on which the console makes the call. */
  readonly where: string;
  /** Effect for users if the call is missing; unset if the console cannot work without it. */
  readonly without?: string;
}

type SpecifiedKey = {
  [K in CallKey]: (typeof calls)[K] extends { feature: string } | { impliedBy: object } ? never : K;
}[CallKey];

const unused: Use = { where: 'Nowhere yet', without: 'nothing: the console does not make this call' };

/** For reads of a record that the console repeats before it saves an edit, to compare. */
const compared = (where: string): Use => ({ where, without: 'edits that replace what somebody else saved meanwhile' });

const uses: { readonly [K in SpecifiedKey]: Use } = {
  'POST /auth/login': { where: 'Login' },
  'POST /auth/logout': { where: 'Sidebar' },
  'GET /auth/user': { where: 'Start' },
  'POST /auth/change-password': { where: 'Profile', without: 'that passwords cannot be changed on Profile' },
  'POST /auth/forgot-password': { where: 'Forgot password' },
  'POST /auth/reset-password': { where: 'Forgot password', without: 'that e-mailed links cannot be used' },
  'GET /companies': { where: 'Companies' },
  'GET /companies/all': { where: 'Company selects', without: 'the companies of page 1 only, in selects' },
  'GET /companies/{id}': { where: "A company's page" },
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
  'GET /access-controllers/{id}': { where: 'Edit Access Controller' },
  'POST /access-controllers': { where: 'Add Access Controller' },
  'PUT /access-controllers/{id}': { where: 'Edit Access Controller' },
  'DELETE /access-controllers/{id}': { where: 'Access Controllers' },
  'GET /attendance': { where: 'Attendance Management' },
  'GET /attendance/{id}': { where: 'View', without: 'what the list knows of the record' },
  'POST /attendance/mark-processed': { where: 'Mark as Processed' },
  'GET /attendance/statistics': { where: 'Dashboard', without: 'a sample figure for Recent Activity, marked as one' },
  'GET /employees': { where: 'Employees' },
  'GET /employees/{id}': {
    where: "An employee's page",
    without: "'Employee' in place of the name on an employee's page",
  },
  'POST /employees': { where: 'Add Employee' },
  'PUT /employees/{id}': { where: 'Edit Employee' },
  'DELETE /employees/{id}': { where: 'Employees' },
  'GET /settings': { where: 'Settings' },
  'GET /settings/public': unused,
  'GET /settings/url-types': { where: 'Manage URLs' },
  'GET /settings/{keyOrId}': compared('Edit Setting'),
  'POST /settings': { where: 'Add Setting' },
  'PUT /settings/{keyOrId}': { where: 'Edit Setting' },
  'DELETE /settings/{keyOrId}': { where: 'Settings' },
  'GET /roles': { where: 'Roles' },
  'GET /roles/{id}': compared('Edit Role'),
  'POST /roles': { where: 'Add Role' },
  'PUT /roles/{id}': { where: 'Edit Role' },
  'DELETE /roles/{id}': { where: 'Roles' },
  'GET /permissions': unused,
  'GET /permissions/by-module': { where: 'Add Role' },
  'GET /users': { where: 'Users' },
  'GET /users/{id}': compared('Edit User'),
  'POST /users': { where: 'Add User' },
  'PUT /users/{id}': { where: 'Edit User' },
  'DELETE /users/{id}': { where: 'Users' },
  'GET /users/permissions': unused,
  'POST /users/{id}/assign-companies': unused,
  'GET /users/{id}/companies': unused,
  'POST /hr-sync/companies/{id}': { where: 'HR System Sync' },
  'POST /hr-sync/all': { where: 'HR System Sync' },
  'GET /hr-sync/companies/{id}/status': { where: 'HR System Sync', without: "'Status unavailable' at the company" },
  'GET /hr-sync/schedule/status': { where: 'HR System Sync' },
  'PUT /hr-sync/schedule/{slot}': unused,
  'PUT /hr-sync/schedule/{slot}/toggle': { where: 'HR System Sync' },
  'GET /companies/{id}/hr-sync/config': { where: 'HR Sync Configuration' },
  'PUT /companies/{id}/hr-sync/config': { where: 'HR Sync Configuration' },
  'POST /companies/{id}/hr-sync/config/reset': { where: 'HR Sync Configuration' },
  'GET /companies/{id}/hr-sync/status': { where: 'HR Sync Configuration' },
  'POST /companies/{id}/hr-sync/test': { where: 'HR Sync Configuration' },
};

const isSpecified = (key: CallKey): key is SpecifiedKey => key in uses;

export function usageOf(key: CallKey): Use {
  return isSpecified(key) ? uses[key] : { where: `Where the console uses ${featureOf(key)}` };
}

/** Describes a wrong answer, and what the console would show for it. */
export function faultOf(key: CallKey, { error, mismatch }: Extract<Result<unknown>, { ok: false }>): Fault {
  const { where, without } = usageOf(key);
  const call: Call = calls[key];
  const note = mismatch && unreadNote(mismatch.unread);
  const message = note ?? describeFailure(error, failedMessageOf(call));
  const words = `${where}: "${message}"${note ? ' beside the others' : ''}`;
  return {
    ...(mismatch && { field: mismatch.field }),
    detail: mismatch
      ? `${mismatch.field} is ${JSON.stringify(mismatch.found) ?? 'missing'}, which is not ${mismatch.expected}`
      : `${error.status ? `${error.status}: ` : ''}${error.message}`,
    shown: without ? `The console would show ${without}` : words,
  };
}

export function succeeds(group: Group, key: CallKey, claim: string, result: Result<unknown>): boolean {
  group.check(key, claim, result.ok ? undefined : faultOf(key, result));
  return result.ok;
}

interface Filtered<Row> {
  result: Result<Page<Row>>;
  matches(row: Row): boolean;
  fault(row: Row, index: number): Fault;
}

/** Checks that a filtered page only has matching rows, and returns its total; undefined if it has others. */
export function checkMatches<Row>(
  group: Group,
  key: CallKey,
  claim: string,
  { result, matches, fault }: Filtered<Row>,
): number | undefined {
  if (!result.ok) {
    group.check(key, claim, faultOf(key, result));
    return undefined;
  }
  const at = result.data.data.findIndex((row) => !matches(row));
  const stray = result.data.data[at];
  group.check(key, claim, stray && fault(stray, at));
  return stray ? undefined : result.data.total;
}

/** Messages in a 422 appear at their fields, or above the form if they name none. */
function namesField(group: Group, key: CallKey, error: ApiError, field: string): void {
  const fields: Readonly<Record<string, string | undefined>> = error.fields;
  const claim = 'A 422 names the invalid field';
  if (fields[field]) return group.check(key, claim);
  group.note(key, claim, {
    field: `errors.${field}`,
    detail: `errors names ${Object.keys(fields).join(', ') || 'no field'}; name ${field}`,
    shown: `"${error.message}" above the form, and nothing at the field`,
  });
}

/** Checks that the call was refused in one of these ways, with JSON and a message; in a 422, one for the `field`. */
export function refuses(
  group: Group,
  key: CallKey,
  claim: string,
  result: Result<unknown>,
  kinds: readonly ApiError['kind'][],
  field?: string,
): void {
  const fault = refusalFault(key, result, kinds);
  // The console never makes this call, so no user sees how it is refused.
  if (fault && !result.ok && usageOf(key) === unused) group.note(key, claim, fault);
  else group.check(key, claim, fault);
  if (!fault && !result.ok && !result.error.fromServer) {
    group.note(key, 'A refusal has a message', {
      field: 'message',
      detail: `The ${result.error.status} has no message`,
      shown: faultOf(key, result).shown,
    });
  }
  if (!fault && !result.ok && result.error.kind === 'invalid' && field !== undefined)
    namesField(group, key, result.error, field);
}

const statuses: Partial<Record<ApiError['kind'], number>> = {
  invalid: 422,
  notFound: 404,
  outdated: 412,
  unauthenticated: 401,
};

function refusalFault(key: CallKey, result: Result<unknown>, kinds: readonly ApiError['kind'][]): Fault | undefined {
  if (result.ok) {
    const shown = key.includes('{') ? 'An empty record instead of an error' : undefined;
    const status = statuses[kinds[0] ?? 'refused'] ?? 400;
    return { detail: `The call succeeded; answer ${status}`, ...(shown && { shown }) };
  }
  const { error } = result;
  const shown = faultOf(key, result).shown;
  if (error.message === failureMessages.html)
    return { detail: `Answered ${error.status} with HTML instead of JSON`, shown };
  if (kinds.includes(error.kind)) return undefined;
  return { detail: `Answered ${error.status || 'nothing'}: ${error.message}`, shown };
}

/** Frequent runs of the kit may look like password guessing. */
export const isRateLimited = (result: Result<unknown>) => !result.ok && result.error.status === 429;
