// The message of a failed read, if the server gives none.

import type { ReadKey } from '../endpoints.ts';

const loadFailures: { readonly [K in ReadKey]?: string } = {
  'GET /auth/user': 'Failed to refresh session',
  'GET /companies': 'Failed to fetch companies',
  'GET /companies/all': 'Failed to fetch companies',
  'GET /companies/{id}/urls': 'Failed to fetch URLs',
  'GET /attendance': 'Failed to fetch attendance data',
  'GET /attendance/{id}': 'Failed to fetch attendance data',
  'GET /employees': 'Failed to fetch employee data',
  'GET /settings': 'Failed to fetch settings',
  'GET /roles': 'Failed to fetch roles data',
  'GET /permissions/by-module': 'Failed to fetch roles data',
  'GET /users': 'Failed to fetch users data',
  'GET /sessions': 'Failed to fetch sessions',
  'GET /users/{id}/sessions': 'Failed to fetch sessions',
  'GET /api-tokens': 'Failed to fetch API tokens',
  'GET /user-api-tokens': 'Failed to fetch API tokens',
  'GET /views': 'Failed to fetch saved views',
  'GET /companies/{id}/hr-sync/config': 'Failed to fetch HR sync configuration',
};

export const loadFailedMessage = (key: ReadKey): string => loadFailures[key] ?? 'Failed to fetch data';
