// Opens the sidebar over a narrow page. It takes the focus, and closes on Esc or when the focus leaves it. Loaded when
// it first opens.

/** Returns a function that ends it and returns the focus if it is still inside. */
export function openDrawer(drawer: HTMLElement, close: () => void): () => void {
  const opener = document.activeElement;
  const listening = new AbortController();
  drawer.querySelector('button')?.focus();
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), listening);
  // Focus must not move to anything that the sidebar covers.
  const closeWhenLeft = ({ relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && !drawer.contains(relatedTarget) && close();
  drawer.addEventListener('focusout', closeWhenLeft, listening);
  return () => {
    listening.abort();
    if (opener instanceof HTMLElement && drawer.contains(document.activeElement)) opener.focus();
  };
}
