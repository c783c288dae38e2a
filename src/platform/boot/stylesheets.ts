// Each page comes with its own stylesheet and names the complete one, which is loaded before anything appears that the
// page's own does not cover.

const wholeSheet = () => document.querySelector<HTMLMetaElement>('meta[name="whole-css"]');

let loading: Promise<void> | undefined;

export function loadStyles(): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const name = wholeSheet()?.content;
    if (!name) return resolve();
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, import.meta.url).href;
    // Resolve either way: without the stylesheet, screens look plain but work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));
}

/** Loads the styles of the shell, or of a screen by its path. */
export const loadStylesOf = async (part: string) =>
  wholeSheet()?.dataset.covers?.split(' ').includes(part) || (await loadStyles());

/**
 * Resolves with the code once its styles have loaded too. Waits for both at once, so that no failure goes unnoticed.
 */
export async function withStyles<T>(code: Promise<T>, styles: Promise<unknown>): Promise<T> {
  const [loaded] = await Promise.all([code, styles]);
  return loaded;
}
