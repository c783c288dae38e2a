// Starts the console in this page. It runs before React is there, so that its requests are already on their way.

import { start } from './app/prefetch.ts';
import { apiBase, siteBase } from './boot/siteMeta.ts';

export const base = siteBase(import.meta.url);
export const { connection, ready } = start(base, apiBase());
