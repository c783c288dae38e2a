import { themeKey } from '../boot/theme.ts';

/** Gives the browser's own frame around the page the colour of the theme that is shown. */
export function showThemeInFrame(): void {
  const chosen = localStorage.getItem(themeKey);
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((frame, index) => {
    const own = index === 0 ? 'light' : 'dark';
    if (chosen) frame.media = chosen === own ? 'all' : 'not all';
    else frame.media = `(prefers-color-scheme: ${own})`;
  });
}
