// Data that the browser keeps for the site.

/** Whether the browser lets this site keep data. If it does not, even reading throws. */
export function canKeepData(): boolean {
  try {
    localStorage.getItem('');
    return true;
  } catch {
    return false;
  }
}

/** Returns false instead of throwing if the browser has no room left, which must not make actions fail. */
export function keepInBrowser(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Key of the theme chosen in this browser. Without a choice, the system decides. */
export const themeKey = 'theme';

export function showTheme(): void {
  document.documentElement.dataset.theme = localStorage.getItem(themeKey) ?? '';
}
