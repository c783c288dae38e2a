// Adds what the shell only needs once its screen has appeared: counts, saved views and help in the sidebar, shortcuts,
// the header's tools, and the styles for paper and for the row at the cursor, which are in the complete stylesheet.

import { useEffect, useState, useSyncExternalStore } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import '../../../styles/print.css';
import '../../../styles/cursor.css';
import { loadAhead } from '../../platform/boot/loadAhead.ts';
import { paths } from '../../platform/boot/paths.ts';
import { keepInBrowser } from '../../platform/boot/siteData.ts';
import { withoutColumns } from '../../platform/hooks/searchParams.ts';
import { useListParams } from '../../platform/hooks/useListParams.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { showThemeInFrame } from '../../platform/hooks/useTheme.ts';
import { canCall, hasFeature } from '../../platform/session/permissions.ts';
import { useConnection, useSession, useUser } from '../../platform/session/session.tsx';
import { ActionIcon } from '../../platform/ui/ActionIcon.tsx';
import { Button } from '../../platform/ui/Button.tsx';
import { Icon } from '../../platform/ui/Icon.tsx';
import { IconPath } from '../../platform/ui/IconPath.tsx';
import { VisuallyHidden } from '../../platform/ui/layout/VisuallyHidden.tsx';
import { Menu } from '../../platform/ui/overlays/Menu.tsx';
import type { AttentionCounts } from '../../shared/contract/dashboard.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import { groupDigits } from '../../shared/words/plural.ts';
import { clockTime } from '../../shared/words/time.ts';
import { listenForKeys, type ShellDialogName } from '../keyboard/shortcuts.ts';
import { isWorthSaving } from '../views/useViews.ts';
import { ViewLinks } from '../views/ViewLinks.tsx';
import * as layout from '../../platform/ui/layout/layout.module.css';
import * as s from './ShellExtras.module.css';

/** Loads the dialogs early, so that typing after Ctrl+K is not lost. */
const preloadPalette = () => loadAhead(() => import('./Overlays.tsx'));

interface ShellExtrasProps {
  showDialog(name: ShellDialogName): void;
  onFollow(): void;
}

export function ShellExtras({ showDialog, onFollow }: ShellExtrasProps) {
  const session = useSession();
  const [, navigate] = useLocation();
  useEffect(preloadPalette, []);
  useEffect(showThemeInFrame, []);
  useEffect(dropRepeatedEntries, []);
  useEffect(() => {
    if (session.status === 'signedIn') return listenForKeys(session.user, { show: showDialog, navigate });
  }, [session, showDialog, navigate]);
  return (
    <>
      <ViewLinks onFollow={onFollow} onManage={() => showDialog('views')} />
      <Button kind="quiet" size="small" className={s.help} onClick={() => showDialog('shortcuts')}>
        Keyboard Shortcuts
      </Button>
    </>
  );
}

/**
 * Drops a history entry whose address was replaced with that of the previous entry, as when a form is closed by its
 * button. Otherwise, Back would show nothing new. Browsers that do not reveal their entries keep both.
 */
function dropRepeatedEntries() {
  const navigation = 'navigation' in window ? window.navigation : undefined;
  const drop = ({ navigationType }: NavigationCurrentEntryChangeEvent) => {
    // Wait until the page shows the address, and whoever replaced it has finished.
    if (navigationType === 'replace') setTimeout(goBackIfRepeated);
  };
  function goBackIfRepeated() {
    const current = navigation?.currentEntry;
    const before = current && navigation.entries()[current.index - 1];
    if (before?.sameDocument && before.url === current?.url) history.back();
  }
  navigation?.addEventListener('currententrychange', drop);
  return () => navigation?.removeEventListener('currententrychange', drop);
}

/** Nouns for the counts next to links, singular and plural. */
const counted: Readonly<Record<keyof AttentionCounts, readonly [one: string, many: string]>> = {
  exceptions: ['exception to answer', 'exceptions to answer'],
  controllers: ['access controller in trouble', 'access controllers in trouble'],
  hr: ['record that HR systems have not accepted', 'records that HR systems have not accepted'],
};

/** Shows nothing for zero, or if the server does not count. Equal requests from several links are merged. */
export function LinkCount({ of }: { of: keyof AttentionCounts }) {
  const user = useUser();
  const isCounted = !user.second_factor_due && canCall(user, 'GET /attention/counts');
  const count = useResource('GET /attention/counts', isCounted ? {} : null).data?.[of];
  if (!count) return null;
  const [one, many] = counted[of];
  return (
    <>
      <span aria-hidden="true" className={s.count}>
        {count < 1_000 ? count : '999+'}
      </span>
      <VisuallyHidden>
        {groupDigits(count)} {count === 1 ? one : many}
      </VisuallyHidden>
    </>
  );
}

/** Tools for choosing columns, saving the filters as a view if any are set, and refreshing. */
export function HeaderTools({ path, onSaveView }: { path: string; onSaveView(): void }) {
  const search = useRawSearch();
  return (
    <div className={s.tools}>
      <ColumnsMenu />
      {isWorthSaving(path, search) && (
        <Button kind="quiet" icon={<ActionIcon name="save" />} onClick={onSaveView}>
          <span className={s.save}>Save View</span>
        </Button>
      )}
      <Freshness key={path} path={path} />
    </div>
  );
}

const refreshAfterMs = 30_000;
const lookAgainMs = 1_000;

/** Shows when the records on screen were read, with Refresh, and an optional refresh every half minute. */
function Freshness({ path }: { path: string }) {
  const user = useUser();
  const { queries } = useConnection();
  const readAt = useSyncExternalStore(queries.onRead, queries.readAt);
  const [isAutomatic, setAutomatic] = useState(() => setsAutoRefresh(path, user));
  /** Value of `readAt` when Refresh was pressed. */
  const [askedAt, setAskedAt] = useState<number>();
  useAutoRefresh(isAutomatic, queries);
  if (readAt === undefined) return null;
  const time = clockTime(new Date(readAt).toISOString());

  function toggle() {
    storeAutoRefresh(path, !isAutomatic, user);
    setAutomatic(!isAutomatic);
  }
  function refresh() {
    setAskedAt(readAt);
    queries.refresh();
  }
  return (
    <div className={`${layout.row} ${s.freshness}`}>
      <span className={s.time}>Updated {time}</span>
      <Button
        kind="quiet"
        icon={<Icon name="refresh" />}
        title={`Updated ${time}`}
        data-key="refresh"
        onClick={refresh}
      >
        <span className={s.word}>Refresh</span>
      </Button>
      {/* Not the time, which would be announced after every automatic refresh. */}
      <VisuallyHidden>
        <span role="status">{askedAt !== undefined && (readAt === askedAt ? 'Refreshing…' : 'Refreshed')}</span>
      </VisuallyHidden>
      <Button
        kind="quiet"
        aria-pressed={isAutomatic}
        className={s.automatic}
        title="Refreshes every 30 seconds while you are not working in the list"
        onClick={toggle}
      >
        Auto-Refresh
      </Button>
    </div>
  );
}

function useAutoRefresh(isOn: boolean, { readAt, refresh }: ReturnType<typeof useConnection>['queries']) {
  useEffect(() => {
    if (!isOn) return;
    let lastTry = 0;
    const timer = setInterval(() => {
      const age = Date.now() - Math.max(readAt() ?? Date.now(), lastTry);
      if (age < refreshAfterMs || document.hidden || isListInUse()) return;
      lastTry = Date.now(); // do not ask a failing server every second
      refresh();
    }, lookAgainMs);
    return () => clearInterval(timer);
  }, [isOn, readAt, refresh]);
}

/** Key for the paths of screens on which the user changed the screen's own setting. */
const storageKey = 'auto_refresh';

/** Whether a screen is about the present moment, and so refreshes itself by default. */
const isAboutNow = (path: string, user: CurrentUser): boolean =>
  path === paths.presence || (path === paths.accessControllers && hasFeature(user, 'devices'));

function chosenPaths(): string[] {
  return (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean);
}

const setsAutoRefresh = (path: string, user: CurrentUser): boolean =>
  chosenPaths().includes(path) !== isAboutNow(path, user);

function storeAutoRefresh(path: string, isOn: boolean, user: CurrentUser): void {
  const others = chosenPaths().filter((chosen) => chosen !== path);
  keepInBrowser(storageKey, [...others, ...(isOn === isAboutNow(path, user) ? [] : [path])].join(' '));
}

const inUse = [
  'dialog[open]',
  'main :is(tbody, article):is(:hover, :focus-within)',
  'main :is(input:not([type=checkbox]), select, textarea):focus',
  'main :is(tbody, article) input:checked',
].join();

/** Whether somebody is working in the list, so that nothing may move or lose what is typed or selected. */
function isListInUse(): boolean {
  const selection = getSelection();
  return document.querySelector(inUse) !== null || (selection !== null && !selection.isCollapsed);
}

const params = { [withoutColumns]: '' };

/**
 * Menu of the columns of the table on screen, which lists them on its element. Styles hide the menu if there is no such
 * table. Hidden columns are in the address, and thus in saved views.
 */
function ColumnsMenu() {
  const [columns, setColumns] = useState<readonly string[]>([]);
  const [given, change] = useListParams(params);
  const without = given[withoutColumns].split(',').filter(Boolean);
  const read = () => setColumns(columnsOnScreen());
  return (
    <div className={s.columns} onClickCapture={read} onKeyDownCapture={read}>
      <Menu
        kind="quiet"
        icon={<IconPath path="M2.5 3h11v10h-11zM6.25 3v10M9.75 3v10" />}
        label={<span className={s.word}>Columns</span>}
        isOfSeveral
        items={columns.map((column) => {
          const [id = '', label = ''] = column.split('=');
          const isShown = !without.includes(id);
          const next = isShown ? [...without, id] : without.filter((each) => each !== id);
          return {
            label,
            checked: isShown,
            onSelect: () => change({ [withoutColumns]: next.join() }, { replace: true }),
          };
        })}
      />
    </div>
  );
}

const columnsOnScreen = (): readonly string[] =>
  document.querySelector<HTMLElement>('main table[data-columns*="|"]')?.dataset.columns?.split('|') ?? [];
