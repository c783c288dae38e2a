// Where focus goes when what had it is closed: back to what opened it; where that is gone, or goes
// shortly after, to the heading of what is left.

function focusHeading() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const heading = dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('h1');
  heading?.focus({ preventScroll: true });
}

const isFocusLost = () => document.activeElement === document.body || document.activeElement === null;

export function returnFocus(opener: Element | null): void {
  // Not before React is done with this change, which may remove the opener as well.
  queueMicrotask(() => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus();
    if (isFocusLost()) focusHeading();
    else watchFor(document.activeElement);
  });
}

/** A deleted record takes its Delete button along, but only when the list has loaded again. */
function watchFor(holder: Element | null) {
  const observer = new MutationObserver(() => {
    if (holder?.isConnected && document.activeElement === holder) return;
    observer.disconnect();
    if (isFocusLost()) focusHeading();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
