// Restoring -> splash; signed out -> login; signed in -> the shell and a screen.

import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { loginPath, paths, safeNext } from './paths.ts';
import { LoginScreen } from './screens/login/LoginScreen.tsx';
import { useSession } from './session/SessionProvider.tsx';
import { Shell } from './shell/Shell.tsx';
import { Splash } from './shell/Splash.tsx';
import { Toasts } from './ui/Toasts.tsx';

const ForgotPasswordScreen = lazy(() => import('./screens/login/ForgotPasswordScreen.tsx'));

export function App() {
  return (
    <>
      <Place />
      <Toasts />
    </>
  );
}

function Place() {
  const { session } = useSession();
  const [path] = useLocation();
  const search = useRawSearch();
  const place = path.replace(/(.)\/$/, '$1');

  if (place === paths.forgotPassword) {
    return (
      <Suspense fallback={<Splash />}>
        <ForgotPasswordScreen />
      </Suspense>
    );
  }
  if (session.status === 'restoring') return <Splash />;
  if (session.status === 'signedOut') {
    if (place === paths.login) return <LoginScreen notice={session.notice} />;
    return <Redirect to={session.left ? paths.login : loginPath(path + (search && `?${search}`))} replace />;
  }
  if (place === paths.login) return <Redirect to={safeNext(new URLSearchParams(search).get('next'))} replace />;
  return <Shell place={place} />;
}
