// Warns before unsaved input is lost. The browser asks when the page is closed or a link leads out of it, and holds
// Back within the page if it can.

import { useEffect } from 'react';

/**
 * `onHeld` and `isElsewhere` must keep their identity. Without `isElsewhere`, no links within the page are held. With
 * it, links and Back are held unless they stay where the input is. `onHeld` receives the address of a link.
 */
export function useNavigationGuard(
  isHeld: boolean,
  onHeld: (address?: string) => void,
  isElsewhere?: (address: string) => boolean,
): void {
  useEffect(() => {
    if (!isHeld) return;
    const history = 'navigation' in window ? window.navigation : undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    function hold(event: NavigateEvent) {
      const { url } = event.destination;
      if (!event.cancelable || url === location.href || isElsewhere?.(url) === false) return;
      const isLink = event.navigationType === 'push' && isElsewhere;
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
  }, [isHeld, onHeld, isElsewhere]);
}
