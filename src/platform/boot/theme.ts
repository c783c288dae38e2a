// The theme that was chosen in this browser. Without a choice, the system decides.

export const themeKey = 'theme';

export function showTheme(): void {
  document.documentElement.dataset.theme = localStorage.getItem(themeKey) ?? '';
}
