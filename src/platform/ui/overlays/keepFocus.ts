// Moves the focus to the nearest heading, instead of the top of the page, when the focused element is removed: a
// filter's chip, Retry, a closed message, a deleted record.

import { useEffect } from 'react';

export function FocusKeeper() {
  useEffect(keepFocus, []);
  return null;
}

export function keepFocus(): () => void {
  let focused: EventTarget | null = document.activeElement;
  function remember({ target }: FocusEvent) {
    focused = target;
  }
  /** Forgets the element if the user moved the focus, in which case there is nothing to restore. */
  function forget() {
    queueMicrotask(() => {
      if (focused instanceof Element && focused.isConnected && focused !== document.activeElement) focused = null;
    });
  }
  // Watches all removals, since a deleted record's card only disappears when the list has reloaded.
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    // Remember it here too, since the focus moves without an event in a window that is not in front.
    if (activeElement && activeElement !== body) focused = activeElement;
    if (!(focused instanceof Element) || focused.isConnected) return;
    focused = null;
    focusHeading();
  });
  const ending = new AbortController();
  document.addEventListener('focusin', remember, ending);
  document.addEventListener('focusout', forget, ending);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    ending.abort();
    observer.disconnect();
  };
}

function focusHeading() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const heading = (dialog ?? document).querySelector<HTMLElement>(dialog ? 'h2, header input' : 'h1');
  heading?.focus({ preventScroll: true });
}
