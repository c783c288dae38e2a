// The routes that the signed-in user's server has, and the groups in which the user's sidebar links to them.

import { featureOf } from '../shared/contract/access.ts';
import type { CurrentUser } from '../shared/contract/session.ts';
import { paths } from '../platform/boot/paths.ts';
import { canCall, hasFeature, isAdministrative } from '../platform/session/permissions.ts';
import { type Route, routeAt, routes } from './routes.tsx';

function exists({ reads }: Route, user: CurrentUser): boolean {
  const feature = reads && featureOf(reads);
  return !feature || hasFeature(user, feature);
}

/** An administrative route is open to every user; the sidebar only does not show it. */
export function findRoute(path: string, user: CurrentUser): Route | undefined {
  const route = routeAt(path);
  return route && (route.isOpenToAll || exists(route, user)) ? route : undefined;
}

/** The paths of each group, by its heading. */
type Navigation = Readonly<Record<string, readonly string[]>>;

/** The links of a server of the specification, in its order. */
const specified: Navigation = {
  '': [paths.dashboard, paths.companies, paths.accessControllers, paths.attendance, paths.employees, paths.profile],
  Administration: [paths.roles, paths.users, paths.hrSync, paths.settings],
};

/** The links of a server with more screens, by the day of those who use them. */
const byDay: Navigation = {
  '': [paths.dashboard],
  Today: [paths.presence, paths.exceptions, paths.attendance, paths.timesheets],
  'People and Doors': [paths.companies, paths.employees, paths.accessControllers, paths.devices],
  Sync: [paths.hrSync],
  Administration: [paths.users, paths.roles, paths.settings, paths.audit, paths.privacy],
  You: [paths.profile],
};

export interface NavigationGroup {
  readonly name: string;
  readonly routes: readonly Route[];
}

/** The groups of links that the user sees in the sidebar. */
export function navigationFor(user: CurrentUser): NavigationGroup[] {
  const hasMore = routes.some((route) => route.reads && exists(route, user));
  return Object.entries(hasMore ? byDay : specified)
    .map(([name, members]) => ({ name, routes: members.flatMap((path) => shownRoute(path, user)) }))
    .filter((group) => group.routes.length > 0);
}

function shownRoute(path: string, user: CurrentUser): Route[] {
  const route = routeAt(path);
  const isShown = route?.reads ? canCall(user, route.reads) : !route?.isAdministrative || isAdministrative(user);
  return route && isShown ? [route] : [];
}

/** The screens that the sidebar links to, in its order. */
export const routesFor = (user: CurrentUser): Route[] => navigationFor(user).flatMap(({ routes }) => routes);
