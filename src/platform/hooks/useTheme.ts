// The theme that is chosen in this browser; '' leaves it to the system.

import { useState } from 'react';
import { showTheme, themeKey } from '../boot/theme.ts';
import { showThemeInFrame } from './frameTheme.ts';

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
