// Warns before unsaved input is lost: the browser asks when the page is closed or a link leads out of it, and holds
// Back within the page if it can.

import { useEffect } from 'react';

/**
 * `onHeld` and `holdsLink` must keep their identity. Links within the page are held if `holdsLink` says so of their
 * address, which `onHeld` gets.
 */
export function useHeldPage(
  isHeld: boolean,
  onHeld: (address?: string) => void,
  holdsLink?: (address: string) => boolean,
): void {
  useEffect(() => {
    if (!isHeld) return;
    const history = 'navigation' in window ? window.navigation : undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    function hold(event: NavigateEvent) {
      const { url } = event.destination;
      if (!event.cancelable || url === location.href) return;
      const isLink = event.navigationType === 'push' && holdsLink?.(url);
      if (!isLink && event.navigationType !== 'traverse') return;
      event.preventDefault();
      onHeld(isLink ? url : undefined);
    }
    window.addEventListener('beforeunload', ask);
    history?.addEventListener('navigate', hold);
    return () => {
      window.removeEventListener('beforeunload', ask);
      history?.removeEventListener('navigate', hold);
    };
  }, [isHeld, onHeld, holdsLink]);
}
