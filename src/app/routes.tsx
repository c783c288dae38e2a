// THE route table: path, title, icon, gate, screen, and the call whose answer the screen shows first.

import type { ComponentType } from 'react';
import { attendanceList } from '../features/attendance/list.ts';
import { companyRecordsList } from '../features/companies/list.ts';
import { controllersList } from '../features/controllers/list.ts';
import { employeesList } from '../features/employees/list.ts';
import type { ScreensFor } from '../features/people/rights/effectiveAccess.ts';
import type { Queries } from '../platform/api/queries.ts';
import { loadOnce } from '../platform/boot/loadOnce.ts';
import { paths, safeNext } from '../platform/boot/paths.ts';
import { loadStyles, styled, stylesOf } from '../platform/boot/stylesheets.ts';
import { currentDefaults, type ListCall, type Params, readParams } from '../platform/hooks/searchParams.ts';
import { companiesList } from '../platform/lists/companiesList.ts';
import type { IconName } from '../platform/ui/Icon.tsx';
import type { ReadKey } from '../shared/contract/calls.ts';
import type { AttentionCounts } from '../shared/contract/dashboard.ts';

/** Module of a screen, which may ask what a user's sidebar shows. */
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
  /** The call that the screen reads. Beyond the specification, the screen exists only where the server has the call. */
  reads?: ReadKey;
  /**
   * The screen has addresses that work without the permission for `reads`; the sidebar and the palette still need it.
   */
  isOpenToAll?: boolean;
  /** Counts, beside the link, what waits or is wrong there. */
  counts?: keyof AttentionCounts;
  /** The screen has a limited width, while tables and cards grow with the window. */
  isCentred?: boolean;
  load(): Promise<ScreenModule>;
  prefetch?: Prefetch;
  /** The page of one of its records, which opens where the address names one (openRecord.ts). */
  page?: () => Promise<RecordPageModule>;
}

/** Requests what a screen that is opened often will load first. Returns a function that cancels it. */
type Prefetch = (queries: Queries, search: string) => () => void;

type FetchScreen = () => Promise<ScreenModule>;
type Special = Partial<Omit<Route, 'path' | 'title' | 'icon' | 'load'>>;

const pageOf = (fetchPage: () => Promise<RecordPageModule>) =>
  loadOnce('The page', () => styled(fetchPage(), loadStyles()));

function route(path: string, title: string, icon: IconName, fetchScreen: FetchScreen, special: Special = {}): Route {
  const load = loadOnce(title, () => styled(fetchScreen(), stylesOf(path)));
  return { path, title, icon, load, link: title, ...special };
}

function prefetching<K extends ReadKey, P extends Params>({ key, params, args }: ListCall<K, P>): Prefetch {
  return (queries, search) => {
    // Skip: only the signed-in user says whether the server or the console searches; the page of a record has no list.
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

/** The route and search of an address; for the login page, those it leads to. */
export function destination(path: string, search: string): { route: Route; search: string } {
  const next = path === paths.login ? safeNext(new URLSearchParams(search).get('next')) : path + search;
  const [nextPath = '', ...rest] = next.split(/(?=[?#])/);
  return { route: routeAt(nextPath) ?? dashboard, search: rest.find((part) => part.startsWith('?')) ?? '' };
}
