// Focus whose holder goes away (a filter's chip, Retry, a closed message, a deleted record) goes to the heading
// of what is left, not to the top of the page.

export function keepFocus(): () => void {
  let holder: EventTarget | null = null;
  function remember({ target }: FocusEvent) {
    holder = target;
  }
  /** Who left it of their own accord is where they want to be. */
  function forget() {
    queueMicrotask(() => {
      if (holder instanceof Element && holder.isConnected && holder !== document.activeElement) holder = null;
    });
  }
  // A deleted record takes its Delete button along only when the list has loaded again: whenever something goes.
  const observer = new MutationObserver(() => {
    if (!(holder instanceof Element) || holder.isConnected) return;
    holder = null;
    if (document.activeElement === document.body || document.activeElement === null) focusHeading();
  });
  document.addEventListener('focusin', remember);
  document.addEventListener('focusout', forget);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    document.removeEventListener('focusin', remember);
    document.removeEventListener('focusout', forget);
    observer.disconnect();
  };
}

function focusHeading() {
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const heading = dialog?.querySelector<HTMLElement>('h2') ?? document.querySelector<HTMLElement>('h1');
  heading?.focus({ preventScroll: true });
}
