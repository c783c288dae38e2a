// The whole console, for a site whose path is `base`.

import { Suspense, use } from 'react';
import { Redirect, Router, useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { loginPath, paths, pathWithin, safeNext } from '../platform/boot/paths.ts';
import { brand } from '../platform/boot/siteMeta.ts';
import type { Connection } from '../platform/session/connection.ts';
import { SessionProvider, useSession } from '../platform/session/session.tsx';
import { ErrorBoundary } from '../platform/ui/feedback/ErrorBoundary.tsx';
import { Spinner } from '../platform/ui/feedback/Spinner.tsx';
import { loadLogin, loadShell, openPages } from './pages.ts';

export function App({ base, connection }: { base: string; connection: Connection }) {
  return (
    <Router base={base}>
      <SessionProvider connection={connection}>
        <ErrorBoundary>
          <Suspense fallback={<Splash />}>
            <CurrentPage />
          </Suspense>
        </ErrorBoundary>
      </SessionProvider>
    </Router>
  );
}

function CurrentPage() {
  const session = useSession();
  const [location] = useLocation();
  const search = useRawSearch();
  const path = pathWithin('', location);

  const openPage = openPages[path];
  if (openPage) {
    const { default: Screen } = use(openPage());
    return <Screen />;
  }
  if (session.status === 'restoring') return <Splash />;
  if (session.status === 'signedOut') {
    if (path !== paths.login)
      return <Redirect to={session.byChoice ? paths.login : loginPath(location + search)} replace />;
    const { LoginScreen } = use(loadLogin());
    return <LoginScreen notice={session.notice} />;
  }
  if (path === paths.login) return <Redirect to={safeNext(new URLSearchParams(search).get('next'))} replace />;
  const { Shell } = use(loadShell());
  // A different user gets a new shell, so that nothing of the previous user's screens remains.
  return <Shell key={session.user.id} path={path} />;
}

/** Shown while the session is being restored. */
function Splash() {
  return (
    <div className="splash">
      <p className="logo">{brand()}</p>
      <Spinner label="Loading…" />
    </div>
  );
}
