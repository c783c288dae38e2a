// The frame around every screen: sidebar, header, toasts, and the sign-in dialog of an expired session.

import { Suspense, use, useCallback, useEffect, useState, useSyncExternalStore, type MouseEvent } from 'react';
import { Redirect } from 'wouter';
import { afterPaint } from '../../hooks/afterPaint.ts';
import { Later, lazyPart } from '../../hooks/lazyPart.tsx';
import { useDocumentTitle, useIsFirstPage } from '../../hooks/useDocumentTitle.ts';
import { paths } from '../../boot/paths.ts';
import { findRoute, type Route } from '../routes.tsx';
import { useSession, useUser } from '../../session/useSession.ts';
import { Button } from '../../ui/Button.tsx';
import { LongText } from '../../ui/data/LongText.tsx';
import { ErrorBoundary } from '../../ui/feedback/ErrorBoundary.tsx';
import { LineSkeleton } from '../../ui/feedback/Skeletons.tsx';
import { Sidebar } from './Sidebar.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { hasToasts, subscribe } from '../../ui/feedback/toasts.ts';
import * as s from './Shell.module.css';

const Toasts = lazyPart('The message', async () => (await import('../../ui/feedback/Toasts.tsx')).Toasts);
const Freshness = lazyPart('Refreshing', async () => (await import('./Freshness.tsx')).Freshness);
const ReauthenticateDialog = lazyPart(
  'Signing in again',
  async () => (await import('./ReauthenticateDialog.tsx')).ReauthenticateDialog,
);

export function Shell({ path }: { path: string }) {
  const user = useUser();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const hasMessages = useSyncExternalStore(subscribe, hasToasts);
  const route = findRoute(path);
  useEffect(() => {
    const starting = import('./afterFirstFrame.ts').then(
      ({ startAfterFirstFrame }) => startAfterFirstFrame(),
      () => undefined, // the screens work without it
    );
    return () => void starting.then((stop) => stop?.());
  }, []);

  return (
    <div className={s.shell}>
      <a className={s.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <Sidebar path={path} isOpen={isMenuOpen} onClose={closeMenu} />
      <div className={s.main}>
        <header className={s.header}>
          <span className={s.menuToggle}>
            <Button
              kind="quiet"
              icon={<Icon name="menu" />}
              aria-label="Open menu"
              aria-expanded={isMenuOpen}
              aria-controls="sidebar"
              onClick={() => setMenuOpen(true)}
            />
          </span>
          <p className={s.welcome}>
            <LongText limit="title">Welcome back, {user.name}</LongText>
          </p>
          <div className={s.tools}>
            <Later>
              <Freshness key={path} path={path} />
            </Later>
          </div>
        </header>
        <main id="content" tabIndex={-1} className={s.content}>
          {route ? <CurrentScreen key={route.path} route={route} /> : <Redirect to={paths.dashboard} replace />}
        </main>
      </div>
      {hasMessages && <Toasts />}
      <Reauthentication />
    </div>
  );
}

function Reauthentication() {
  const session = useSession();
  return session.status === 'expired' && <ReauthenticateDialog user={session.user} message={session.message} />;
}

/** By hand: with a <base> in the page, the link's address is a different page. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

function CurrentScreen({ route }: { route: Route }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={<LineSkeleton label={`Loading ${route.title}…`} lines={6} />}>
        <LoadedScreen route={route} />
        <Arrival title={route.title} />
      </Suspense>
    </ErrorBoundary>
  );
}

function LoadedScreen({ route }: { route: Route }) {
  const { default: Screen } = use(route.load());
  return <Screen />;
}

/** Names the page once its code is there, and moves focus to its heading after a change of route. */
function Arrival({ title }: { title: string }) {
  const isFirst = useIsFirstPage();
  useDocumentTitle(title);
  useEffect(() => {
    if (isFirst) return;
    // Focusing now would force a layout just before the records arrive.
    return afterPaint(() => document.querySelector('h1')?.focus());
  }, [isFirst]);
  return null;
}
