// The routes that the signed-in user's server has, and those that the user's sidebar shows.

import { featureOf } from '../shared/contract/access.ts';
import type { CurrentUser } from '../shared/contract/session.ts';
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

/** Routes in the user's sidebar. */
export function routesFor(user: CurrentUser): Route[] {
  return routes.filter(({ group, reads }) =>
    reads ? canCall(user, reads) : group !== 'Administration' || isAdministrative(user),
  );
}
