// Routes that the user's server supports, and the groups in which the sidebar links to them.

import { paths } from '../platform/boot/paths.ts';
import { canCall, hasFeature, isAdministrative } from '../platform/session/permissions.ts';
import { featureOf } from '../shared/contract/access.ts';
import type { CurrentUser } from '../shared/contract/session.ts';
import { type Route, routeAt, routes } from './routes.tsx';

function exists({ reads }: Route, user: CurrentUser): boolean {
  const feature = reads && featureOf(reads);
  return !feature || hasFeature(user, feature);
}

/** Finds a route. Administrative routes are open to every user, though not always in the sidebar. */
export function findRoute(path: string, user: CurrentUser): Route | undefined {
  const route = routeAt(path);
  return route && (route.isOpenToAll || exists(route, user)) ? route : undefined;
}

/** Links in the sidebar: paths in the tables below, routes for a user. */
interface Navigation<T> {
  /** Groups with their headings, of which the first is empty. */
  readonly day: readonly (readonly [heading: string, T])[];
  readonly administration: T;
  /** Links next to Logout. */
  readonly own: T;
}

/** Links for a server of the specification, in its order. */
const specified: Navigation<readonly string[]> = {
  day: [
    ['', [paths.dashboard, paths.companies, paths.accessControllers, paths.attendance, paths.employees, paths.profile]],
  ],
  administration: [paths.roles, paths.users, paths.hrSync, paths.settings],
  own: [],
};

/** Links for a server with more screens, grouped by how people's days go. */
const byDay: Navigation<readonly string[]> = {
  day: [
    ['', [paths.dashboard]],
    ['Today', [paths.presence, paths.exceptions, paths.attendance, paths.timesheets]],
    ['People and doors', [paths.companies, paths.employees, paths.accessControllers]],
    ['Sync', [paths.hrSync]],
  ],
  administration: [paths.users, paths.roles, paths.settings, paths.audit, paths.privacy],
  own: [paths.profile],
};

/** Returns the links in the user's sidebar. Groups may be empty. */
export function navigationFor(user: CurrentUser): Navigation<readonly Route[]> {
  const hasMore = routes.some((route) => route.reads && exists(route, user));
  const { day, administration, own } = hasMore ? byDay : specified;
  const shown = (members: readonly string[]) => members.flatMap((path) => shownRoute(path, user));
  return {
    day: day.map(([heading, members]) => [heading, shown(members)]),
    administration: shown(administration),
    own: shown(own),
  };
}

function shownRoute(path: string, user: CurrentUser): Route[] {
  const route = routeAt(path);
  const isShown = route?.reads ? canCall(user, route.reads) : !route?.isAdministrative || isAdministrative(user);
  return route && isShown ? [route] : [];
}

/** Returns the screens to which the sidebar links, in its order. */
export function routesFor(user: CurrentUser): Route[] {
  const { day, administration, own } = navigationFor(user);
  return [...day.flatMap(([, links]) => links), ...administration, ...own];
}
