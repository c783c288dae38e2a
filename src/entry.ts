// Starts the console in this page. It is imported before React, so that what it asks for is on its way meanwhile.

import { apiBase, siteBase } from './boot/siteMeta.ts';
import { start } from './app/prefetch.ts';

export const base = siteBase(import.meta.url);
export const { connection, ready } = start(base, apiBase());
