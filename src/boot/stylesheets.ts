// Pages on which people begin come with a small stylesheet of their own, and name the whole. It is loaded before
// anything is shown that the small one does not know.

const named = () => document.querySelector<HTMLMetaElement>('meta[name="whole-css"]');

let loading: Promise<void> | undefined;

export function loadStyles(): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const name = named()?.content;
    if (!name) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, import.meta.url).href;
    // Without it the screens are plain, but they work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));
}

/** Those of a route's screen, or without one of the forms before the sign-in; the page may have come with them. */
export const stylesOf = async (path?: string) => named()?.dataset.route !== path && loadStyles();
