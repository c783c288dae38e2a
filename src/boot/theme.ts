// The theme that was chosen in this browser. Without a choice, the system decides.

export const themeKey = 'theme';

/** On the page, and on the browser's own frame around it. */
export function showTheme(): void {
  const chosen = localStorage.getItem(themeKey) ?? '';
  document.documentElement.dataset.theme = chosen;
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((frame, index) => {
    const own = index ? 'dark' : 'light';
    frame.media = chosen ? (chosen === own ? 'all' : 'not all') : `(prefers-color-scheme: ${own})`;
  });
}
