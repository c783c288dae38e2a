// Warns before unsaved input is lost: the browser asks when the page is closed or a link leads out of it, and holds
// Back within the page if it can.

import { useEffect } from 'react';

/** `onHeld` must keep its identity. */
export function useHeldPage(isHeld: boolean, onHeld: () => void): void {
  useEffect(() => {
    if (!isHeld) return;
    const history = 'navigation' in window ? window.navigation : undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    function hold(event: NavigateEvent) {
      if (event.navigationType !== 'traverse' || !event.cancelable) return;
      event.preventDefault();
      onHeld();
    }
    window.addEventListener('beforeunload', ask);
    history?.addEventListener('navigate', hold);
    return () => {
      window.removeEventListener('beforeunload', ask);
      history?.removeEventListener('navigate', hold);
    };
  }, [isHeld, onHeld]);
}
