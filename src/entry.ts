// Starts the console in this page. It runs before React is there, so that its requests are already on their way, and
// before the page is first drawn, so that this happens in the chosen theme.

import { start } from './app/prefetch.ts';
import { canKeepData, showTheme } from './platform/boot/siteData.ts';
import { apiBase, siteBase } from './platform/boot/siteMeta.ts';

function begin() {
  showTheme();
  const base = siteBase(import.meta.url);
  return { base, ...start(base, apiBase()) };
}

/** Undefined in a browser that keeps no data for this site, where nobody could sign in. */
export const started = canKeepData() ? begin() : undefined;
