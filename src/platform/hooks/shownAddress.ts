import { createContext, use } from 'react';
import { useLocationProperty } from 'wouter/use-browser-location';

/** The address of the screen on the page, which keeps its own until the next screen is drawn. */
export const ShownAddress = createContext<{ path: string; search: string } | undefined>(undefined);

/** Raw: wouter's own useSearch decodes twice. */
export function useShownSearch(): string {
  const shown = use(ShownAddress);
  return useLocationProperty(() => shown?.search ?? location.search);
}
