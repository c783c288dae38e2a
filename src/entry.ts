// Starts the console. It runs before React has loaded, to send requests early, and before the page is first drawn, to
// apply the chosen theme.

import { start } from './app/prefetch.ts';
import { canKeepData, showTheme } from './platform/boot/siteData.ts';
import { apiBase, siteBase } from './platform/boot/siteMeta.ts';

function begin() {
  showTheme();
  const base = siteBase(import.meta.url);
  return { base, ...start(base, apiBase()) };
}

/** Undefined in a browser that stores no data for this site, where nobody could sign in. */
export const started = canKeepData() ? begin() : undefined;
