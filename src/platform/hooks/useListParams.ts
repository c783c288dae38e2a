// Page and filters of a list, kept in the address, so that Back, reload and a copied link restore them. A value that
// equals its default is left out.

import { useCallback, useMemo, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { currentDefaults, type Defaults, type Params, readParams, type Widened } from './searchParams.ts';
import { useShownSearch } from './shownAddress.ts';

interface ChangeOptions {
  /** Adds no entry to the history, while the user types. */
  replace?: boolean;
}

export type ChangeParams<P> = (change: Partial<P>, options?: ChangeOptions) => void;
export type TurnTo = (page: number, options?: ChangeOptions) => void;

/** Changing a filter returns to page 1. Declare `source` outside of the component: its identity matters. */
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
 * Returns the defaults of the moment when this address was opened: after midnight only the next one means the new day.
 */
function useDefaultsOf<P extends Params>(search: string, source: Defaults<P>): P {
  const [opened, setOpened] = useState(() => ({ search, defaults: currentDefaults(source) }));
  if (opened.search === search) return opened.defaults;
  const now = currentDefaults(source);
  // Keep the same object on the same day, so that nothing renders again.
  const defaults = JSON.stringify(now) === JSON.stringify(opened.defaults) ? opened.defaults : now;
  setOpened({ search, defaults });
  return defaults;
}
