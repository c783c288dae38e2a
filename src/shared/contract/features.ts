// Features beyond the specification. A server names its features on the user of POST /auth/login and GET /auth/user;
// one that names none is never asked for them.

export const features = [
  'signed_exports',
  'known_settings',
  'search',
  'saved_views',
  'shared_views',
  'attention',
  'hr_state',
  'employment',
  'timesheets',
  'corrections',
  'presence',
  'devices',
  'trouble',
  'hr_connectors',
  'second_factor',
  'invitations',
  'single_sign_on',
  'privacy',
  'audit',
  'sessions',
  'api_tokens',
  'attendance_revision',
  'attendance_changes',
  'attendance_count',
  'business_timezone',
  'versions',
  'directions',
] as const;
export type Feature = (typeof features)[number];
