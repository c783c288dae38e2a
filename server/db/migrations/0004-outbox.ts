// What the outbox of the first schema lacked.

import type { Dialect } from '../db.ts';

/** When a mail that could not be sent is tried again; empty means at once. */
export const outboxSchema = (dialect: Dialect): string =>
  `alter table outbox add column next_try_at ${dialect === 'sqlite' ? 'text' : 'timestamp(0)'};`;

/** When a mail is not to be sent any more. Those of before all held a link that works for an hour. */
export const mailExpirySchema = (dialect: Dialect): string =>
  dialect === 'sqlite'
    ? `alter table outbox add column expires_at text;
       update outbox set expires_at = datetime(created_at, '+1 hour');`
    : `alter table outbox add column expires_at timestamp(0);
       update outbox set expires_at = created_at + interval '1 hour';`;
