// What this browser keeps for the site.

/** Whether the browser lets this site keep data. Where it does not, reading it throws. */
export function canKeepData(): boolean {
  try {
    localStorage.getItem('');
    return true;
  } catch {
    return false;
  }
}

/** False where the browser has no room left: what a person does must not fail for that. */
export function keep(key: string, text: string): boolean {
  try {
    localStorage.setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Key of the theme that was chosen in this browser. Without a choice, the system decides. */
export const themeKey = 'theme';

export function showTheme(): void {
  document.documentElement.dataset.theme = localStorage.getItem(themeKey) ?? '';
}
