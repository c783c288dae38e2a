// Starts the console in this page. It runs before React is there, so that its requests are already on their way, and
// before the page is first drawn, so that this happens in the chosen theme.

import { start } from './app/prefetch.ts';
import { apiBase, siteBase } from './boot/siteMeta.ts';
import { showTheme } from './boot/theme.ts';

showTheme();
export const base = siteBase(import.meta.url);
export const { connection, ready } = start(base, apiBase());
