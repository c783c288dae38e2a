// Where the console makes each call, what it says when the call fails, and what it does without it.

import { describe } from '../../src/api/errors.ts';
import type { EndpointKey } from '../../src/contract/endpoints.ts';
import { said } from '../../src/crud/words.ts';
import type { Fault } from './findings.ts';
import type { Heard } from './ask.ts';

/** `without`: the console can do without the call, and what people see then. */
type Use = readonly [where: string, failed: string, without?: string];

const notAsked = 'nothing: the console does not ask for it';
const unused: Use = ['Nowhere yet', 'Failed to fetch data', notAsked];

export const uses: { readonly [K in EndpointKey]: Use } = {
  'POST /auth/login': ['Login', 'An error occurred during login'],
  'POST /auth/logout': ['Sidebar', 'Failed to sign out'],
  'GET /auth/user': ['Start', 'Failed to refresh session'],
  'POST /auth/change-password': ['Profile', 'Failed to change password', 'that passwords cannot be changed on Profile'],
  'POST /auth/forgot-password': ['Forgot password', 'An error occurred'],
  'POST /auth/reset-password': ['Forgot password', 'An error occurred', 'that e-mailed links cannot be used'],

  'GET /companies': ['Companies', 'Failed to fetch companies'],
  'GET /companies/all': ['Company selects', 'Failed to fetch companies', 'the companies of page 1 only, in selects'],
  'GET /companies/{id}': unused,
  'POST /companies': ['Add New Company', 'An error occurred'],
  'PUT /companies/{id}': ['Edit Company', 'An error occurred'],
  'DELETE /companies/{id}': ['Companies', said.notDeleted('Company')],
  'GET /companies/{id}/access-controllers': ['Attendance filters', 'Failed to fetch data'],
  'GET /companies/{id}/employees': ['Attendance filters', 'Failed to fetch data'],

  'GET /companies/{id}/urls': ['Manage URLs', 'Failed to fetch URLs'],
  'POST /companies/{id}/urls': ['Manage URLs', said.notSaved('URL')],
  'PUT /company-urls/{id}': ['Manage URLs', said.notSaved('URL')],
  'DELETE /company-urls/{id}': ['Manage URLs', said.notDeleted('URL')],
  'POST /company-urls/{id}/check-health': ['Manage URLs', 'Failed to check health'],
  'GET /company-urls/health-statistics': [
    'Dashboard',
    'Failed to fetch data',
    'a dashboard without the health of URLs',
  ],

  'GET /access-controllers': ['Access Controllers', 'Failed to fetch data'],
  'GET /access-controllers/{id}': unused,
  'POST /access-controllers': ['Add Access Controller', said.notSaved('Access Controller')],
  'PUT /access-controllers/{id}': ['Edit Access Controller', said.notSaved('Access Controller')],
  'DELETE /access-controllers/{id}': ['Access Controllers', said.notDeleted('Access Controller')],

  'GET /attendance': ['Attendance Management', 'Failed to fetch attendance data'],
  'GET /attendance/{id}': ['View', 'Failed to fetch attendance data', 'what the list knows of the record'],
  'POST /attendance/mark-processed': ['Mark as Processed', 'Failed to mark records as processed'],
  'GET /attendance/statistics': [
    'Dashboard',
    'Failed to fetch data',
    'a sample figure for Recent Activity, marked as one',
  ],

  'GET /employees': ['Employees', 'Failed to fetch employee data'],
  'GET /employees/{id}': unused,
  'POST /employees': ['Add Employee', said.notSaved('Employee')],
  'PUT /employees/{id}': ['Edit Employee', said.notSaved('Employee')],
  'DELETE /employees/{id}': ['Employees', said.notDeleted('Employee')],

  'GET /settings': ['Settings', 'Failed to fetch settings'],
  'GET /settings/public': unused,
  'GET /settings/url-types': ['Manage URLs', 'Failed to fetch data'],
  'GET /settings/{key}': unused,
  'POST /settings': ['Add Setting', said.notSaved('Setting')],
  'PUT /settings/{key}': ['Edit Setting', said.notSaved('Setting')],
  'DELETE /settings/{key}': ['Settings', said.notDeleted('Setting')],

  'GET /roles': ['Roles', 'Failed to fetch roles data'],
  'GET /roles/{id}': unused,
  'POST /roles': ['Add Role', said.notSaved('Role')],
  'PUT /roles/{id}': ['Edit Role', said.notSaved('Role')],
  'DELETE /roles/{id}': ['Roles', said.notDeleted('Role')],
  'GET /permissions': unused,
  'GET /permissions/by-module': ['Add Role', 'Failed to fetch roles data'],

  'GET /users': ['Users', 'Failed to fetch users data'],
  'GET /users/{id}': unused,
  'POST /users': ['Add User', said.notSaved('User')],
  'PUT /users/{id}': ['Edit User', said.notSaved('User')],
  'DELETE /users/{id}': ['Users', said.notDeleted('User')],
  'GET /users/permissions': unused,
  'POST /users/{id}/assign-companies': unused,
  'GET /users/{id}/companies': unused,

  'POST /hr-sync/companies/{id}': ['HR System Sync', 'Failed to sync company'],
  'POST /hr-sync/all': ['HR System Sync', 'Failed to sync all companies'],
  'GET /hr-sync/companies/{id}/status': [
    'HR System Sync',
    'Failed to fetch data',
    "'Status unavailable' at the company",
  ],
  'GET /hr-sync/schedule/status': ['HR System Sync', 'Failed to fetch data'],
  'PUT /hr-sync/schedule/{slot}': unused,
  'PUT /hr-sync/schedule/{slot}/toggle': ['HR System Sync', 'Failed to change the slot'],
  'GET /companies/{id}/hr-sync/config': ['HR Sync Configuration', 'Failed to fetch HR sync configuration'],
  'PUT /companies/{id}/hr-sync/config': ['HR Sync Configuration', 'Failed to save configuration'],
  'POST /companies/{id}/hr-sync/config/reset': ['HR Sync Configuration', 'Failed to reset configuration'],
  'GET /companies/{id}/hr-sync/status': ['HR Sync Configuration', 'Failed to fetch data'],
  'POST /companies/{id}/hr-sync/test': ['HR Sync Configuration', 'Test sync failed'],

  'POST /hr-sync/companies/{id}/retry': [
    'HR System Sync',
    'Failed to sync company',
    'that failed records cannot be tried again',
  ],
};

/** What is wrong with an answer that should have been one, and what the console would show for it. */
export function faultOf(key: EndpointKey, { error, misfit }: Extract<Heard<unknown>, { ok: false }>): Fault {
  const [where, failed, without] = uses[key];
  const words = `${where}: "${describe(error, failed)}"`;
  return {
    ...(misfit && { field: misfit.field }),
    detail: misfit
      ? `${misfit.field} is ${JSON.stringify(misfit.found) ?? 'missing'}, which is not ${misfit.expected}`
      : `${error.status ? `${error.status}: ` : ''}${error.message}`,
    shown: without ? `The console would show ${without}` : words,
  };
}
