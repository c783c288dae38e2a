// When a mail that could not be sent is tried again; empty means at once.

import type { Dialect } from './db.ts';

export const outboxSchema = (dialect: Dialect): string =>
  `alter table outbox add column next_try_at ${dialect === 'sqlite' ? 'text' : 'timestamp(0)'};`;
