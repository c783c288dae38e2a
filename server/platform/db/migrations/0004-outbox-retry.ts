// When to retry a mail that could not be sent; null means at once.

import type { Dialect } from '../db.ts';

export const oldProcess = 'goes on';

export const up = (dialect: Dialect): string =>
  `alter table outbox add column next_try_at ${dialect === 'sqlite' ? 'text' : 'timestamp(0)'};`;
