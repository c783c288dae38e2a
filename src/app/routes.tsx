// The route table: path, title, icon, gate, screen, and the call whose answer the screen shows first.

import type { ComponentType } from 'react';
import { attendanceList } from '../features/attendance/list.ts';
import { companyRecordsList } from '../features/companies/list.ts';
import { controllersList } from '../features/controllers/list.ts';
import { employeesList } from '../features/employees/list.ts';
import type { ScreensFor } from '../features/people/rights/effectiveAccess.ts';
import type { Queries } from '../platform/api/queries.ts';
import { loadOnce } from '../platform/boot/loadOnce.ts';
import { paths, safeNext } from '../platform/boot/paths.ts';
import { loadStyles, loadStylesOf, withStyles } from '../platform/boot/stylesheets.ts';
import { currentDefaults, type ListCall, type Params, readParams } from '../platform/hooks/searchParams.ts';
import { companiesList } from '../platform/lists/companiesList.ts';
import type { IconName } from '../platform/ui/Icon.tsx';
import type { ReadKey } from '../shared/contract/calls.ts';
import type { AttentionCounts } from '../shared/contract/dashboard.ts';

/** Module of a screen, which may need to know what a user's sidebar shows. */
interface ScreenModule {
  default: ComponentType<{ screensFor: ScreensFor }>;
}

interface RecordPageModule {
  default: ComponentType<{ id: number }>;
}

export interface Route {
  path: string;
  title: string;
  /** Name in the sidebar. */
  link: string;
  icon: IconName;
  /** Shows the link only to users with an administrative permission. */
  isAdministrative?: boolean;
  /** Call that the screen makes. Beyond the specification, the screen only exists if the server has the call. */
  reads?: ReadKey;
  /** Whether some addresses work without the permission for `reads`, which sidebar and palette still need. */
  isOpenToAll?: boolean;
  /** Count shown next to the link, of what waits or is wrong there. */
  counts?: keyof AttentionCounts;
  /** Whether the screen has a limited width, while tables and cards grow with the window. */
  isCentred?: boolean;
  load(): Promise<ScreenModule>;
  prefetch?: Prefetch;
  /** Page of one of its records, which opens if the address names one (openRecord.ts). */
  page?: () => Promise<RecordPageModule>;
}

/** Requests what a frequently used screen will load first. Returns a function that cancels it. */
type Prefetch = (queries: Queries, search: string) => () => void;

type FetchScreen = () => Promise<ScreenModule>;
type Special = Partial<Omit<Route, 'path' | 'title' | 'icon' | 'load'>>;

const pageOf = (fetchPage: () => Promise<RecordPageModule>) =>
  loadOnce('The page', () => withStyles(fetchPage(), loadStyles()));

function route(path: string, title: string, icon: IconName, fetchScreen: FetchScreen, special: Special = {}): Route {
  const load = loadOnce(title, () => withStyles(fetchScreen(), loadStylesOf(path)));
  return { path, title, icon, load, link: title, ...special };
}

function prefetching<K extends ReadKey, P extends Params>({ key, params, args }: ListCall<K, P>): Prefetch {
  return (queries, search) => {
    // Skip: whether the server searches is unknown until the user is, and a record's page has no list.
    if (/[?&](?:q|sort|id)=/.test(search)) return () => {};
    return queries.prefetch(key, args(readParams(search, currentDefaults(params))));
  };
}

const prefetchCompanies = prefetching(companiesList);

const dashboard = route(
  paths.dashboard,
  'Dashboard',
  'dashboard',
  () => import('../features/dashboard/DashboardScreen.tsx'),
  {
    isCentred: true,
    prefetch: (queries) => prefetchCompanies(queries, ''),
  },
);

export const routes: readonly Route[] = [
  dashboard,
  route(paths.companies, 'Companies', 'companies', () => import('../features/companies/CompaniesScreen.tsx'), {
    prefetch: prefetching(companyRecordsList),
    page: pageOf(() => import('../features/companies/CompanyPage.tsx')),
  }),
  route(
    paths.accessControllers,
    'Access Controllers',
    'controllers',
    () => import('../features/controllers/AccessControllersScreen.tsx'),
    {
      counts: 'controllers',
      prefetch: prefetching(controllersList),
      page: pageOf(() => import('../features/controllers/door/DoorPage.tsx')),
    },
  ),
  route(
    paths.attendance,
    'Attendance Management',
    'attendance',
    () => import('../features/attendance/AttendanceScreen.tsx'),
    {
      link: 'Attendance',
      prefetch: prefetching(attendanceList),
    },
  ),
  route(paths.employees, 'Employees', 'employees', () => import('../features/employees/EmployeesScreen.tsx'), {
    prefetch: prefetching(employeesList),
    page: pageOf(() => import('../features/person/PersonPage.tsx')),
  }),
  route(paths.profile, 'Profile', 'profile', () => import('../features/signIn/profile/ProfileScreen.tsx'), {
    isCentred: true,
  }),
  route(paths.roles, 'Roles', 'roles', () => import('../features/people/roles/RolesScreen.tsx'), {
    isAdministrative: true,
  }),
  route(paths.users, 'Users', 'users', () => import('../features/people/users/UsersScreen.tsx'), {
    isAdministrative: true,
  }),
  route(paths.hrSync, 'HR System Sync', 'sync', () => import('../features/hr/sync/HrSyncScreen.tsx'), {
    isAdministrative: true,
    link: 'HR Sync',
    counts: 'hr',
  }),
  route(paths.settings, 'Settings', 'settings', () => import('../features/settings/SettingsScreen.tsx'), {
    isAdministrative: true,
  }),
  route(paths.audit, 'Audit', 'audit', () => import('../features/audit/AuditScreen.tsx'), {
    reads: 'GET /audit',
  }),
  route(paths.privacy, 'Privacy', 'lock', () => import('../features/privacy/PrivacyScreen.tsx'), {
    reads: 'GET /privacy/rules',
  }),
  route(paths.presence, 'Who Is In', 'presence', () => import('../features/presence/PresenceScreen.tsx'), {
    reads: 'GET /presence',
  }),
  route(paths.timesheets, 'Timesheets', 'timesheets', () => import('../features/timesheets/TimesheetsScreen.tsx'), {
    reads: 'GET /timesheets',
    isOpenToAll: true,
  }),
  route(
    paths.exceptions,
    'Exceptions',
    'warning',
    () => import('../features/corrections/exceptions/ExceptionsScreen.tsx'),
    {
      reads: 'GET /corrections',
      counts: 'exceptions',
    },
  ),
];

export const routeAt = (path: string) => routes.find((route) => route.path === path);

/** Returns the route and search of an address. For the login page, they are those of the screen it leads to. */
export function destination(path: string, search: string): { route: Route; search: string } {
  const next = path === paths.login ? safeNext(new URLSearchParams(search).get('next')) : path + search;
  const [nextPath = '', ...rest] = next.split(/(?=[?#])/);
  return { route: routeAt(nextPath) ?? dashboard, search: rest.find((part) => part.startsWith('?')) ?? '' };
}
