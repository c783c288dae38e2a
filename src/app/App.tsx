// Restoring -> splash; signed out -> login; signed in -> the shell and a screen.

import { Suspense, use, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { loginPath, paths, placeWithin, safeNext } from '../boot/paths.ts';
import { destination, loadForgotPassword, loadLogin } from './routes.tsx';
import { useSession } from '../session/SessionProvider.tsx';
import { Splash } from './shell/Splash.tsx';
import { ErrorBoundary } from '../ui/feedback/ErrorBoundary.tsx';

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

  if (place === paths.forgotPassword) return <ForgotPassword />;
  if (session.status === 'restoring') return <Splash />;
  if (session.status === 'signedOut') {
    if (place === paths.login) return <Login notice={session.notice} />;
    return <Redirect to={session.left ? paths.login : loginPath(path + search)} replace />;
  }
  if (place === paths.login) return <Redirect to={safeNext(new URLSearchParams(search).get('next'))} replace />;
  return <SignedIn place={place} search={search} />;
}

function Login({ notice }: { notice?: string }) {
  const { LoginScreen } = use(loadLogin());
  return <LoginScreen notice={notice} />;
}

function ForgotPassword() {
  const { ForgotPasswordScreen } = use(loadForgotPassword());
  return <ForgotPasswordScreen />;
}

function SignedIn({ place, search }: { place: string; search: string }) {
  // The shell comes with the screen that is wanted first.
  const [load] = useState(() => destination(place, search).route.load);
  const { Shell } = use(load()).signedIn;
  return <Shell place={place} />;
}
