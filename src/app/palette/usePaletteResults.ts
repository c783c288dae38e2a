// The groups that the palette shows: what was opened last while nothing is typed, then what matches.

import { useMemo } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import { paths } from '../../platform/boot/paths.ts';
import { useResource } from '../../platform/hooks/useResource.ts';
import { useCanCall } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import type { CurrentUser } from '../../shared/contract/session.ts';
import type { SavedView } from '../../shared/contract/views.ts';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import { findRoute, routesFor } from '../shownRoutes.ts';
import { useViews } from '../views/useViews.ts';
import { isWorthSaving, viewAddress } from '../views/viewAddress.ts';
import { actions, actionsOn, asksForPayroll, besidesVerbs, namesNothing } from './actions.ts';
import { recentsOf } from './recents.ts';
import { companyResult, recalled } from './records.ts';
import { keyOf, matching, type Result, type ResultGroup, ranked } from './result.ts';
import { useRecords } from './useRecords.ts';

/** Of all actions, while nothing is typed. */
const shownActions = 3;

export function usePaletteResults(query: string, show: (dialog?: ShellDialogName) => void): ResultGroup[] {
  const user = useUser();
  const canCall = useCanCall();
  const { session } = useConnection();
  const [path] = useLocation();
  const search = useRawSearch();
  const screens = useMemo(() => screensFor(user), [user]);
  const recents = useMemo(() => recentsOf(user.id), [user]);
  const { views } = useViews();
  const saved = useMemo(() => viewResults(views, user), [views, user]);
  const seenBy = (group: ResultGroup): ResultGroup =>
    canCall('GET /attendance') ? group : { ...group, results: group.results.map(({ second: _, ...result }) => result) };
  const acts = actions({ canSaveView: isWorthSaving(path, search), canCall, show, leave: () => void session.leave() });
  const records = useRecords(query, besidesVerbs(query));
  const open = useOpenCompany(namesNothing(query));
  const { results: objects, isSearching } = open ? { results: [open] } : records.objects;
  const withoutPayroll = useWithoutPayroll(asksForPayroll(query) ? objects : []);

  if (query === '') {
    const byKey = new Map([...screens, ...saved, ...acts].map((result) => [keyOf(result), result]));
    const recent = recents.flatMap((one) => recalled(one.kind, one.id, one.label) ?? byKey.get(keyOf(one)) ?? []);
    return filled([
      seenBy({ title: 'Recent', results: recent }),
      { title: 'Saved views', results: saved },
      { title: 'Actions', results: acts.slice(0, shownActions) },
      { title: 'Screens', results: screens },
    ]);
  }
  const groups = filled([
    { title: 'Saved views', results: matching(saved, query) },
    { title: 'Screens', results: matching(screens, query) },
    ...records.groups.map(seenBy),
    {
      title: 'Actions',
      results: [
        ...matching(acts, query),
        ...actionsOn(objects, query, { isOpen: open !== undefined, canCall, withoutPayroll }),
      ],
      isSearching,
    },
  ]);
  return ranked(groups, query);
}

/** The company whose page is open. */
function useOpenCompany(isMeant: boolean): Result | undefined {
  const [path] = useLocation();
  const id = Number(new URLSearchParams(useRawSearch()).get('id'));
  const company = useResource('GET /companies/{id}', isMeant && path === paths.companies && id > 0 ? { id } : null);
  return company.data && companyResult(company.data);
}

/** The first of these companies that have no payroll file: actions are offered for no others. */
function useWithoutPayroll(objects: readonly Result[]): string[] {
  const isOffered = useCanCall()('GET /companies/{id}/payroll');
  const [first, second] = objects.flatMap(({ kind, id }) => (kind === 'company' && isOffered ? [id] : []));
  const argsOf = (id: string | undefined) => (id === undefined ? null : { id: Number(id) });
  const payrolls = [
    { id: first, payroll: useResource('GET /companies/{id}/payroll', argsOf(first)).data },
    { id: second, payroll: useResource('GET /companies/{id}/payroll', argsOf(second)).data },
  ];
  return payrolls.flatMap(({ id, payroll }) => (id !== undefined && payroll?.template === null ? [id] : []));
}

/** The screens that the sidebar shows. */
const screensFor = (user: CurrentUser): Result[] =>
  routesFor(user).map(({ path, title, link, icon }) => ({
    kind: 'screen',
    id: path,
    icon,
    label: link,
    detail: title === link ? undefined : title,
    words: otherWords[path],
    target: path,
  }));

/** What people also call the screens, or do there. */
const otherWords: Readonly<Record<string, string>> = {
  [paths.dashboard]: 'home overview today',
  [paths.presence]: 'presence roll call present building evacuation expected missing',
  [paths.exceptions]: 'correct forgotten missing unknown people check-out approve',
  [paths.timesheets]: 'hours worked close month payroll expected late absent',
  [paths.attendance]: 'events records punches',
  [paths.employees]: 'people persons staff',
  [paths.accessControllers]: 'doors devices terminals readers silent clock',
  [paths.hrSync]: 'send payroll retry schedule',
  [paths.users]: 'accounts',
  [paths.roles]: 'permissions rights',
  [paths.settings]: 'configuration time zone',
  [paths.audit]: 'history log changes',
  [paths.privacy]: 'erase report retention',
  [paths.profile]: 'password theme dark light sessions tokens second factor',
};

const viewResults = (views: readonly SavedView[], user: CurrentUser): Result[] =>
  views.flatMap((view) => {
    const route = findRoute(view.path, user);
    if (!route) return [];
    const { id, name } = view;
    return {
      kind: 'view',
      id: String(id),
      icon: 'filter',
      label: name,
      detail: route.title,
      target: viewAddress(view),
    };
  });

const filled = (groups: readonly ResultGroup[]) =>
  groups.filter(({ results, isSearching, note }) => results.length > 0 || isSearching || note);
