// Each page comes with a stylesheet of its own, and names the complete one. That is loaded before anything appears that
// the page's own does not cover.

const wholeSheet = () => document.querySelector<HTMLMetaElement>('meta[name="whole-css"]');

let loading: Promise<void> | undefined;

export function loadStyles(): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const name = wholeSheet()?.content;
    if (!name) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, import.meta.url).href;
    // Resolve either way: without the stylesheet the screens look plain, but work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));
}

/** The styles of a route's screen, by its path, or of the shell. */
export const stylesOf = async (part: string) =>
  wholeSheet()?.dataset.covers?.split(' ').includes(part) || (await loadStyles());

/** The code once its styles are there too. Waits for both at once: code may fail first, and that must not go unheard. */
export async function styled<T>(code: Promise<T>, styles: Promise<unknown>): Promise<T> {
  const [loaded] = await Promise.all([code, styles]);
  return loaded;
}
