// Theme chosen in this browser; '' leaves it to the system.

import { useState } from 'react';
import { showTheme, themeKey } from '../boot/siteData.ts';

export function useTheme(): [theme: string, choose: (theme: string) => void] {
  const [theme, setTheme] = useState(() => localStorage.getItem(themeKey) ?? '');
  function choose(next: string) {
    if (next) localStorage.setItem(themeKey, next);
    else localStorage.removeItem(themeKey);
    showTheme();
    showThemeInFrame();
    setTheme(next);
  }
  return [theme, choose];
}

/** Gives the browser's frame around the page the color of the current theme. */
export function showThemeInFrame(): void {
  const chosen = localStorage.getItem(themeKey);
  document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]').forEach((frame, index) => {
    const own = index === 0 ? 'light' : 'dark';
    if (chosen) frame.media = chosen === own ? 'all' : 'not all';
    else frame.media = `(prefers-color-scheme: ${own})`;
  });
}
