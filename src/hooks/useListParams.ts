// Page and filters of a list, kept in the URL, so that Back, reload and a copied link restore them.
// What stands at its default is left out.

import { useCallback, useMemo } from 'react';
import { navigate, useSearch as useRawSearch } from 'wouter/use-browser-location';
import { readParams, type Params, type Widened } from './searchParams.ts';

interface ChangeOptions {
  /** While somebody types: no new entry in the history. */
  replace?: boolean;
}

export type ChangeParams<P> = (change: Partial<P>, options?: ChangeOptions) => void;

/**
 * Changing a filter returns to page 1. `defaults` must keep its identity: declare it outside of the component, or
 * memoise it. `defaultsNow` are those that the next address is read with, where they change with time.
 */
export function useListParams<P extends Params>(
  defaults: P,
  defaultsNow?: () => P,
): [Widened<P>, ChangeParams<Widened<P>>] {
  // wouter's own useSearch decodes twice; this one is raw.
  const search = useRawSearch();
  const params = useMemo(() => readParams(search, defaults), [search, defaults]);

  const change = useCallback<ChangeParams<Widened<P>>>(
    (wanted, { replace = false } = {}) => {
      const next = new URLSearchParams(location.search);
      const coming = defaultsNow?.() ?? defaults;
      if ('page' in defaults) next.delete('page');
      for (const [name, value] of Object.entries(wanted)) {
        if (value === undefined || (value === defaults[name] && value === coming[name])) next.delete(name);
        else next.set(name, String(value));
      }
      const text = next.toString();
      const target = location.pathname + (text && `?${text}`) + location.hash;
      if (target !== location.pathname + location.search + location.hash) navigate(target, { replace });
    },
    [defaults, defaultsNow],
  );

  return [params, change];
}
