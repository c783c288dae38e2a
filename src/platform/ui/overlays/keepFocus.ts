// When the focused element is removed (a filter's chip, Retry, a closed message, a deleted record), focus moves to the
// nearest heading instead of the top of the page.

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
  /** The user moved the focus: nothing to restore. */
  function forget() {
    queueMicrotask(() => {
      if (focused instanceof Element && focused.isConnected && focused !== document.activeElement) focused = null;
    });
  }
  // Watches all removals: a deleted record's card disappears only once the list has loaded again.
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    // Remember it here: in a window that is not in front, the focus moves without an event.
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
