// The groups that the palette shows: what was opened last while nothing is typed, then what matches.

import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { isAdministrative } from '../../session/permissions.ts';
import { useMay } from '../../session/useMay.ts';
import { useConnection, useUser } from '../../session/useSession.ts';
import type { SavedView } from '../../contract/entities/views.ts';
import { findRoute, routes } from '../routes.tsx';
import type { ShellDialogName } from '../shell/dialogName.ts';
import { viewAddress, isWorthSaving } from '../views/viewAddress.ts';
import { useViews } from '../views/useViews.ts';
import { actions, exportsOf } from './actions.ts';
import { recalled } from './records.ts';
import { recentsOf } from './recents.ts';
import { keyOf, matching, type Result, type ResultGroup } from './result.ts';
import { useRecords } from './useRecords.ts';

export function usePaletteResults(query: string, show: (dialog?: ShellDialogName) => void): ResultGroup[] {
  const user = useUser();
  const may = useMay();
  const { session } = useConnection();
  const [path] = useLocation();
  const search = useRawSearch();
  const screens = useMemo(() => screensFor(isAdministrative(user)), [user]);
  const recents = useMemo(() => recentsOf(user.id), [user]);
  const { views } = useViews();
  const saved = useMemo(() => views.filter(({ path }) => findRoute(path)).map(viewResult), [views]);
  const seenBy = (group: ResultGroup): ResultGroup =>
    may('GET /attendance') ? group : { ...group, results: group.results.map(({ second: _, ...result }) => result) };
  const acts = actions({ canSaveView: isWorthSaving(path, search), may, show, leave: () => void session.leave() });
  const records = useRecords(query).map(seenBy);

  if (query === '') {
    const known = new Map([...screens, ...saved, ...acts].map((result) => [keyOf(result), result]));
    const recent = recents.flatMap((one) => recalled(one.kind, one.id, one.label) ?? known.get(keyOf(one)) ?? []);
    return filled([
      seenBy({ title: 'Recent', results: recent }),
      { title: 'Saved Views', results: saved },
      { title: 'Screens', results: screens },
      { title: 'Actions', results: acts },
    ]);
  }
  const companies = records.flatMap(({ results }) => results.filter(({ kind }) => kind === 'company'));
  return filled([
    { title: 'Saved Views', results: matching(saved, query) },
    { title: 'Screens', results: matching(screens, query) },
    ...records,
    { title: 'Actions', results: [...matching(acts, query), ...(may('GET /attendance') ? exportsOf(companies) : [])] },
  ]);
}

/** The screens that the sidebar shows. */
const screensFor = (administers: boolean): Result[] =>
  routes
    .filter(({ administrative }) => administers || !administrative)
    .map(({ path, title, link, icon }) => ({
      kind: 'screen',
      id: path,
      icon,
      label: link,
      detail: title === link ? undefined : title,
      target: path,
    }));

const viewResult = (view: SavedView): Result => ({
  kind: 'view',
  id: String(view.id),
  icon: 'filter',
  label: view.name,
  detail: findRoute(view.path)?.title,
  target: viewAddress(view),
});

const filled = (groups: readonly ResultGroup[]) =>
  groups.filter(({ results, isSearching, note }) => results.length > 0 || isSearching || note);
