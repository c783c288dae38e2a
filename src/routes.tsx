// THE route table: path, title, place in the sidebar, gate and screen.

import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { paths } from './paths.ts';
import type { IconName } from './ui/Icon.tsx';

type LoadScreen = () => Promise<{ default: ComponentType }>;

export interface Route {
  path: string;
  title: string;
  /** What the sidebar calls it. */
  link: string;
  icon: IconName;
  /** Only in the sidebar of people with an administrative permission; the route itself is open to all signed in. */
  administrative?: boolean;
  Screen: LazyExoticComponent<ComponentType>;
  /** Fetches the screen's code ahead of the click. */
  preload: LoadScreen;
}

function route(path: string, title: string, icon: IconName, load: LoadScreen, more: Partial<Route> = {}): Route {
  return { path, title, link: title, icon, Screen: lazy(load), preload: load, ...more };
}

const administrative = { administrative: true };

export const routes: readonly Route[] = [
  route(paths.dashboard, 'Dashboard', 'dashboard', () => import('./screens/dashboard/DashboardScreen.tsx')),
  route(paths.companies, 'Companies', 'companies', () => import('./screens/companies/CompaniesScreen.tsx')),
  route(
    paths.accessControllers,
    'Access Controllers',
    'controllers',
    () => import('./screens/access-controllers/AccessControllersScreen.tsx'),
  ),
  route(paths.employees, 'Employees', 'employees', () => import('./screens/employees/EmployeesScreen.tsx')),
  route(paths.profile, 'Profile', 'profile', () => import('./screens/profile/ProfileScreen.tsx')),
  route(paths.roles, 'Roles', 'roles', () => import('./screens/roles/RolesScreen.tsx'), administrative),
  route(paths.users, 'Users', 'users', () => import('./screens/users/UsersScreen.tsx'), administrative),
  route(paths.settings, 'Settings', 'settings', () => import('./screens/settings/SettingsScreen.tsx'), administrative),
];
