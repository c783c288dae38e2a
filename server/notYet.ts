// Calls of the contract that have no handler yet.

import { notFound } from './platform/domainErrors.ts';

const handle = (): Promise<never> => Promise.reject(notFound('Not there yet'));

export const notYet = {
  'GET /closed-months': { allow: 'attendance.view', handle },
  'POST /closed-months': { allow: 'timesheets.close', handle },
  'POST /closed-months/{id}/reopen': { allow: 'timesheets.close', handle },
  'GET /presence': { allow: 'presence.view', handle },
  'GET /presence/summary': { allow: 'presence.view', handle },
  'GET /roll-calls': { allow: 'presence.view', handle },
  'GET /roll-calls/{id}': { allow: 'presence.view', handle },
  'POST /roll-calls': { allow: 'presence.roll_call', handle },
  'POST /roll-calls/{id}/ticks': { allow: 'presence.roll_call', handle },
  'POST /roll-calls/{id}/end': { allow: 'presence.roll_call', handle },
} as const;
