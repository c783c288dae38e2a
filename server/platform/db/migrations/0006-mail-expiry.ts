// When a mail becomes useless. Every mail written before this step holds a link that works for an hour.

import type { Dialect } from '../db.ts';

export const oldProcess = { mustStop: 'its e-mails would have no end, and would not be sent' };

export const up = (dialect: Dialect): string =>
  dialect === 'sqlite'
    ? `alter table outbox add column expires_at text;
       update outbox set expires_at = datetime(created_at, '+1 hour');`
    : `alter table outbox add column expires_at timestamp(0);
       update outbox set expires_at = created_at + interval '1 hour';`;
