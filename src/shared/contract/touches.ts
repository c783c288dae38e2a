// Reads that writes of several domains make stale.

export const hrDayStatus = ['GET /companies/{id}/hr-sync/status'] as const;
/** Reads that a sync may change. */
export const delivered = [
  'GET /attendance',
  'GET /attendance/{id}',
  'GET /hr-sync/companies',
  'GET /attention/counts',
  'GET /timesheets/{id}',
  ...hrDayStatus,
] as const;

export const computedFromEvents = [
  'GET /timesheets',
  'GET /timesheets/{id}',
  'GET /exceptions',
  'GET /exceptions/counts',
  'GET /presence',
  'GET /presence/summary',
  'GET /presence/curve',
  'GET /attention',
  'GET /attention/counts',
] as const;
export const corrected = [
  'GET /corrections',
  'GET /attendance',
  'GET /attendance/{id}',
  ...hrDayStatus,
  ...computedFromEvents,
] as const;
/** Reads that may change when a device's events are read again. */
export const readFromDevices = [
  'GET /access-controllers/{id}/device/events',
  'GET /access-controllers/{id}/device/reconciliation',
  'GET /unknown-codes',
  'GET /attendance',
  'GET /attendance/{id}',
  ...hrDayStatus,
  ...computedFromEvents,
] as const;
export const companyLists = ['GET /companies', 'GET /companies/{id}', 'GET /companies/all'] as const;
export const employeeLists = ['GET /employees', 'GET /employees/{id}'] as const;
export const userLists = ['GET /users', 'GET /invitations'] as const;
