// Where the console makes each call, and what it shows when the call fails or does not exist.

import { describe } from '../../src/api/errors.ts';
import type { EndpointKey } from '../../src/contract/endpoints.ts';
import { failedMessage } from '../../src/contract/messages.ts';
import type { Fault } from './findings.ts';
import type { Heard } from './ask.ts';

/** `without`: the console works without the call, but its users see this. */
type Use = readonly [where: string, without?: string];

const notAsked = 'nothing: the console does not make this call';
const unused: Use = ['Nowhere yet', notAsked];

export const uses: { readonly [K in EndpointKey]: Use } = {
  'POST /auth/login': ['Login'],
  'POST /auth/logout': ['Sidebar'],
  'GET /auth/user': ['Start'],
  'POST /auth/change-password': ['Profile', 'that passwords cannot be changed on Profile'],
  'POST /auth/forgot-password': ['Forgot password'],
  'POST /auth/reset-password': ['Forgot password', 'that e-mailed links cannot be used'],

  'GET /companies': ['Companies'],
  'GET /companies/all': ['Company selects', 'the companies of page 1 only, in selects'],
  'GET /companies/{id}': unused,
  'POST /companies': ['Add New Company'],
  'PUT /companies/{id}': ['Edit Company'],
  'DELETE /companies/{id}': ['Companies'],
  'GET /companies/{id}/access-controllers': ['Attendance filters'],
  'GET /companies/{id}/employees': ['Attendance filters'],

  'GET /companies/{id}/urls': ['Manage URLs'],
  'POST /companies/{id}/urls': ['Manage URLs'],
  'PUT /company-urls/{id}': ['Manage URLs'],
  'DELETE /company-urls/{id}': ['Manage URLs'],
  'POST /company-urls/{id}/check-health': ['Manage URLs'],
  'GET /company-urls/health-statistics': ['Dashboard', 'a dashboard without the health of URLs'],

  'GET /access-controllers': ['Access Controllers'],
  'GET /access-controllers/{id}': unused,
  'POST /access-controllers': ['Add Access Controller'],
  'PUT /access-controllers/{id}': ['Edit Access Controller'],
  'DELETE /access-controllers/{id}': ['Access Controllers'],

  'GET /attendance': ['Attendance Management'],
  'GET /attendance/{id}': ['View', 'what the list knows of the record'],
  'POST /attendance/mark-processed': ['Mark as Processed'],
  'GET /attendance/statistics': ['Dashboard', 'a sample figure for Recent Activity, marked as one'],

  'GET /employees': ['Employees'],
  'GET /employees/{id}': unused,
  'POST /employees': ['Add Employee'],
  'PUT /employees/{id}': ['Edit Employee'],
  'DELETE /employees/{id}': ['Employees'],

  'GET /settings': ['Settings'],
  'GET /settings/public': unused,
  'GET /settings/url-types': ['Manage URLs'],
  'GET /settings/{key}': unused,
  'POST /settings': ['Add Setting'],
  'PUT /settings/{key}': ['Edit Setting'],
  'DELETE /settings/{key}': ['Settings'],

  'GET /roles': ['Roles'],
  'GET /roles/{id}': unused,
  'POST /roles': ['Add Role'],
  'PUT /roles/{id}': ['Edit Role'],
  'DELETE /roles/{id}': ['Roles'],
  'GET /permissions': unused,
  'GET /permissions/by-module': ['Add Role'],

  'GET /users': ['Users'],
  'GET /users/{id}': unused,
  'POST /users': ['Add User'],
  'PUT /users/{id}': ['Edit User'],
  'DELETE /users/{id}': ['Users'],
  'GET /users/permissions': unused,
  'POST /users/{id}/assign-companies': unused,
  'GET /users/{id}/companies': unused,

  'POST /hr-sync/companies/{id}': ['HR System Sync'],
  'POST /hr-sync/all': ['HR System Sync'],
  'GET /hr-sync/companies/{id}/status': ['HR System Sync', "'Status unavailable' at the company"],
  'GET /hr-sync/schedule/status': ['HR System Sync'],
  'PUT /hr-sync/schedule/{slot}': unused,
  'PUT /hr-sync/schedule/{slot}/toggle': ['HR System Sync'],
  'GET /companies/{id}/hr-sync/config': ['HR Sync Configuration'],
  'PUT /companies/{id}/hr-sync/config': ['HR Sync Configuration'],
  'POST /companies/{id}/hr-sync/config/reset': ['HR Sync Configuration'],
  'GET /companies/{id}/hr-sync/status': ['HR Sync Configuration'],
  'POST /companies/{id}/hr-sync/test': ['HR Sync Configuration'],

  'POST /hr-sync/companies/{id}/retry': ['HR System Sync', 'that failed records cannot be tried again'],
};

/** What is wrong with an answer that should have been one, and what the console would show for it. */
export function faultOf(key: EndpointKey, { error, misfit }: Extract<Heard<unknown>, { ok: false }>): Fault {
  const [where, without] = uses[key];
  const words = `${where}: "${describe(error, failedMessage(key))}"`;
  return {
    ...(misfit && { field: misfit.field }),
    detail: misfit
      ? `${misfit.field} is ${JSON.stringify(misfit.found) ?? 'missing'}, which is not ${misfit.expected}`
      : `${error.status ? `${error.status}: ` : ''}${error.message}`,
    shown: without ? `The console would show ${without}` : words,
  };
}
