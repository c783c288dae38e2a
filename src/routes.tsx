// THE route table: path, title, place in the sidebar, gate and screen.

import type { ComponentType } from 'react';
import { paths, safeNext } from './paths.ts';
import type { signedIn } from './signedIn.ts';
import type { IconName } from './ui/Icon.tsx';

/** A screen's file: the screen, and what stands behind the sign-in with it. */
export interface ScreenModule {
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
}

type FetchScreen = () => Promise<ScreenModule>;

interface Special {
  link?: string;
  administrative?: boolean;
}

function route(path: string, title: string, icon: IconName, fetchScreen: FetchScreen, special: Special = {}): Route {
  const { link = title, administrative = false } = special;
  let loaded: Promise<ScreenModule> | undefined;
  const load = () =>
    (loaded ??= fetchScreen().catch((error: unknown) => {
      loaded = undefined;
      throw new ScreenUnavailable(title, error);
    }));
  return { path, title, link, icon, administrative, load };
}

/** The screen's code did not arrive: the network failed, or a newer version of the site took its place. */
export class ScreenUnavailable extends Error {
  constructor(title: string, cause: unknown) {
    super(`${title} could not be loaded. Please check your connection and try again.`, { cause });
    this.name = 'ScreenUnavailable';
  }
}

const administrators = { administrative: true };

const start = route(paths.dashboard, 'Dashboard', 'dashboard', () => import('./screens/dashboard/DashboardScreen.tsx'));

export const routes: readonly Route[] = [
  start,
  route(paths.companies, 'Companies', 'companies', () => import('./screens/companies/CompaniesScreen.tsx')),
  route(
    paths.accessControllers,
    'Access Controllers',
    'controllers',
    () => import('./screens/access-controllers/AccessControllersScreen.tsx'),
  ),
  route(
    paths.attendance,
    'Attendance Management',
    'attendance',
    () => import('./screens/attendance/AttendanceScreen.tsx'),
    { link: 'Attendance' },
  ),
  route(paths.employees, 'Employees', 'employees', () => import('./screens/employees/EmployeesScreen.tsx')),
  route(paths.profile, 'Profile', 'profile', () => import('./screens/profile/ProfileScreen.tsx')),
  route(paths.roles, 'Roles', 'roles', () => import('./screens/roles/RolesScreen.tsx'), administrators),
  route(paths.users, 'Users', 'users', () => import('./screens/users/UsersScreen.tsx'), administrators),
  route(paths.hrSync, 'HR System Sync', 'sync', () => import('./screens/hr-sync/HrSyncScreen.tsx'), {
    ...administrators,
    link: 'HR Sync',
  }),
  route(paths.settings, 'Settings', 'settings', () => import('./screens/settings/SettingsScreen.tsx'), administrators),
];

export function findRoute(place: string): Route | undefined {
  return routes.find(({ path }) => path === place);
}

/** The route of this place, or where signing in leads from here. */
function destination(place: string, search: string): Route {
  const path = place === paths.login ? safeNext(new URLSearchParams(search).get('next')).split(/[?#]/)[0] : place;
  return findRoute(path ?? '') ?? start;
}

let arrived: typeof signedIn | undefined;

/** Comes with the screen that is wanted first; later ones bring the same. */
export async function loadSignedIn(place: string, search: string): Promise<typeof signedIn> {
  arrived ??= (await destination(place, search).load()).signedIn;
  return arrived;
}
