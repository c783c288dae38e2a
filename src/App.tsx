// Restoring -> splash; signed out -> login; signed in -> the shell and a screen.

import { lazy, Suspense, use, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { loginPath, paths, placeWithin, safeNext } from './paths.ts';
import { loadSignedIn } from './routes.tsx';
import { LoginScreen } from './screens/login/LoginScreen.tsx';
import { useSession } from './session/SessionProvider.tsx';
import { ErrorBoundary } from './shell/ErrorBoundary.tsx';
import { Splash } from './shell/Splash.tsx';
import { loadStyles } from './styles.ts';

const ForgotPasswordScreen = lazy(() => import('./screens/forgot-password/ForgotPasswordScreen.tsx'));

export function App() {
  return (
    <ErrorBoundary>
      <Suspense fallback={<Splash />}>
        <Place />
      </Suspense>
    </ErrorBoundary>
  );
}

function Place() {
  const { session } = useSession();
  const [path] = useLocation();
  const search = useRawSearch();
  const place = placeWithin('', path);

  if (place === paths.forgotPassword) return <ForgotPasswordScreen />;
  if (session.status === 'restoring') return <Splash />;
  if (session.status === 'signedOut') {
    if (place === paths.login) return <LoginScreen notice={session.notice} />;
    return <Redirect to={session.left ? paths.login : loginPath(path + search)} replace />;
  }
  if (place === paths.login) return <Redirect to={safeNext(new URLSearchParams(search).get('next'))} replace />;
  return <SignedIn place={place} search={search} />;
}

function SignedIn({ place, search }: { place: string; search: string }) {
  const [behind] = useState(() => Promise.all([loadSignedIn(place, search), loadStyles()]));
  const [{ Shell }] = use(behind);
  return <Shell place={place} />;
}
