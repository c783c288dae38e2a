// The page for signing in comes with a small stylesheet of its own. The screens' is loaded before the first of them.

let loading: Promise<void> | undefined;

export function loadStyles(): Promise<void> {
  return (loading ??= new Promise((resolve) => {
    const name = document.querySelector<HTMLMetaElement>('meta[name="screens-css"]')?.content;
    if (!name) {
      resolve();
      return;
    }
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.href = new URL(name, import.meta.url).href;
    // Without it the screens are plain, but they work.
    link.onload = link.onerror = () => resolve();
    document.head.append(link);
  }));
}
