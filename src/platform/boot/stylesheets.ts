// The first pages that people open come with a small stylesheet, which names the complete one. That is loaded before
// anything appears that the small one does not cover.

const smallSheet = () => document.querySelector<HTMLMetaElement>('meta[name="whole-css"]');

let loading: Promise<void> | undefined;

export function loadStyles(): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const name = smallSheet()?.content;
    if (!name) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, import.meta.url).href;
    // Resolve either way: without the stylesheet the screens look plain, but work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));
}

/** The styles of a route's screen; without a route, of the pages before the sign-in. */
export const stylesOf = async (route?: string) => smallSheet()?.dataset.route !== route && loadStyles();

/** A small stylesheet that belongs to a route covers the shell as well. */
export const stylesOfShell = async () => smallSheet()?.dataset.route === undefined && loadStyles();

/** The code once its styles are there too. */
export async function styled<T>(code: Promise<T>, styles: Promise<unknown>): Promise<T> {
  await styles;
  return code;
}
