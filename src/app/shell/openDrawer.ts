// The sidebar over a narrow page: it takes the focus, and Esc, or the focus going elsewhere, closes it. Loaded when it
// opens first.

/** Returns a function that ends it, which gives the focus back if it is still inside. */
export function openDrawer(drawer: HTMLElement, close: () => void): () => void {
  const opener = document.activeElement;
  const listening = new AbortController();
  drawer.querySelector('button')?.focus();
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && close(), listening);
  // The keyboard cannot reach what the sidebar covers.
  const closeWhenLeft = ({ relatedTarget }: FocusEvent) =>
    relatedTarget instanceof Node && !drawer.contains(relatedTarget) && close();
  drawer.addEventListener('focusout', closeWhenLeft, listening);
  return () => {
    listening.abort();
    if (opener instanceof HTMLElement && drawer.contains(document.activeElement)) opener.focus();
  };
}
