// Calls of the contract that have no handler yet.

import { notFound } from './platform/domainErrors.ts';

const handle = (): Promise<never> => Promise.reject(notFound('Not there yet'));

export const notYet = {
  'GET /closed-months': { allow: 'attendance.view', handle },
  'POST /closed-months': { allow: 'timesheets.close', handle },
  'POST /closed-months/{id}/reopen': { allow: 'timesheets.close', handle },
} as const;
