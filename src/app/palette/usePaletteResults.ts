// Groups of results in the palette: recently opened ones while nothing is typed, otherwise matches.

import { useEffect, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useSearch as useRawSearch } from 'wouter/use-browser-location';
import type { Answered, Api } from '../../platform/api/client.ts';
import { asApiError, describeFailure } from '../../platform/api/errors.ts';
import { paths } from '../../platform/boot/paths.ts';
import { type Resource, useRemembered, useResource } from '../../platform/hooks/useResource.ts';
import { useSettled } from '../../platform/hooks/useSettled.ts';
import { type ReadIndex, readIndex, type SearchedKind } from '../../platform/lists/search/readIndex.ts';
import { canCall, useCanCall, useHasFeature } from '../../platform/session/permissions.ts';
import { useConnection, useUser } from '../../platform/session/session.tsx';
import type { CallKey, ReadKey } from '../../shared/contract/calls.ts';
import type { Company } from '../../shared/contract/companies.ts';
import type { AccessController } from '../../shared/contract/controllers.ts';
import type { Page } from '../../shared/contract/decode.ts';
import type { Employee } from '../../shared/contract/employees.ts';
import { textMatcher } from '../../shared/contract/searchText.ts';
import type { CurrentUser } from '../../shared/contract/session.ts';
import type { SavedView } from '../../shared/contract/views.ts';
import type { ShellDialogName } from '../keyboard/shortcuts.ts';
import { findRoute, routesFor } from '../shownRoutes.ts';
import { useViews, viewAddress } from '../views/useViews.ts';
import { actions, actionsOn, asksForPayroll, namesNoRecord, recordQuery } from './actions.ts';
import { recentsOf } from './recents.ts';
import {
  companyResult,
  controllerResult,
  type FoundRecords,
  keyOf,
  matching,
  personResult,
  type Result,
  type ResultGroup,
  ranked,
  recentResult,
  textsOf,
} from './result.ts';

/** Number of actions shown while nothing is typed. */
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
  const acts = actions({ shown: { path, search }, canCall, show, leave: () => void session.leave() });
  const records = useRecords(query, recordQuery(query));
  const open = useOpenCompany(namesNoRecord(query));
  const { results: objects, isSearching } = open ? { results: [open] } : records.objects;
  const withoutPayroll = useWithoutPayroll(asksForPayroll(query) ? objects : []);

  if (query === '') {
    const byKey = new Map([...screens, ...saved, ...acts].map((result) => [keyOf(result), result]));
    const recent = recents.flatMap((one) => recentResult(one.kind, one.id, one.label) ?? byKey.get(keyOf(one)) ?? []);
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

/** Returns the company whose page is open. */
function useOpenCompany(isMeant: boolean): Result | undefined {
  const [path] = useLocation();
  const id = Number(new URLSearchParams(useRawSearch()).get('id'));
  const company = useResource('GET /companies/{id}', isMeant && path === paths.companies && id > 0 ? { id } : null);
  return company.data && companyResult(company.data);
}

/** Returns which of the first companies have no payroll file. Actions are not offered for further ones. */
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

/**
 * Returns the screens in the sidebar, and HR Sync for all who may see it, as the specification has the sidebar link it
 * for administrators only.
 */
function screensFor(user: CurrentUser): Result[] {
  const hrSync = canCall(user, 'GET /hr-sync/companies') ? findRoute(paths.hrSync, user) : undefined;
  return [...new Set([...routesFor(user), ...(hrSync ? [hrSync] : [])])].map(({ path, title, link, icon }) => ({
    kind: 'screen',
    id: path,
    icon,
    label: link,
    detail: title === link ? undefined : title,
    words: otherWords[path],
    target: path,
  }));
}

/** Other names for the screens, and what people do there. */
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

// Matching people, companies and controllers, from the server's own search or from complete lists. The latest query
// wins.

/** Pause in typing before the server is asked. */
const typingPauseMs = 120;
const perKind = 6;

const nothing: FoundRecords = { groups: [], objects: { results: [] } };

/** Finds the results for a query. `named` has its words that may name the object of an action. */
function useRecords(query: string, named: string): FoundRecords {
  const searches = useHasFeature('search');
  const found = useFound(query, named, searches);
  const listed = useListedRecords(query, named, !searches);
  if (query === '') return nothing;
  return searches ? found : listed;
}

function useFound(query: string, named: string, searches: boolean): FoundRecords {
  const canCall = useCanCall();
  const settled = useSettled(query, typingPauseMs);
  const settledNamed = useSettled(named, typingPauseMs);
  const queryFor = (call: CallKey, q: string) =>
    searches && q !== '' && canCall(call) ? { query: { q, per_page: perKind } } : null;
  const people = useRemembered('GET /employees', queryFor('GET /employees', settled));
  const companies = useRemembered('GET /companies', queryFor('GET /companies', settled));
  const controllers = useRemembered('GET /access-controllers', queryFor('GET /access-controllers', settled));
  const hasVerb = settledNamed !== settled;
  const namedPeople = useRemembered('GET /employees', hasVerb ? queryFor('GET /employees', settledNamed) : null);
  const namedCompanies = useRemembered('GET /companies', queryFor('GET /companies', settledNamed));

  function matchesOf<T extends object>(
    { data, loading, error, failed }: Resource<Page<T>>,
    show: (record: T) => Result,
    [typed, answered]: readonly [string, string] = [query, settled],
  ) {
    const isCurrent = typed === answered && !loading;
    const matches = textMatcher(typed);
    return {
      // Filter again, as the last answer is shown until the next one, and a server may ignore the search.
      results: (data?.data ?? []).filter((record) => matches(textsOf(record))).map(show),
      isSearching: !isCurrent,
      note: isCurrent && error ? describeFailure(error, failed) : undefined,
    };
  }
  return {
    groups: [
      { title: 'People', ...matchesOf(people, personResult) },
      { title: 'Companies', ...matchesOf(companies, companyResult) },
      { title: 'Access Controllers', ...matchesOf(controllers, controllerResult) },
    ],
    objects: joined(
      matchesOf(namedCompanies, companyResult, [named, settledNamed]),
      matchesOf(namedPeople, personResult, [named, settledNamed]),
    ),
  };
}

const joined = (...some: readonly Pick<ResultGroup, 'results' | 'isSearching'>[]) => ({
  results: some.flatMap(({ results }) => results),
  isSearching: some.some(({ isSearching }) => isSearching),
});

const byText = { textsOf, nameOf: ({ name }: { name: string }) => name };

const usePeople = wholeIndex<Employee>(
  'GET /employees',
  { one: 'person', many: 'people', ...byText },
  (api, page, per_page, signal) => api('GET /employees', { query: { page, per_page } }, { signal }),
);
const useAllCompanies = wholeIndex<Company>(
  'GET /companies',
  { one: 'company', many: 'companies', ...byText },
  (api, page, per_page, signal) => api('GET /companies', { query: { page, per_page } }, { signal }),
);
const useControllers = wholeIndex<AccessController>(
  'GET /access-controllers',
  { one: 'controller', many: 'controllers', ...byText },
  (api, page, per_page, signal) => api('GET /access-controllers', { query: { page, per_page } }, { signal }),
);

/** Finds results for a server that does not search, in complete lists. */
function useListedRecords(query: string, named: string, isNeeded: boolean): FoundRecords {
  const canCall = useCanCall();
  const isWanted = isNeeded && query !== '';
  const people = usePeople(isWanted && canCall('GET /employees'));
  const companies = useAllCompanies(isWanted && canCall('GET /companies'));
  const controllers = useControllers(isWanted && canCall('GET /access-controllers'));

  const group = <T>(title: string, { find, ...state }: Reading<T>, show: (record: T) => Result): ResultGroup => ({
    title,
    results: find(query).slice(0, perKind).map(show),
    isSearching: state.progress !== undefined,
    ...state,
  });
  return {
    groups: [
      group('People', people, personResult),
      group('Companies', companies, companyResult),
      group('Access Controllers', controllers, controllerResult),
    ],
    objects: {
      results: [
        ...companies.find(named).slice(0, perKind).map(companyResult),
        ...(named === query ? [] : people.find(named).slice(0, perKind).map(personResult)),
      ],
      isSearching: companies.progress !== undefined || people.progress !== undefined,
    },
  };
}

// Reads a whole list if the server does not search: once per user, and again after a write.

interface Reading<T> {
  find(query: string): readonly T[];
  /** Set while the list is being read. */
  progress?: { done: number; total: number };
  cancel(): void;
  /** Why the list is missing or incomplete. */
  note?: string;
  /** Reads it again after a failure or Cancel. */
  retry?(): void;
}

type Ask<T> = (api: Api, page: number, width: number | undefined, signal: AbortSignal) => Promise<Answered<Page<T>>>;

const start = { done: 0, total: 0 };

/** Returns the hook for a list, which is read when first needed. */
function wholeIndex<T extends { id: number }>(key: ReadKey, kind: SearchedKind<T>, ask: Ask<T>) {
  const kept = new WeakMap<CurrentUser, ReadIndex<T>>();

  return function useWholeIndex(isWanted: boolean): Reading<T> {
    const { api, queries } = useConnection();
    const user = useUser();
    const [read, setRead] = useState(() => kept.get(user));
    const [progress, setProgress] = useState(start);
    const [stopped, setStopped] = useState<string>();
    const isDue = isWanted && !read && stopped === undefined;

    useEffect(() => queries.watch(key, () => setRead(undefined), true), [queries]);

    useEffect(() => {
      if (!isDue) return;
      const reading = new AbortController();
      const { signal } = reading;
      const source = { ask: (page: number, width: number | undefined) => ask(api, page, width, signal) };
      const onProgress = (done: number, total: number) => signal.aborted || setProgress({ done, total });
      readIndex(source, kind, { signal, onProgress }).then(
        (index) => {
          if (signal.aborted) return;
          kept.set(user, index);
          // Watch even after the palette is closed, as most writes happen then.
          const stop = queries.watch(
            key,
            () => {
              kept.delete(user);
              stop();
            },
            true,
          );
          setRead(index);
        },
        (error: unknown) =>
          signal.aborted ||
          setStopped(describeFailure(asApiError(error), `The search could not read all ${kind.many}`)),
      );
      return () => reading.abort();
    }, [isDue, api, queries, user]);

    return {
      find: (query) => read?.index.find(query, '') ?? [],
      progress: isDue ? progress : undefined,
      cancel: () => setStopped('Not searched: you stopped the reading'),
      note: stopped ?? read?.notes.join(' '),
      retry: stopped === undefined ? undefined : () => setStopped(undefined),
    };
  };
}
