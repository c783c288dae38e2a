// THE route table: path, title, place in the sidebar, gate, screen, and the call whose answer the screen shows first.

import type { Queries } from '../api/queries.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import type { ReadKey } from '../contract/endpoints.ts';
import { companiesList } from '../crud/companiesList.ts';
import { currentDefaults, readParams, type ListCall, type Params } from '../hooks/searchParams.ts';
import { paths, safeNext } from '../boot/paths.ts';
import { controllersList } from '../screens/access-controllers/list.ts';
import { attendanceList } from '../screens/attendance/list.ts';
import { companyRecordsList } from '../screens/companies/list.ts';
import { employeesList } from '../screens/employees/list.ts';
import { rolesList } from '../screens/roles/list.ts';
import { settingsList } from '../screens/settings/list.ts';
import { usersList } from '../screens/users/list.ts';
import { styled, stylesOf } from '../boot/stylesheets.ts';
import type { IconName } from '../ui/Icon.tsx';
import type { ScreenModule } from './screenModule.ts';

export interface Route {
  path: string;
  title: string;
  /** Its name in the sidebar. */
  link: string;
  icon: IconName;
  /** Under which heading of the sidebar. What administers is shown to users with an administrative permission. */
  group?: 'Administration' | 'Working time';
  /** The call that the screen reads. Beyond the specification, the screen exists only where the server has the call. */
  reads?: ReadKey;
  /** Without that call no link of the frame leads to it, but some addresses of it work. */
  isOpenToAll?: boolean;
  /** It does not grow with the window as tables and cards do. */
  isCentred?: boolean;
  load(): Promise<ScreenModule>;
  prefetch?: Prefetch;
}

/** Requests what the screen will load first. Returns how to cancel it. */
type Prefetch = (queries: Queries, search: string) => () => void;

type FetchScreen = () => Promise<ScreenModule>;
type Special = Partial<Pick<Route, 'link' | 'group' | 'reads' | 'isOpenToAll' | 'isCentred' | 'prefetch'>>;

function route(path: string, title: string, icon: IconName, fetchScreen: FetchScreen, special: Special = {}): Route {
  const load = loadOnce(title, () => styled(fetchScreen(), stylesOf(path)));
  return { path, title, icon, load, link: title, ...special };
}

function prefetching<K extends ReadKey, P extends Params>({ key, params, args }: ListCall<K, P>): Prefetch {
  return (queries, search) => {
    // Who searches, the server or the console, is known only with the user.
    if (/[?&](?:q|sort)=/.test(search)) return () => {};
    return queries.prefetch(key, args(readParams(search, currentDefaults(params))));
  };
}

const prefetchCompanies = prefetching(companiesList);

const dashboard = route(
  paths.dashboard,
  'Dashboard',
  'dashboard',
  () => import('../screens/dashboard/DashboardScreen.tsx'),
  {
    isCentred: true,
    prefetch: (queries) => prefetchCompanies(queries, ''),
  },
);

export const routes: readonly Route[] = [
  dashboard,
  route(paths.companies, 'Companies', 'companies', () => import('../screens/companies/CompaniesScreen.tsx'), {
    prefetch: prefetching(companyRecordsList),
  }),
  route(
    paths.accessControllers,
    'Access Controllers',
    'controllers',
    () => import('../screens/access-controllers/AccessControllersScreen.tsx'),
    { prefetch: prefetching(controllersList) },
  ),
  route(
    paths.attendance,
    'Attendance Management',
    'attendance',
    () => import('../screens/attendance/AttendanceScreen.tsx'),
    {
      link: 'Attendance',
      prefetch: prefetching(attendanceList),
    },
  ),
  route(paths.employees, 'Employees', 'employees', () => import('../screens/employees/EmployeesScreen.tsx'), {
    prefetch: prefetching(employeesList),
  }),
  route(paths.profile, 'Profile', 'profile', () => import('../screens/profile/ProfileScreen.tsx'), {
    isCentred: true,
  }),
  route(paths.roles, 'Roles', 'roles', () => import('../screens/roles/RolesScreen.tsx'), {
    group: 'Administration',
    prefetch: prefetching(rolesList),
  }),
  route(paths.users, 'Users', 'users', () => import('../screens/users/UsersScreen.tsx'), {
    group: 'Administration',
    prefetch: prefetching(usersList),
  }),
  route(paths.hrSync, 'HR System Sync', 'sync', () => import('../hr/sync/HrSyncScreen.tsx'), {
    group: 'Administration',
    link: 'HR Sync',
  }),
  route(paths.settings, 'Settings', 'settings', () => import('../screens/settings/SettingsScreen.tsx'), {
    group: 'Administration',
    prefetch: prefetching(settingsList),
  }),
  route(paths.audit, 'Audit', 'audit', () => import('../screens/audit/AuditScreen.tsx'), {
    group: 'Administration',
    reads: 'GET /audit',
  }),
  route(paths.privacy, 'Privacy', 'lock', () => import('../screens/privacy/PrivacyScreen.tsx'), {
    group: 'Administration',
    reads: 'GET /privacy/rules',
  }),
  route(paths.presence, 'Who Is In', 'users', () => import('../screens/presence/PresenceScreen.tsx'), {
    group: 'Working time',
    reads: 'GET /presence',
  }),
  route(paths.timesheets, 'Timesheets', 'timesheets', () => import('../screens/timesheets/TimesheetsScreen.tsx'), {
    group: 'Working time',
    reads: 'GET /timesheets',
    isOpenToAll: true,
  }),
  route(paths.exceptions, 'Exceptions', 'warning', () => import('../screens/exceptions/ExceptionsScreen.tsx'), {
    group: 'Working time',
    reads: 'GET /exceptions',
  }),
  route(paths.devices, 'Devices', 'devices', () => import('../screens/devices/DevicesScreen.tsx'), {
    group: 'Working time',
    reads: 'GET /devices',
  }),
];

export const routeAt = (path: string) => routes.find((route) => route.path === path);

/** The route and search of an address; for the login page, those it leads to. */
export function destination(path: string, search: string): { route: Route; search: string } {
  const next = path === paths.login ? safeNext(new URLSearchParams(search).get('next')) : path + search;
  const [nextPath = '', ...rest] = next.split(/(?=[?#])/);
  return { route: routeAt(nextPath) ?? dashboard, search: rest.find((part) => part.startsWith('?')) ?? '' };
}
