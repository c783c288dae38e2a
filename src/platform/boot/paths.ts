// Paths of the screens. The build gives each path an index.html of its own, so paths are one segment deep and ids go
// into the query.

export const paths = {
  login: '/login',
  forgotPassword: '/forgot-password',
  invitation: '/invitation',
  dashboard: '/',
  companies: '/companies',
  accessControllers: '/access-controllers',
  attendance: '/attendance',
  employees: '/employees',
  profile: '/profile',
  roles: '/roles',
  users: '/users',
  hrSync: '/hr-sync',
  settings: '/settings',
  presence: '/presence',
  timesheets: '/timesheets',
  exceptions: '/exceptions',
  audit: '/audit',
  privacy: '/privacy',
} as const;

/** Returns '/companies' for '/some/base/companies/'. */
export function pathWithin(base: string, pathname: string): string {
  const path = pathname.toLowerCase().startsWith(base.toLowerCase()) ? pathname.slice(base.length) : pathname;
  return path.replace(/(.)\/$/, '$1') || paths.dashboard;
}

/** Returns the path to open after signing in: `next` if it is on this site, otherwise the dashboard. */
export function safeNext(next: string | null): string {
  if (!next?.startsWith('/') || /^\/[/\\]/.test(next) || /[\\\u0000-\u001f]/.test(next)) return paths.dashboard;
  return next.startsWith(paths.login) ? paths.dashboard : next;
}

export function loginPath(next: string): string {
  return safeNext(next) === paths.dashboard ? paths.login : `${paths.login}?next=${encodeURIComponent(next)}`;
}
