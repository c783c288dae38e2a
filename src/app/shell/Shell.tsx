// Frame around every screen: sidebar, header, toasts, and the sign-in dialog for an expired session.

import clsx from 'clsx';
import {
  type MouseEvent,
  memo,
  Suspense,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { Redirect } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { paths } from '../../platform/boot/paths.ts';
import { afterPaint } from '../../platform/hooks/afterPaint.ts';
import { hasToasts, subscribe } from '../../platform/hooks/toasts.ts';
import { useDocumentTitle, useIsFirstPage } from '../../platform/hooks/useDocumentTitle.ts';
import { ShownAddress } from '../../platform/hooks/useListParams.ts';
import { recordIn } from '../../platform/records/openRecord.ts';
import { useSession, useUser } from '../../platform/session/session.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { ErrorBoundary } from '../../platform/ui/feedback/ErrorBoundary.tsx';
import { LineSkeleton } from '../../platform/ui/feedback/Skeletons.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { AfterDelay, lazyPart, optionalPart } from '../../platform/ui/lazyPart.tsx';
import { cancelOthers } from '../ahead.ts';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import type { Route } from '../routes.tsx';
import { findRoute, routesFor } from '../shownRoutes.ts';
import { Sidebar } from './Sidebar.tsx';
import * as s from './Shell.module.css';

const HeaderTools = optionalPart(async () => (await import('./ShellExtras.tsx')).HeaderTools);
const SecondFactorDue = lazyPart(
  'The form',
  async () => (await import('../../features/signIn/factors/SecondFactorPanel.tsx')).SecondFactorDue,
);
const Overlays = lazyPart('The dialog', () => import('./Overlays.tsx'));
/** Loaded at once but not waited for, as no focused element is removed before the screen appears. */
const FocusKeeper = optionalPart(async () => (await import('../../platform/ui/overlays/keepFocus.ts')).FocusKeeper);
const ShellExtras = optionalPart(async () => (await import('./ShellExtras.tsx')).ShellExtras);

export function Shell({ path }: { path: string }) {
  const user = useUser();
  const [dialog, setDialog] = useState<ShellDialogName>();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const closeMenu = useCallback(() => setMenuOpen(false), []);
  const hasMessages = useSyncExternalStore(subscribe, hasToasts);
  const session = useSession();
  const route = findRoute(path, user);
  const search = useRawSearch();
  const shown = useShownPlace(route, path, search);
  const isDue = user.second_factor_due;
  useEffect(() => openOnCommandK(() => setDialog('palette')), []);
  useEffect(() => {
    if (route) cancelOthers(route.path);
  }, [route]);

  return (
    <div className={s.shell}>
      <a className={s.skip} href="#content" onClick={skipToContent}>
        Skip to content
      </a>
      <FocusKeeper />
      <Sidebar path={path} isOpen={isMenuOpen} onClose={closeMenu}>
        {!isDue && (
          <AfterDelay>
            <ShellExtras showDialog={setDialog} onFollow={closeMenu} />
          </AfterDelay>
        )}
      </Sidebar>
      <div className={s.main}>
        <header className={s.header}>
          <span className={s.narrow}>
            <Button
              kind="quiet"
              icon={<Icon name="menu" />}
              aria-label="Open menu"
              aria-expanded={isMenuOpen}
              aria-controls="sidebar"
              onClick={() => setMenuOpen(true)}
            />
          </span>
          <p className={s.welcome}>Welcome back, {user.name}</p>
          <Button className={s.search} icon={<Icon name="search" />} onClick={() => setDialog('palette')}>
            Search <kbd>Ctrl K</kbd>
          </Button>
          <div className={s.tools}>
            <AfterDelay>
              <HeaderTools path={path} onSaveView={() => setDialog('saveView')} />
            </AfterDelay>
          </div>
        </header>
        <main id="content" tabIndex={-1} className={clsx(s.content, shown.route?.isCentred && s.centred)}>
          {isDue ? (
            <SecondFactorDue />
          ) : shown.route ? (
            <ShownAddress value={shown}>
              <CurrentScreen key={shown.key} route={shown.route} record={shown.record} />
            </ShownAddress>
          ) : (
            <Redirect to={path === '/devices' ? paths.accessControllers + search : paths.dashboard} replace />
          )}
        </main>
      </div>
      {(dialog || hasMessages || session.status === 'expired') && <Overlays dialog={dialog} showDialog={setDialog} />}
    </div>
  );
}

interface Place {
  route: Route | undefined;
  record: number | undefined;
  path: string;
  search: string;
  /** Changes with the screen. */
  key: string;
}

/**
 * Returns the place that the address names once its screen is drawn. Until then, the previous screen stays, so that the
 * response to a click, the highlighted link, does not have to wait for a hundred rows.
 */
function useShownPlace(route: Route | undefined, path: string, search: string): Place {
  const place = useMemo(() => {
    const record = recordIn(search);
    return { route, record, path, search, key: `${path}${route?.page && record}` };
  }, [route, path, search]);
  const drawn = useDeferredValue(place);
  return drawn.route && place.route && drawn.key !== place.key ? drawn : place;
}

/** Works from the start, while all other shortcuts load with the extras. */
function openOnCommandK(open: () => void) {
  function handle(event: KeyboardEvent) {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]'))
      return;
    event.preventDefault();
    open();
  }
  window.addEventListener('keydown', handle);
  return () => window.removeEventListener('keydown', handle);
}

/** Moves the focus itself, since the page's <base> makes the link's address a different page. */
function skipToContent(event: MouseEvent) {
  event.preventDefault();
  document.getElementById('content')?.focus();
}

interface CurrentScreenProps {
  route: Route;
  /** Record whose page is shown instead of the screen. */
  record: number | undefined;
}

const CurrentScreen = memo(function CurrentScreen({ route, record }: CurrentScreenProps) {
  return (
    <ErrorBoundary heading={<h1>{route.title}</h1>}>
      <Suspense fallback={<LineSkeleton label={`Loading ${route.title}…`} lines={6} />}>
        {/* Before the screen, as a record's page sets the document's title itself. */}
        <Arrival title={route.title} />
        <LoadedScreen route={route} record={record} />
      </Suspense>
    </ErrorBoundary>
  );
});

function LoadedScreen({ route, record }: CurrentScreenProps) {
  if (record !== undefined && route.page) {
    const { default: RecordPage } = use(route.page());
    return <RecordPage id={record} />;
  }
  const { default: Screen } = use(route.load());
  return <Screen screensFor={routesFor} />;
}

/** Sets the document's title once the screen's code has loaded, and focuses the heading after a change of route. */
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
