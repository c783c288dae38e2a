// Invitations: users who have yet to choose their password by a mailed link. Until then their password hash is empty.

import type { Dialect } from '../db.ts';
import { columnTypes } from './columnTypes.ts';

export const oldProcess = 'goes on';

export function up(dialect: Dialect): string {
  const { instant } = columnTypes[dialect];
  return `
create table invitations (
  user_id bigint primary key references users(id) on delete cascade,
  -- Null once it has ended: it was taken back, or the user got another e-mail.
  token_hash text unique,
  -- Where the link was sent.
  email text not null,
  invited_by bigint references users(id) on delete set null,
  mail_id bigint references outbox(id) on delete set null,
  sent_at ${instant} not null,
  expires_at ${instant} not null
);
create index invitations_by_inviter on invitations (invited_by);
create index invitations_by_mail on invitations (mail_id);
`;
}
