// Page and filters of a list, kept in the address so that Back, reload and a copied link restore them. Values that
// equal their default are left out.

import { createContext, use, useCallback, useEffect, useMemo, useState } from 'react';
import { navigate, useLocationProperty } from 'wouter/use-browser-location';
import type { Page } from '../../shared/contract/decode.ts';
import { currentDefaults, type Defaults, type Params, readParams, type Widened } from './searchParams.ts';
import type { Resource } from './useResource.ts';

interface ChangeOptions {
  /** Adds no history entry, as while the user types. */
  replace?: boolean;
}

export type ChangeParams<P> = (change: Partial<P>, options?: ChangeOptions) => void;
export type TurnTo = (page: number, options?: ChangeOptions) => void;

/** Changing a filter returns to page 1. Declare `source` outside the component, as its identity matters. */
export function useListParams<P extends Params>(
  source: Defaults<P>,
): [params: Widened<P>, change: ChangeParams<Widened<P>>, defaults: P, turnTo: TurnTo] {
  const search = useShownSearch();
  const defaults = useDefaultsOf(search, source);
  const params = useMemo(() => readParams(search, defaults), [search, defaults]);

  const change = useCallback<ChangeParams<Params>>(
    (changes, { replace = false } = {}) => {
      const next = new URLSearchParams(location.search);
      const nextDefaults = currentDefaults(source);
      if ('page' in defaults) next.delete('page');
      for (const [name, value] of Object.entries(changes)) {
        if (value === undefined || (value === defaults[name] && value === nextDefaults[name])) next.delete(name);
        else next.set(name, String(value));
      }
      const text = next.toString();
      const target = location.pathname + (text && `?${text}`) + location.hash;
      if (target !== location.pathname + location.search + location.hash) navigate(target, { replace });
    },
    [defaults, source],
  );

  const turnTo = useCallback<TurnTo>((page, options) => change({ page }, options), [change]);
  return [params, change, defaults, turnTo];
}

/**
 * Returns the defaults as of when this address was opened. After midnight, the new day only applies to the next one.
 */
function useDefaultsOf<P extends Params>(search: string, source: Defaults<P>): P {
  const [opened, setOpened] = useState(() => ({ search, defaults: currentDefaults(source) }));
  if (opened.search === search) return opened.defaults;
  const now = currentDefaults(source);
  // Keep the same object on the same day to avoid rendering again.
  const defaults = JSON.stringify(now) === JSON.stringify(opened.defaults) ? opened.defaults : now;
  setOpened({ search, defaults });
  return defaults;
}

/** Address of the visible screen, which keeps it until the next screen is drawn. */
export const ShownAddress = createContext<{ path: string; search: string } | undefined>(undefined);

/** Returns the raw search, since wouter's own useSearch decodes twice. */
export function useShownSearch(): string {
  const shown = use(ShownAddress);
  return useLocationProperty(() => shown?.search ?? location.search);
}

/**
 * Goes to the last page from one that no longer exists, because its last record was deleted or the link is old. Returns
 * the list, but not the empty page that is about to be left. While a search is running, the page may stay empty.
 */
export function useExistingPage<P extends Page<unknown>>(
  list: Resource<P>,
  page: number,
  turnTo: TurnTo,
  isSearched = false,
): Resource<P> {
  const lastPage = list.data?.last_page ?? page;
  const isPastEnd = !list.loading && page > lastPage;
  useEffect(() => {
    if (isPastEnd) turnTo(lastPage, { replace: true });
  }, [isPastEnd, lastPage, turnTo]);

  const isEmpty = list.data?.data.length === 0;
  const mayStayEmpty = isSearched && list.data?.current_page === page;
  const isComing = isEmpty && (isPastEnd || (list.loading && !mayStayEmpty));
  return isComing ? { ...list, data: undefined } : list;
}
