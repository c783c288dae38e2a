// While something would be lost by leaving: closing the page or following a link out of it makes the browser ask, and
// Back within the page is held if the browser allows it.

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
