// THE route table: path, title, place in the sidebar, gate, screen, and the call whose answer the screen shows first.

import type { ComponentType } from 'react';
import type { Resources } from '../api/queries.ts';
import { loadOnce } from '../boot/loadOnce.ts';
import { readParams } from '../hooks/searchParams.ts';
import { paths, safeNext } from '../boot/paths.ts';
import { attendanceCall, attendanceParams } from '../screens/attendance/list.ts';
import { employeesCall, employeesParams } from '../screens/employees/list.ts';
import type { signedIn } from './signedIn.ts';
import { stylesOf } from '../boot/stylesheets.ts';
import type { IconName } from '../ui/Icon.tsx';

/** A screen's file: the screen, and what stands behind the sign-in with it. */
interface ScreenModule {
  default: ComponentType;
  signedIn: typeof signedIn;
}

export interface Route {
  path: string;
  title: string;
  /** What the sidebar calls it. */
  link: string;
  icon: IconName;
  /** Only in the sidebar of people with an administrative permission; the route itself is open to all signed in. */
  administrative: boolean;
  /** Fetches the screen's code, once. */
  load(): Promise<ScreenModule>;
  ask?: Ask;
}

/** Asks ahead for what the screen will ask for first. */
type Ask = (resources: Resources, search: string) => void;

type FetchScreen = () => Promise<ScreenModule>;
type Special = Partial<Pick<Route, 'link' | 'administrative' | 'ask'>>;

function route(path: string, title: string, icon: IconName, fetchScreen: FetchScreen, special: Special = {}): Route {
  const load = loadOnce(title, () => withStyles(fetchScreen, path));
  return { path, title, icon, load, link: title, administrative: false, ...special };
}

async function withStyles<T>(fetchScreen: () => Promise<T>, path?: string): Promise<T> {
  const [screen] = await Promise.all([fetchScreen(), stylesOf(path)]);
  return screen;
}

type PagedKey = 'GET /companies' | 'GET /access-controllers' | 'GET /roles' | 'GET /users';

/** The page that the address names; `unlessFirst`: the first has no number. */
const paged =
  (key: PagedKey, unlessFirst = false): Ask =>
  (resources, search) => {
    const { page } = readParams(search, { page: 1 });
    resources.expect(key, { query: unlessFirst && page === 1 ? {} : { page } });
  };

const companiesPage = paged('GET /companies');

const start = route(
  paths.dashboard,
  'Dashboard',
  'dashboard',
  () => import('../screens/dashboard/DashboardScreen.tsx'),
  {
    ask: (resources) => companiesPage(resources, ''),
  },
);

export const routes: readonly Route[] = [
  start,
  route(paths.companies, 'Companies', 'companies', () => import('../screens/companies/CompaniesScreen.tsx'), {
    ask: companiesPage,
  }),
  route(
    paths.accessControllers,
    'Access Controllers',
    'controllers',
    () => import('../screens/access-controllers/AccessControllersScreen.tsx'),
    { ask: paged('GET /access-controllers') },
  ),
  route(
    paths.attendance,
    'Attendance Management',
    'attendance',
    () => import('../screens/attendance/AttendanceScreen.tsx'),
    {
      link: 'Attendance',
      ask: (resources, search) =>
        resources.expect('GET /attendance', attendanceCall(readParams(search, attendanceParams()))),
    },
  ),
  route(paths.employees, 'Employees', 'employees', () => import('../screens/employees/EmployeesScreen.tsx'), {
    ask: (resources, search) => resources.expect('GET /employees', employeesCall(readParams(search, employeesParams))),
  }),
  route(paths.profile, 'Profile', 'profile', () => import('../screens/profile/ProfileScreen.tsx')),
  route(paths.roles, 'Roles', 'roles', () => import('../screens/roles/RolesScreen.tsx'), {
    administrative: true,
    ask: paged('GET /roles', true),
  }),
  route(paths.users, 'Users', 'users', () => import('../screens/users/UsersScreen.tsx'), {
    administrative: true,
    ask: paged('GET /users', true),
  }),
  route(paths.hrSync, 'HR System Sync', 'sync', () => import('../hr/sync/HrSyncScreen.tsx'), {
    administrative: true,
    link: 'HR Sync',
    ask: companiesPage,
  }),
  route(paths.settings, 'Settings', 'settings', () => import('../screens/settings/SettingsScreen.tsx'), {
    administrative: true,
    ask: (resources) => resources.expect('GET /settings', {}),
  }),
];

export function findRoute(place: string): Route | undefined {
  return routes.find(({ path }) => path === place);
}

/** The route of this place and its search, or where signing in leads from here. */
export function destination(place: string, search: string): { route: Route; search: string } {
  const next = place === paths.login ? safeNext(new URLSearchParams(search).get('next')) : place + search;
  const [path = '', ...rest] = next.split(/(?=[?#])/);
  return { route: findRoute(path) ?? start, search: rest.find((part) => part.startsWith('?')) ?? '' };
}

/** The screens that stand before the sign-in. */
export const loadLogin = loadOnce('Login', () => withStyles(() => import('../screens/login/LoginScreen.tsx')));
export const loadForgotPassword = loadOnce('The form', () =>
  withStyles(() => import('../screens/forgot-password/ForgotPasswordScreen.tsx')),
);
