// Polls a resource that waits for something others do, as long as the page is visible.

import { useEffect } from 'react';
import type { Resource } from './useResource.ts';

/** The pause begins with each answer. */
export function useReloadWhile(
  isWaiting: boolean,
  { loading, reload }: Pick<Resource<unknown>, 'loading' | 'reload'>,
  pauseMs: number,
): void {
  useEffect(() => {
    if (!isWaiting || loading) return;
    const timer = setInterval(() => {
      if (!document.hidden) reload();
    }, pauseMs);
    return () => clearInterval(timer);
  }, [isWaiting, loading, reload, pauseMs]);
}
